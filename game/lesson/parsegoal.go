package lesson

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
)

// longestOver bounds the time that a goal is measured over. It is less than
// game.RecentTime, so that all of it is remembered at any display rate.
const longestOver = 15 * time.Second

func (r *reader) goal(n *node, what string) (g Goal) {
	if !n.isObject() || n.get("setting") == nil && n.get("measure") == nil {
		r.fault(n, "%s wants a \"measure\" or a \"setting\"", what)
		return g
	}
	g.Of, g.Kind = -1, -1
	bound := r.bound(n, what, &g)
	if at := n.get("setting"); at != nil {
		r.fields(n, what, "setting", "of", "at_most", "at_least", "is")
		r.settingGoal(n, at, bound, what, &g)
		return g
	}
	r.fields(n, what, "measure", "lens", "kind", "over", "at_most", "at_least", "is")
	var err error
	if g.Measure, err = parseMeasure(r.text(n.get("measure"), what+"'s measure")); err != nil {
		r.fault(n, "%s: %v", what, err)
		return g
	}
	g.Lens = game.Interpolated
	if at := n.get("lens"); at != nil {
		g.Lens = r.lens(at, what, g.Measure)
	}
	if at := n.get("kind"); at != nil {
		g.Kind = r.kind(at, what, &g)
	}
	g.Over = r.over(n, what)
	if bound != nil {
		g.Value = r.amount(bound, what, g.Measure)
	}
	return g
}

// bound finds the one comparison of a goal.
func (r *reader) bound(n *node, what string, g *Goal) (found *node) {
	for b, name := range boundNames {
		if at := n.get(name); at != nil {
			if found != nil {
				r.fault(at, "%s has two bounds, want one", what)
			}
			g.Bound, found = Bound(b), at
		}
	}
	if found == nil {
		r.fault(n, "%s has no \"at_most\", \"at_least\" or \"is\"", what)
	}
	return found
}

func (r *reader) settingGoal(n, at, bound *node, what string, g *Goal) {
	s, err := config.FindSetting(r.text(at, what+"'s setting"))
	if err != nil {
		r.fault(at, "%s: %v", what, err)
		return
	}
	g.Setting = s.Name
	if of := n.get("of"); of != nil {
		name := r.text(of, what+"'s of")
		if g.Of = slices.Index(s.Qualifiers(), name); g.Of < 0 || s.Scope == config.PerSession {
			r.fault(of, "%s: %s has no %q", what, s.Name, name)
		}
	}
	if bound == nil {
		return
	}
	if text := r.text(bound, what+"'s value"); text != "" {
		v, err := s.Parse(text)
		if err != nil {
			r.fault(bound, "%s: %v", what, err)
		}
		g.Value = float64(v)
	}
}

// lensName is what a lens is called in a lesson: the one that makes a mistake or plays as
// an engine is beside the others.
func lensName(l game.Lens) string {
	if l == game.Fourth {
		return "beside"
	}
	return l.String()
}

func (r *reader) lens(at *node, what string, m Measure) game.Lens {
	name := r.text(at, what+"'s lens")
	var names []string
	for l := range game.MaxLenses {
		if lensName(l) == name {
			if !m.ByLens() {
				r.fault(at, "%s: %s is not measured of a lens", what, m)
			}
			return l
		}
		names = append(names, lensName(l))
	}
	r.fault(at, "%s: no lens is called %q%s", what, name, config.Suggest(name, names))
	return game.Interpolated
}

func (r *reader) kind(at *node, what string, g *Goal) int {
	name := r.text(at, what+"'s kind")
	k, ok := world.ParseKind(name)
	switch {
	case !ok:
		r.fault(at, "%s: no kind is called %q", what, name)
		return -1
	case !measures[g.Measure].byKind || g.Lens != game.Interpolated:
		r.fault(at, "%s: %s of one kind is not measured", what, g.Measure)
	}
	return int(k)
}

// over reads the time that is measured.
func (r *reader) over(n *node, what string) time.Duration {
	at := r.need(n, what, "over")
	if at == nil {
		return time.Second
	}
	return r.duration(at, what+"'s over", time.Second, longestOver)
}

// amount reads a number of a measure: a count is a bare one, any other has its unit.
func (r *reader) amount(n *node, what string, m Measure) float64 {
	if number, ok := n.value.(json.Number); ok && m.Unit() == "" {
		v, err := number.Float64()
		if err != nil || v < 0 {
			r.fault(n, "%s: %s is not a count", what, number)
		}
		return v
	}
	text, ok := n.value.(string)
	if !ok || m.Unit() == "" {
		want := "a number"
		if m.Unit() != "" {
			want = fmt.Sprintf("a text such as \"3%s\"", m.Unit())
		}
		r.fault(n, "%s is %s, want %s", what, r.shown(n), want)
		return 0
	}
	v, err := m.parse(strings.TrimSpace(text))
	if err != nil {
		r.fault(n, "%s: %v", what, err)
	}
	return v
}

// proof reads what shows a mistake.
func (r *reader) proof(n *node, sc *config.Scenario) *Proof {
	const what = "proof"
	if !r.fields(n, what, "measure", "over", "at", "times", "one") {
		return nil
	}
	if sc.Settings.Comparison == config.NoComparison {
		r.fault(n, "there is a proof, and no mistake is set")
	}
	p := &Proof{One: 1}
	if at := r.need(n, what, "measure"); at != nil {
		var err error
		if p.Measure, err = parseMeasure(r.text(at, "proof's measure")); err != nil || !p.Measure.ByLens() {
			r.fault(at, "proof: %s is not a measure of a lens", r.shown(at))
		}
	}
	p.Over = r.over(n, what)
	if at := r.need(n, what, "at"); at != nil {
		p.At = r.duration(at, "proof's at", p.Over, 10*time.Second)
	}
	p.Times = float64(r.whole(r.need(n, what, "times"), "proof's times", 2, 1e6))
	at := n.get("one")
	if p.Measure.Unit() != "" {
		at = r.need(n, what, "one")
	}
	if at != nil {
		if p.One = r.amount(at, what, p.Measure); p.One <= 0 {
			r.fault(at, "proof's one is %v, want more than 0", p.One)
		}
	}
	return p
}
