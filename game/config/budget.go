package config

import (
	"cmp"
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
	positive := func(v *float64) bool { return v == nil || *v >= 0 && *v <= math.MaxInt32 }
	switch {
	case !positive(&underruns):
		return fmt.Errorf("%w: %v underruns a minute, want 0 or more", ErrBudget, underruns)
	case !(share >= 0 && share <= 1):
		return fmt.Errorf("%w: %v %% of the time in underrun, want 0 to 100", ErrBudget, 100*share)
	case !positive(b.Correction):
		return fmt.Errorf("%w: corrections of %v m, want 0 or more", ErrBudget, *b.Correction)
	case !(b.CorrectionDeg == nil || *b.CorrectionDeg >= 0 && *b.CorrectionDeg <= 180):
		return fmt.Errorf("%w: corrections of %v°, want 0 to 180", ErrBudget, *b.CorrectionDeg)
	case !positive(b.Error):
		return fmt.Errorf("%w: errors of %v m, want 0 or more", ErrBudget, *b.Error)
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
type Budgets [world.NumKinds]Budget

// Equal reports whether two ask for the same.
func (b *Budgets) Equal(other *Budgets) bool {
	for k := range b {
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
	Name, Help string
	// Example is a value with its unit.
	Example string

	numbers  []budgetNumber
	duration func(*Budget) **time.Duration // of a part that is a time
}

// budgetNumber is a number of a budget with the units that it may be written in, the usual
// one first.
type budgetNumber struct {
	of    func(*Budget) **float64
	units []budgetUnit
}

// budgetUnit is a unit and what one of it is worth in the number's own.
type budgetUnit struct {
	name  string
	worth float64
}

// perMinuteInText is /min where a slash has another meaning: in a run's text.
const perMinuteInText = "permin"

var lengths = []budgetUnit{{"m", 1}, {"cm", 0.01}, {"mm", 0.001}}

// BudgetParts are all of them, in the order in which they are written.
var BudgetParts = []BudgetPart{
	{"underruns", "How often a kind may be in underrun: a number for each min, s or h.", "1/min", []budgetNumber{
		{func(b *Budget) **float64 { return &b.Underruns }, []budgetUnit{{"/min", 1}, {"/s", 60}, {"/h", 1.0 / 60}, {perMinuteInText, 1}}},
	}, nil},
	{"underrun-share", "Which share of the time a kind may be in underrun. It holds together with --underruns.", "0.5%", []budgetNumber{
		{func(b *Budget) **float64 { return &b.Share }, []budgetUnit{{"%", 0.01}}},
	}, nil},
	{"correction", "How far a drawn entity may jump when data resumes: 95 % of the corrections at most this (m, cm or mm), or how far it may turn (deg), or both, with a comma.", "0.25m", []budgetNumber{
		{func(b *Budget) **float64 { return &b.Correction }, lengths},
		{func(b *Budget) **float64 { return &b.CorrectionDeg }, []budgetUnit{{"deg", 1}, {"°", 1}}},
	}, nil},
	{"error", "How far what is drawn may be from the truth of now: in 95 % of the frames at most this (m, cm or mm).", "1m", []budgetNumber{
		{func(b *Budget) **float64 { return &b.Error }, lengths},
	}, nil},
	{"max-latency", "How old what is drawn may be at most, latency and delay together.", "200ms", nil, func(b *Budget) **time.Duration { return &b.Latency }},
	{"longest-gap", "For how long nothing may arrive without an underrun.", "120ms", nil, func(b *Budget) **time.Duration { return &b.LongestGap }},
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
func (b *Budgets) Assign(a Assignment) error {
	part := budgetPart(a.Name)
	if part == nil {
		return fmt.Errorf("no part of a budget is called %q", a.Name)
	}
	name, text, qualified := strings.Cut(a.Value, "=")
	kind, known := world.ParseKind(strings.TrimSpace(name))
	if !qualified {
		text = a.Value
	} else if !known {
		return fmt.Errorf("%s has no %q%s", a.Name, name, Suggest(name, world.KindNames()))
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
	for _, n := range p.numbers {
		*n.of(to) = cmp.Or(*n.of(from), *n.of(to))
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
	number, unit := &p.numbers[0], budgetUnit{} // a bare 0 has the usual one
	for i := range p.numbers {
		for _, u := range p.numbers[i].units {
			if strings.HasSuffix(t, u.name) && len(u.name) > len(unit.name) {
				number, unit = &p.numbers[i], u
			}
		}
	}
	if unit.name == "" && t != "0" {
		return fmt.Errorf("%s %q needs a unit, want for example %s", p.Name, text, p.Example)
	}
	v, ok := ParseNumber(strings.TrimSuffix(t, unit.name))
	if !ok || v < 0 {
		return fmt.Errorf("%s %q is not understood, want a number from 0 on such as %s", p.Name, text, p.Example)
	}
	v *= unit.worth
	*number.of(into) = &v
	return nil
}

// text writes the part of a budget to the millionth, "" where it isn't asked for.
func (p *BudgetPart) text(b *Budget) string {
	var values []string
	for _, n := range p.numbers {
		if v := *n.of(b); v != nil {
			u := n.units[0]
			values = append(values, strconv.FormatFloat(math.Round(*v/u.worth*1e6)/1e6, 'f', -1, 64)+u.name)
		}
	}
	if p.duration != nil {
		if d := *p.duration(b); d != nil {
			values = append(values, FormatDuration(*d))
		}
	}
	return strings.Join(values, ",")
}

// assignments returns the parts that are asked for, one for all kinds or one for each.
func (b *Budgets) assignments() (list assignments) {
	for i := range BudgetParts {
		p := &BudgetParts[i]
		var each assignments
		same := true
		for k := range b {
			text := p.text(&b[k])
			same = same && text == p.text(&b[0])
			if text != "" {
				each = append(each, Assignment{p.Name, world.KindName(interp.Kind(k)) + "=" + text})
			}
		}
		if same && each != nil {
			each = assignments{{p.Name, p.text(&b[0])}}
		}
		list = append(list, each...)
	}
	return list
}
