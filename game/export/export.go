// Package export takes delays home: as a scenario, as tables, and as the settings of engines,
// each of which is played by that engine's lens before it is printed.
package export

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
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
)

// Export is what is taken home: an advice, and the settings that it is for.
type Export struct {
	Advice *study.Advice
	// InUse takes the delays of the scenario home instead of the recommended ones.
	InUse bool
	// Scenario is the one that was tuned, with the kinds of the advice. It is not changed.
	Scenario config.Scenario
	// Version names the program and its version.
	Version string
}

// ErrExport is wrapped by the error about a form that is not known.
var ErrExport = errors.New("unknown form")

// Form is one way to write an Export.
type Form struct {
	// Name is one word, that of the engine setting where that knows the engine too.
	// Title is what it is for people: an engine's name, or empty.
	Name, Title string
	// Extension is that of a file of it, without the dot.
	Extension string

	// write writes a form that isn't an engine's.
	write func(e *Export, w io.Writer) error
}

var forms = allForms()

func allForms() []Form {
	all := []Form{
		{"json", "", "json", (*Export).toJSON},
		{"csv", "", "csv", (*Export).toCSV},
		{"markdown", "", "md", (*Export).toMarkdown},
	}
	for i := range known {
		all = append(all, Form{known[i].Name, known[i].Title, known[i].Extension, nil})
	}
	return all
}

// Writing writes an export in a form, a little at a time, since a proof takes a while.
type Writing struct {
	export *Export
	form   *Form
	work   *Work // nil for what is no engine
	text   string
}

// Begin begins to write it in a form.
func (e *Export) Begin(f *Form) *Writing {
	w := &Writing{export: e, form: f}
	if f.write == nil {
		w.work = e.Work(f.Name)
	}
	return w
}

// Step works for some milliseconds, and reports whether the text is there.
func (w *Writing) Step() (done bool) {
	if w.work != nil && !w.work.Step() {
		return false
	}
	var out strings.Builder
	if err := w.write(&out); err != nil {
		out.WriteString(err.Error())
	}
	w.text = out.String()
	return true
}

func (w *Writing) write(out io.Writer) error {
	if w.work == nil {
		return w.form.write(w.export, out)
	}
	proofs, err := w.work.Proofs()
	if err != nil {
		return err
	}
	return w.export.WriteProof(out, &proofs[0])
}

// Text returns the text, or the error's, once Step has returned true.
func (w *Writing) Text() string { return w.text }

// Prove makes the proofs for the engines of these names, of all if there are none.
func (e *Export) Prove(names ...string) ([]Proof, error) {
	w := e.Work(names...)
	for !w.Step() {
	}
	return w.Proofs()
}

// resolved returns it with the delays in use in the place of the recommended ones if those are
// taken home.
func (e *Export) resolved() *Export {
	if !e.InUse {
		return e
	}
	used := *e
	used.Advice = e.Advice.InUse()
	return &used
}

// delay returns the largest of all kinds, in ms from the fastest packet.
func (e *Export) delay() (ms float64) {
	for i := range e.Advice.Kinds {
		ms = max(ms, e.Advice.Kinds[i].DelayMS)
	}
	return ms
}

// strictest returns the kind whose delay is the largest, of those that don't come and go if there
// are any: the one timeline of an engine is for it.
func (e *Export) strictest() interp.Kind {
	best, found, mortal := interp.Kind(0), math.Inf(-1), true
	for i := range e.Advice.Kinds {
		row := &e.Advice.Kinds[i]
		k, ok := e.Scenario.Settings.Kinds.Parse(row.Kind)
		if goes := comesAndGoes(&e.Scenario, k); ok && (mortal && !goes || mortal == goes && row.DelayMS > found) {
			best, found, mortal = k, row.DelayMS, goes
		}
	}
	return best
}

func comesAndGoes(s *config.Scenario, k interp.Kind) bool {
	return s.Settings.Kinds.Of(k).Motion == world.Rocket
}

// keeps reports whether what was shown is within the budget.
func (e *Export) keeps(p *played) bool {
	for i := range e.Advice.Kinds { // one timeline for all: the strictest holds
		if b := &e.Advice.Kinds[i].Budget; p.perMinute() > b.UnderrunsPerMin || p.share() > b.UnderrunShare {
			return false
		}
	}
	return true
}

// WriteProof writes an engine's settings as a text to be pasted, whose comments say what they
// show, where they are pasted and what they can't do.
func (e *Export) WriteProof(w io.Writer, p *Proof) error {
	e = e.resolved()
	i := slices.IndexFunc(known, func(k engine) bool { return k.Name == p.Format })
	k, out := &known[i], new(strings.Builder)
	say := func(line string) { out.WriteString(strings.TrimRight(k.Mark+" "+line, " ") + "\n") }
	say(k.Title + ". Modelled: " + p.Version + ".")
	say(e.about())
	if p.Proved {
		say(p.String())
	}
	if k.lens != nil {
		say("Its zero of the delay: " + k.lens.Zero + ".")
		say("Not modelled: " + p.NotModelled + ".")
	}
	say("All times in ms unless a setting says otherwise.")
	say("Where it is pasted: " + k.Where + ".")
	say("When it takes effect: " + k.When + ".")
	say("Who may set it: " + k.Who + ".")
	say("")
	for _, line := range p.Text {
		out.WriteString(line + "\n")
	}
	say("")
	for _, line := range k.Say {
		say(line)
	}
	each := "By itself each kind needs:"
	if e.InUse {
		each = "By itself each kind has:"
	}
	largest, told := e.delay(), ", so the largest delay is asked for. "
	if k.Delay == nil {
		told = ", which can't be told a delay. "
	}
	say("It has one timeline for all kinds" + told + each)
	for i := range e.Advice.Kinds {
		row := &e.Advice.Kinds[i]
		line := fmt.Sprintf("  %-8s %4.0f ms", row.Kind, row.DelayMS)
		switch less := largest - row.DelayMS; {
		case k.Delay == nil: // none of them decides what it shows
		case less > 0:
			line += fmt.Sprintf(", %.0f ms less than asked for", less)
		default:
			line += ", which decides"
		}
		say(line)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// String says in a sentence what was proved.
func (p *Proof) String() string {
	if !p.Proved {
		return "Not proved: " + p.Reason + "."
	}
	way, by := "later", *p.ExcessMS
	if by < 0 {
		way, by = "sooner", -by
	}
	text := fmt.Sprintf("Proved by playing these values in %d runs: it shows what was %s ms ago on average, %s ms %s than asked, and is in underrun %s %% of the time",
		p.Seeds, number(*p.LatencyMS, 1), number(by, 1), way, number(100**p.UnderrunShare, 2))
	if p.UnderrunsPerMin != nil {
		text += fmt.Sprintf(", %s times a minute", number(*p.UnderrunsPerMin, 2))
	}
	text += "."
	if !p.Met {
		text += " That is over the budget."
	}
	if p.Reason != "" {
		text += " The reason: " + p.Reason + "."
	}
	return text
}

// Forms returns the forms, those for any program first, then the engines. The
// slice is the caller's.
func Forms() []Form { return slices.Clone(forms) }

// Names returns the names of the forms, in their order.
func Names() []string {
	names := make([]string, len(forms))
	for i := range forms {
		names[i] = forms[i].Name
	}
	return names
}

// Find returns the form of a name, which for an engine of Unity may be without
// that word, or an error that wraps ErrExport.
func Find(name string) (*Form, error) {
	for i := range forms {
		if f := &forms[i]; f.Name == name || f.Name == "unity-"+name {
			return f, nil
		}
	}
	return nil, fmt.Errorf("%w: export %q is not known%s", ErrExport, name, config.Suggest(name, Names()))
}

// Write writes it in the form of a name. An error wraps ErrExport if there is none of
// that name; others are the writer's.
func (e *Export) Write(w io.Writer, name string) error {
	f, err := Find(name)
	if err != nil {
		return err
	}
	writing := e.Begin(f)
	for writing.work != nil && !writing.work.Step() {
	}
	return writing.write(w)
}

// about says what the numbers are, from where they count and what they keep to.
func (e *Export) about() string {
	a := e.Advice
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
	from := ""
	if a.Seeds > 0 {
		from = fmt.Sprintf(", from %d runs of %s s", a.Seeds, number(a.DurationS, 3))
	}
	return fmt.Sprintf("%s by %s for %s%s: %s.%s Delays count from %s.", what, e.Version, a.Scenario, from, e.budgets(), kept, a.Zero)
}

// budgets says what is kept to: once for all kinds, or by kind where they have budgets of their own.
func (e *Export) budgets() string {
	var texts, kinds []string
	for i := range e.Advice.Kinds {
		row := &e.Advice.Kinds[i]
		text := budgetText(&row.Budget)
		at := slices.Index(texts, text)
		if at < 0 {
			at, texts, kinds = len(texts), append(texts, text), append(kinds, "")
		}
		kinds[at] += ", " + row.Kind
	}
	if len(texts) > 1 {
		for i := range texts {
			texts[i] = kinds[i][2:] + ": " + texts[i]
		}
	}
	return strings.Join(texts, "; ")
}

func budgetText(b *study.BudgetAdvice) string {
	parts := []string{fmt.Sprintf("underruns a minute: at most %g", b.UnderrunsPerMin), fmt.Sprintf("time in underrun: at most %g %%", 100*b.UnderrunShare)}
	for _, part := range []struct {
		format string
		most   *float64
	}{
		{"95 %% of corrections: at most %g m", b.CorrectionP95M},
		{"95 %% of corrections: at most %g°", b.CorrectionP95Deg},
		{"gap survived: %g ms", b.LongestGapMS},
		{"latency: at most %g ms", b.LatencyMS},
		{"95 %% of errors: at most %g m", b.ErrorP95M},
	} {
		if part.most != nil {
			parts = append(parts, fmt.Sprintf(part.format, *part.most))
		}
	}
	return strings.Join(parts, ", ")
}

// policy returns a kind's playback, with the recommended delay if that is taken home.
func (e *Export) policy(row *study.KindAdvice) interp.Policy {
	k, _ := e.Scenario.Settings.Kinds.Parse(row.Kind)
	p := e.Scenario.Settings.Policies[k]
	if !e.InUse {
		p.Delay, p.Tuning = time.Duration(row.DelayMS*1e6), interp.ByHand
	}
	return p
}

func (e *Export) toJSON(w io.Writer) error {
	e = e.resolved()
	s := e.Scenario
	s.Version = e.Version
	s.About = e.about() + " Every value has its unit."
	settings := s.Settings
	for i := range e.Advice.Kinds {
		k, _ := settings.Kinds.Parse(e.Advice.Kinds[i].Kind)
		settings.Policies[k] = e.policy(&e.Advice.Kinds[i])
	}
	s.Rebase(settings)
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(s)
}

// columns are those of the tables: of playback, and of what it costs.
var columns = []string{"kind", "delay_ms", "max_extrapolation_ms", "on_underrun", "blend", "smoothing_ms",
	"underruns_per_min", "latency_p50_ms", "error_rms_m", "correction_p95_m", "error_rms_deg", "correction_p95_deg", "staleness_cost_m"}

func (e *Export) cells(row *study.KindAdvice) []string {
	p, c := e.policy(row), &row.Recommended
	k, _ := e.Scenario.Settings.Kinds.Parse(row.Kind)
	choice := func(name string) string {
		s := config.MustSetting(name)
		return s.Format(s.Get(&e.Scenario.Settings, int(k)))
	}
	cells := []string{row.Kind, number(row.DelayMS, 0), number(toMS(p.MaxExtrapolation), 1), choice("on-underrun"), choice("blend"), number(toMS(p.Smoothing), 1)}
	if e.Advice.Seeds == 0 { // nothing is known of the costs
		return append(cells, make([]string, len(columns)-len(cells))...)
	}
	return append(cells,
		number(c.UnderrunsPerMin, 2), number(c.LatencyMS.P50, 1), number(c.ErrorM.RMS, 3), number(c.CorrectionP95M, 3), number(c.ErrorDeg.RMS, 1), number(c.CorrectionP95Deg, 1), number(c.StalenessM, 3))
}

func (e *Export) toCSV(w io.Writer) error {
	e = e.resolved()
	out := csv.NewWriter(w)
	rows := [][]string{append(append([]string{}, columns...), "delay_zero", "version")}
	for i := range e.Advice.Kinds {
		rows = append(rows, append(e.cells(&e.Advice.Kinds[i]), e.Advice.Zero, e.Version))
	}
	return out.WriteAll(rows)
}

func (e *Export) toMarkdown(w io.Writer) error {
	e = e.resolved()
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
	return strconv.FormatFloat(round(v, decimals), 'f', -1, 64)
}

func round(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(v*scale) / scale
}

func toMS(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
