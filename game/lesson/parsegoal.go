package lesson

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"snaplab/game"
	"snaplab/game/config"
)

// longestOver bounds the time that a goal is measured over. It is less than
// measure.RecentTime, so that all of it is remembered at any display rate.
const longestOver = 15 * time.Second

func (r *reader) goal(n *config.Node, what string) (g Goal) {
	if !n.IsObject() || n.Get("setting") == nil && n.Get("measure") == nil {
		r.Fail(n.Line, "%s wants a \"measure\" or a \"setting\"", what)
		return g
	}
	g.Of, g.Kind = -1, -1
	bound := r.bound(n, what, &g)
	if at := n.Get("setting"); at != nil {
		r.Fields(n, what, "setting", "of", "at_most", "at_least", "is")
		r.settingGoal(n, at, bound, what, &g)
		return g
	}
	r.Fields(n, what, "measure", "lens", "kind", "over", "at_most", "at_least", "is")
	var err error
	if g.Measure, err = parseMeasure(r.Text(n.Get("measure"), what+"'s measure")); err != nil {
		r.Fail(n.Line, "%s: %v", what, err)
		return g
	}
	g.Lens = game.Interpolated
	if at := n.Get("lens"); at != nil {
		g.Lens = r.lens(at, what, g.Measure)
	}
	if at := n.Get("kind"); at != nil {
		g.Kind = r.kind(at, what, &g)
	}
	g.Over = r.over(n, what)
	if bound != nil {
		g.Value = r.amount(bound, what, g.Measure)
	}
	return g
}

// bound finds the one comparison of a goal.
func (r *reader) bound(n *config.Node, what string, g *Goal) (found *config.Node) {
	for b, name := range boundNames {
		if at := n.Get(name); at != nil {
			if found != nil {
				r.Fail(at.Line, "%s has two bounds, want one", what)
			}
			g.Bound, found = Bound(b), at
		}
	}
	if found == nil {
		r.Fail(n.Line, "%s has no \"at_most\", \"at_least\" or \"is\"", what)
	}
	return found
}

func (r *reader) settingGoal(n, at, bound *config.Node, what string, g *Goal) {
	s, err := config.FindSetting(r.Text(at, what+"'s setting"))
	if err != nil {
		r.Fail(at.Line, "%s: %v", what, err)
		return
	}
	g.Setting = s.Name
	if of := n.Get("of"); of != nil {
		name := r.Text(of, what+"'s of")
		if g.Of = slices.Index(s.Qualifiers(&config.Settings{Kinds: r.Kinds}), name); g.Of < 0 || s.Scope == config.PerSession {
			r.Fail(of.Line, "%s: %s has no %q", what, s.Name, name)
		}
	}
	if bound == nil {
		return
	}
	if text := r.Text(bound, what+"'s value"); text != "" {
		v, err := s.Parse(text)
		if err != nil {
			r.Fail(bound.Line, "%s: %v", what, err)
		}
		g.Value = float64(v)
	}
}

// lensName is what a lens is called in a lesson: the one that makes a mistake or plays as
// an engine is the comparison.
func lensName(l game.Lens) string {
	if l == game.Fourth {
		return "comparison"
	}
	return l.String()
}

func (r *reader) lens(at *config.Node, what string, m Measure) game.Lens {
	name := r.Text(at, what+"'s lens")
	var names []string
	for l := range game.MaxLenses {
		if lensName(l) == name {
			if !m.ByLens() {
				r.Fail(at.Line, "%s: %s is not measured of a lens", what, m)
			}
			return l
		}
		names = append(names, lensName(l))
	}
	r.Fail(at.Line, "%s: no lens is called %q%s", what, name, config.Suggest(name, names))
	return game.Interpolated
}

func (r *reader) kind(at *config.Node, what string, g *Goal) int {
	name := r.Text(at, what+"'s kind")
	k, ok := r.Kinds.Parse(name)
	switch {
	case !ok:
		r.Fail(at.Line, "%s: no kind is called %q", what, name)
		return -1
	case !measures[g.Measure].byKind || g.Lens != game.Interpolated:
		r.Fail(at.Line, "%s: %s of one kind is not measured", what, g.Measure)
	}
	return int(k)
}

// over reads the time that is measured.
func (r *reader) over(n *config.Node, what string) time.Duration {
	at := r.Need(n, what, "over")
	if at == nil {
		return time.Second
	}
	return r.Duration(at, what+"'s over", time.Second, longestOver)
}

// amount reads a number of a measure: a count is a bare one, any other has its unit.
func (r *reader) amount(n *config.Node, what string, m Measure) float64 {
	if number, ok := n.Value.(json.Number); ok && m.Unit() == "" {
		v, err := number.Float64()
		if err != nil || v < 0 {
			r.Fail(n.Line, "%s: %s is not a count", what, number)
		}
		return v
	}
	text, ok := n.Value.(string)
	if !ok || m.Unit() == "" {
		want := "a number"
		if m.Unit() != "" {
			want = fmt.Sprintf("a text such as \"3%s\"", m.Unit())
		}
		r.Fail(n.Line, "%s is %s, want %s", what, n.Shown(), want)
		return 0
	}
	v, err := m.parse(strings.TrimSpace(text))
	if err != nil {
		r.Fail(n.Line, "%s: %v", what, err)
	}
	return v
}

// proof reads what shows a mistake.
func (r *reader) proof(n *config.Node, sc *config.Scenario) *Proof {
	const what = "proof"
	if !r.Fields(n, what, "measure", "over", "at", "times", "one") {
		return nil
	}
	if sc.Settings.Comparison == config.NoComparison {
		r.Fail(n.Line, "there is a proof, and no mistake is set")
	}
	p := &Proof{One: 1}
	if at := r.Need(n, what, "measure"); at != nil {
		var err error
		if p.Measure, err = parseMeasure(r.Text(at, "proof's measure")); err != nil || !p.Measure.ByLens() {
			r.Fail(at.Line, "proof: %s is not a measure of a lens", at.Shown())
		}
	}
	p.Over = r.over(n, what)
	if at := r.Need(n, what, "at"); at != nil {
		p.At = r.Duration(at, "proof's at", p.Over, 10*time.Second)
	}
	p.Times = float64(r.Whole(r.Need(n, what, "times"), "proof's times", 2, 1e6))
	at := n.Get("one")
	if p.Measure.Unit() != "" {
		at = r.Need(n, what, "one")
	}
	if at != nil {
		if p.One = r.amount(at, what, p.Measure); p.One <= 0 {
			r.Fail(at.Line, "proof's one is %v, want more than 0", p.One)
		}
	}
	return p
}
