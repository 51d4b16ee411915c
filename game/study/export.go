package study

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

// Export is what is taken home: an advice, and the settings that it is for.
type Export struct {
	Advice *Advice
	// InUse takes the delays of the scenario home instead of the recommended ones.
	InUse bool
	// Scenario is the one that was tuned. It is not changed.
	Scenario config.Scenario
	// Version names the program and its version.
	Version string
}

// ErrExport is wrapped by the error about a form that is not known.
var ErrExport = errors.New("unknown form")

// ExportForm is one way to write an Export.
type ExportForm struct {
	// Name is one word, that of the engine setting where that knows the engine too.
	// Title is what it is for people: an engine's name, or empty.
	Name, Title string
	// Extension is that of a file of it, without the dot.
	Extension string

	write func(e *Export, w io.Writer) error
}

var exportForms = []ExportForm{
	{"json", "", "json", (*Export).toJSON},
	{"csv", "", "csv", (*Export).toCSV},
	{"markdown", "", "md", (*Export).toMarkdown},
	engineForm("source", "Source", "cfg", "//", source),
	engineForm("quake3", "Quake III Arena", "cfg", "//", quake3),
	engineForm("mirror", "Mirror (Unity)", "cs", "//", mirror),
	engineForm("unity-entities", "Unity Netcode for Entities", "cs", "//", entities),
	engineForm("unity-gameobjects", "Unity Netcode for GameObjects", "cs", "//", gameObjects),
	engineForm("lightyear", "lightyear (Bevy)", "rs", "//", lightyear),
	engineForm("geckos", "geckos.io snapshot-interpolation", "js", "//", geckos),
	engineForm("netfox", "netfox (Godot)", "cfg", ";", netfox),
}

// ExportForms returns the forms, those for any program first, then the engines. The
// slice is the caller's.
func ExportForms() []ExportForm { return slices.Clone(exportForms) }

// ExportNames returns the names of the forms, in their order.
func ExportNames() []string {
	names := make([]string, len(exportForms))
	for i := range exportForms {
		names[i] = exportForms[i].Name
	}
	return names
}

// FindExportForm returns the form of a name, which for an engine of Unity may be without
// that word, or an error that wraps ErrExport.
func FindExportForm(name string) (*ExportForm, error) {
	for i := range exportForms {
		if f := &exportForms[i]; f.Name == name || f.Name == "unity-"+name {
			return f, nil
		}
	}
	return nil, fmt.Errorf("%w: export %q is not known%s", ErrExport, name, config.Suggest(name, ExportNames()))
}

// Write writes it in the form of a name. An error wraps ErrExport if there is none of
// that name; others are the writer's.
func (e *Export) Write(w io.Writer, name string) error {
	if e.InUse {
		used := *e
		used.Advice = e.Advice.InUse()
		e = &used
	}
	f, err := FindExportForm(name)
	if err != nil {
		return err
	}
	return f.write(e, w)
}

// about says what the numbers are, from where they count and what they keep to.
func (e *Export) about() string {
	a := e.Advice
	budget := []string{fmt.Sprintf("underruns a minute: at most %g", a.Budget.UnderrunsPerMin), fmt.Sprintf("time in underrun: at most %g %%", 100*a.Budget.UnderrunShare)}
	if v := a.Budget.CorrectionP95M; v != nil {
		budget = append(budget, fmt.Sprintf("95 %% of corrections: at most %g m", *v))
	}
	if v := a.Budget.LongestGapMS; v != nil {
		budget = append(budget, fmt.Sprintf("gap survived: %g ms", *v))
	}
	if v := a.Budget.LatencyMS; v != nil {
		budget = append(budget, fmt.Sprintf("latency: at most %g ms", *v))
	}
	if v := a.Budget.ErrorP95M; v != nil {
		budget = append(budget, fmt.Sprintf("95 %% of errors: at most %g m", *v))
	}
	what, kept := "Interpolation delays", ""
	switch {
	case e.InUse && !a.Met:
		kept = " They do not keep to this."
	case !a.Met:
		kept = " This could not be kept to."
	}
	if e.InUse {
		what += " as they were set,"
	}
	return fmt.Sprintf("%s by %s for %s, from %d runs of %s s: %s.%s Delays count from %s.",
		what, e.Version, a.Scenario, a.Seeds, number(a.DurationS, 3), strings.Join(budget, ", "), kept, a.Zero)
}

// policy returns a kind's playback, with the recommended delay if that is taken home.
func (e *Export) policy(row *KindAdvice) interp.Policy {
	k, _ := world.ParseKind(row.Kind)
	p := e.Scenario.Settings.Policies[k]
	if !e.InUse {
		p.Delay, p.Tuning = time.Duration(row.DelayMS*1e6), interp.ByHand
	}
	return p
}

func (e *Export) toJSON(w io.Writer) error {
	s := e.Scenario
	s.Version = e.Version
	s.About = e.about() + " Every value has its unit."
	settings := s.Settings
	for i := range e.Advice.Kinds {
		k, _ := world.ParseKind(e.Advice.Kinds[i].Kind)
		settings.Policies[k] = e.policy(&e.Advice.Kinds[i])
	}
	s.Rebase(settings)
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(s)
}

// columns are those of the tables: of playback, and of what it costs.
var columns = []string{"kind", "delay_ms", "max_extrapolation_ms", "on_dry", "blend", "smoothing_ms",
	"underruns_per_min", "latency_p50_ms", "error_rms_m", "correction_p95_m", "staleness_cost_m"}

func (e *Export) cells(row *KindAdvice) []string {
	p, c := e.policy(row), &row.Recommended
	k, _ := world.ParseKind(row.Kind)
	choice := func(name string) string {
		s := config.MustSetting(name)
		return s.Format(s.Get(&e.Scenario.Settings, int(k)))
	}
	return []string{row.Kind, number(row.DelayMS, 0), number(toMS(p.MaxExtrapolation), 1), choice("on-underrun"), choice("blend"), number(toMS(p.Smoothing), 1),
		number(c.UnderrunsPerMin, 2), number(c.LatencyMS.P50, 1), number(c.ErrorM.RMS, 3), number(c.CorrectionP95M, 3), number(c.StalenessM, 3)}
}

func (e *Export) toCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{append(append([]string{}, columns...), "delay_zero", "version")}
	for i := range e.Advice.Kinds {
		rows = append(rows, append(e.cells(&e.Advice.Kinds[i]), e.Advice.Zero, e.Version))
	}
	return out.WriteAll(rows)
}

func (e *Export) toMarkdown(w io.Writer) error {
	line := func(cells []string) string { return "| " + strings.Join(cells, " | ") + " |\n" }
	rule := []string{"---"}
	for range columns[1:] {
		rule = append(rule, "--:")
	}
	text := e.about() + "\n\n" + line(columns) + line(rule)
	for i := range e.Advice.Kinds {
		text += line(e.cells(&e.Advice.Kinds[i]))
	}
	_, err := io.WriteString(w, text)
	return err
}

// number returns a number with at most so many decimals.
func number(v float64, decimals int) string {
	scale := math.Pow10(decimals)
	return strconv.FormatFloat(math.Round(v*scale)/scale, 'f', -1, 64)
}
