package config

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"snaplab/game/world"
	"snaplab/interp"
)

// Budget is what may go wrong at most with a kind. Underruns and Share hold always, the others
// where they are asked for. The zero value is the default budget. What the fields point to
// must not be changed: budgets share it.
type Budget struct {
	// Underruns is how many underruns a minute there may be, 0 or more; nil for
	// DefaultUnderruns.
	Underruns *float64
	// Share is the share of the time shown that may be in underrun, 0 to 1; nil for
	// DefaultShare. One underrun that never ends counts one: that is why there are both.
	Share *float64
	// Correction is what 95 % of the corrections may not exceed, in metres, CorrectionDeg
	// the same of their turns in degrees; nil for any.
	Correction, CorrectionDeg *float64
	// Error is what the distance to the truth of now may not exceed in 95 % of the
	// frames, in metres; nil for any. It grows with the delay.
	Error *float64
	// Latency is how old what is shown may be on average; nil for any.
	Latency *time.Duration
	// LongestGap is for how long nothing may arrive without an underrun, 0 to
	// LongestSurvivable; nil where none need be survived.
	LongestGap *time.Duration
}

const (
	// DefaultUnderruns and DefaultShare are the budget where nothing is said.
	DefaultUnderruns = 1.0
	DefaultShare     = 0.005
	// LongestSurvivable is the longest gap that a budget may ask for.
	LongestSurvivable = 2 * time.Second
)

// ErrBudget is wrapped by the errors of a Budget that is no good.
var ErrBudget = errors.New("bad budget")

// Limits returns the underruns a minute and the share of time in underrun that hold.
func (b *Budget) Limits() (underruns, share float64) {
	underruns, share = DefaultUnderruns, DefaultShare
	if b.Underruns != nil {
		underruns = *b.Underruns
	}
	if b.Share != nil {
		share = *b.Share
	}
	return underruns, share
}

// Validate returns an error that names the first thing wrong.
func (b *Budget) Validate() error {
	underruns, share := b.Limits()
	for _, n := range [...]struct {
		value      *float64
		times      float64
		most       float64
		what, want string
	}{
		{&underruns, 1, math.MaxInt32, "%v underruns a minute", "0 or more"},
		{&share, 100, 100, "%v %% of the time in underrun", "0 to 100"},
		{b.Correction, 1, math.MaxInt32, "corrections of %v m", "0 or more"},
		{b.CorrectionDeg, 1, 180, "corrections of %v°", "0 to 180"},
		{b.Error, 1, math.MaxInt32, "errors of %v m", "0 or more"},
	} {
		if n.value != nil && !(*n.value >= 0 && n.times**n.value <= n.most) {
			return fmt.Errorf("%w: "+n.what+", want "+n.want, ErrBudget, n.times**n.value)
		}
	}
	switch {
	case b.Latency != nil && *b.Latency < 0:
		return fmt.Errorf("%w: a latency of %v, want 0 or more", ErrBudget, *b.Latency)
	case b.LongestGap != nil && (*b.LongestGap < 0 || *b.LongestGap > LongestSurvivable):
		return fmt.Errorf("%w: a longest gap of %v, want 0 to %v", ErrBudget, *b.LongestGap, LongestSurvivable)
	}
	return nil
}

// Equal reports whether two ask for the same.
func (b *Budget) Equal(other *Budget) bool {
	return !slices.ContainsFunc(BudgetParts, func(p BudgetPart) bool { return p.text(b) != p.text(other) })
}

// Budgets is a Budget for each kind.
type Budgets [world.MaxKinds]Budget

// Equal reports whether two ask for the same of some kinds.
func (b *Budgets) Equal(kinds *world.Kinds, other *Budgets) bool {
	for k := range kinds.Len() {
		if !b[k].Equal(&other[k]) {
			return false
		}
	}
	return true
}

// Given reports whether anything is asked for of any kind.
func (b *Budgets) Given() bool { return *b != Budgets{} }

// SetAll gives all kinds one budget.
func (b *Budgets) SetAll(budget Budget) {
	for k := range b {
		b[k] = budget
	}
}

// Validate returns an error that names the first thing wrong.
func (b *Budgets) Validate() error {
	for k := range b {
		if err := b[k].Validate(); err != nil {
			return err
		}
	}
	return nil
}

// BudgetPart is a part of a budget as it is asked for by name.
type BudgetPart struct {
	Name string
	// Example is a value with its unit.
	Example string

	units    []budgetUnit
	duration func(*Budget) **time.Duration // of a part that is a time
}

// budgetUnit is a unit of a number of a budget and what one of it is worth in the number's
// own. Numbers are written in their first unit.
type budgetUnit struct {
	name  string
	worth float64
	of    func(*Budget) **float64
}

func underrunsOf(b *Budget) **float64     { return &b.Underruns }
func shareOf(b *Budget) **float64         { return &b.Share }
func correctionOf(b *Budget) **float64    { return &b.Correction }
func correctionDegOf(b *Budget) **float64 { return &b.CorrectionDeg }
func errorOf(b *Budget) **float64         { return &b.Error }

// perMinuteInText is /min where a slash has another meaning: in a run's text.
const perMinuteInText = "permin"

// BudgetParts are all of them, in the order in which they are written.
var BudgetParts = []BudgetPart{
	{"underruns", "1/min", []budgetUnit{{"/min", 1, underrunsOf}, {"/s", 60, underrunsOf}, {"/h", 1.0 / 60, underrunsOf}, {perMinuteInText, 1, underrunsOf}}, nil},
	{"underrun-share", "0.5%", []budgetUnit{{"%", 0.01, shareOf}}, nil},
	{"correction", "0.25m", []budgetUnit{{"m", 1, correctionOf}, {"cm", 0.01, correctionOf}, {"mm", 0.001, correctionOf}, {"deg", 1, correctionDegOf}, {"°", 1, correctionDegOf}}, nil},
	{"error", "1m", []budgetUnit{{"m", 1, errorOf}, {"cm", 0.01, errorOf}, {"mm", 0.001, errorOf}}, nil},
	{"max-latency", "200ms", nil, func(b *Budget) **time.Duration { return &b.Latency }},
	{"longest-gap", "120ms", nil, func(b *Budget) **time.Duration { return &b.LongestGap }},
}

// budgetPart returns the part of a name, nil if there is none.
func budgetPart(name string) *BudgetPart {
	if i := slices.IndexFunc(BudgetParts, func(p BudgetPart) bool { return p.Name == name }); i >= 0 {
		return &BudgetParts[i]
	}
	return nil
}

// Assign puts a part into the budget of all kinds, such as 5deg or 0.25m,5deg, or with
// turret=5deg into that of one.
func (b *Budgets) Assign(kinds *world.Kinds, a Assignment) error {
	part := budgetPart(a.Name)
	if part == nil {
		return fmt.Errorf("no part of a budget is called %q", a.Name)
	}
	name, text, qualified := strings.Cut(a.Value, "=")
	kind, known := kinds.Parse(strings.TrimSpace(name))
	if !qualified {
		text = a.Value
	} else if !known {
		return fmt.Errorf("%s has no %q%s", a.Name, name, Suggest(name, kinds.Names()))
	}
	var given Budget
	for _, value := range strings.Split(text, ",") {
		if err := part.read(&given, value); err != nil {
			return err
		}
	}
	if err := given.Validate(); err != nil {
		return bare(err, ErrBudget)
	}
	for k := range b {
		if !qualified || interp.Kind(k) == kind {
			part.copy(&b[k], &given)
		}
	}
	return nil
}

// copy puts what one budget asks for into another.
func (p *BudgetPart) copy(to, from *Budget) {
	for _, u := range p.units {
		if v := *u.of(from); v != nil {
			*u.of(to) = v
		}
	}
	if p.duration != nil {
		*p.duration(to) = *p.duration(from)
	}
}

// read reads a value into a budget.
func (p *BudgetPart) read(into *Budget, text string) error {
	if p.duration != nil {
		v, err := ParseValue(Duration, text)
		if err != nil {
			return fmt.Errorf("%s %w", p.Name, err)
		}
		*p.duration(into) = (*time.Duration)(&v)
		return nil
	}
	t := strings.ToLower(strings.ReplaceAll(text, " ", ""))
	if t == "0" {
		t += p.units[0].name
	}
	unit := budgetUnit{}
	for _, u := range p.units {
		if strings.HasSuffix(t, u.name) && len(u.name) > len(unit.name) {
			unit = u
		}
	}
	if unit.name == "" {
		return fmt.Errorf("%s %q needs a unit, want for example %s", p.Name, text, p.Example)
	}
	v, ok := ParseNumber(strings.TrimSuffix(t, unit.name))
	if !ok || v < 0 {
		return fmt.Errorf("%s %q is not understood, want a number from 0 on such as %s", p.Name, text, p.Example)
	}
	v *= unit.worth
	*unit.of(into) = &v
	return nil
}

// text writes the part of a budget to the millionth, "" where it isn't asked for.
func (p *BudgetPart) text(b *Budget) string {
	text := ""
	var last *float64
	for _, u := range p.units {
		if v := *u.of(b); v != nil && v != last {
			text += "," + strconv.FormatFloat(math.Round(*v/u.worth*1e6)/1e6, 'f', -1, 64) + u.name
			last = v
		}
	}
	if p.duration != nil {
		if d := *p.duration(b); d != nil {
			text += "," + FormatDuration(*d)
		}
	}
	return strings.TrimPrefix(text, ",")
}

// assignments returns the parts that are asked for, one for all kinds or one for each.
func (b *Budgets) assignments(kinds *world.Kinds) (list assignments) {
	for i := range BudgetParts {
		p := &BudgetParts[i]
		var each assignments
		same := true
		for k := range kinds.Len() {
			text := p.text(&b[k])
			same = same && text == p.text(&b[0])
			if text != "" {
				each = append(each, Assignment{p.Name, kinds.Name(interp.Kind(k)) + "=" + text})
			}
		}
		if same && each != nil {
			each = assignments{{p.Name, p.text(&b[0])}}
		}
		list = append(list, each...)
	}
	return list
}
