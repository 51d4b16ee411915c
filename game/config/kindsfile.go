package config

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"snaplab/game/world"
	"snaplab/interp"
)

// kindFields are the properties of a kind in a scenario's "kinds". Beside them it may have
// any setting that there is one of for each kind.
var kindFields = []string{"name", "shape", "size", "motion", "speed", "turn-radius", "budget"}

// kinds reads the kinds that a scenario defines. The run's kinds are then they, after those
// of the built-in ones that its entities name. Without any the run has the built-in ones.
func (r *Reader) kinds(n, entities *Node) *world.Kinds {
	defined := r.List(n, "kinds", 1, int(world.MaxKinds))
	if len(defined) == 0 {
		return nil
	}
	known := kindFields
	for i := range settings {
		if _, is := settings[i].KindOf(1); is {
			known = append(slices.Clip(known), settings[i].Name)
		}
	}
	var own []world.Kind
	for i := range defined {
		if d := &defined[i]; r.Fields(d, fmt.Sprintf("kinds %d", i+1), known...) {
			own = append(own, r.kind(d, fmt.Sprintf("kinds %d", i+1)))
		}
	}
	var list []world.Kind
	for k := range world.NumBuiltIn {
		kind := world.BuiltIn(k)
		same := func(k world.Kind) bool { return k.Name == kind.Name }
		if !slices.ContainsFunc(own, same) && namesKind(entities, kind.Name) {
			list = append(list, kind)
		}
	}
	kinds, err := world.NewKinds(append(list, own...))
	if err != nil && len(r.errors) == 0 {
		r.Fail(n.Line, "kinds: %v", err)
	}
	return kinds
}

// namesKind reports whether any of a scenario's entities are of a kind.
func namesKind(entities *Node, name string) bool {
	return entities != nil && slices.ContainsFunc(entities.Items, func(group Node) bool {
		kind := group.Get("kind")
		return kind != nil && kind.Value == name
	})
}

// kind reads what is always there of one kind: its settings and budget need the others.
func (r *Reader) kind(n *Node, what string) world.Kind {
	k := world.Kind{Name: r.Text(r.Need(n, what, "name"), "name")}
	named := k.Name
	if at := n.Get("motion"); at != nil {
		named = r.Text(at, "motion")
	}
	motion, ok := (*world.Kinds)(nil).Parse(named)
	switch {
	case isMotionFile(named):
		k.File, k.Shape, ok = named, world.Capsule, true
	case !ok && n.Get("motion") == nil:
		r.Fail(n.Line, "%s: motion is missing, want the built-in kind as which a %s moves", what, k.Name)
	case !ok:
		r.Fail(n.Get("motion").Line, "%s: no built-in kind is called %q%s", what, named, Suggest(named, (*world.Kinds)(nil).Names()))
	default:
		k.Motion, k.Shape = motion, world.BuiltIn(motion).Shape
	}
	if at := n.Get("shape"); at != nil {
		shape := r.Text(at, "shape")
		i := slices.Index(world.ShapeNames(), shape)
		if i < 0 {
			r.Fail(at.Line, "%s: no shape is called %q%s", what, shape, Suggest(shape, world.ShapeNames()))
		}
		k.Shape = world.Shape(max(i, 0))
	}
	k.Size = r.measure(n.Get("size"), what+"'s size", "m")
	k.Speed = r.measure(n.Get("speed"), what+"'s speed", "m/s")
	k.TurnRadius = r.measure(n.Get("turn-radius"), what+"'s turn-radius", "m")
	if err := k.Validate(); err != nil && k.Name != "" {
		if ok {
			r.Fail(n.Line, "%s: %v", what, err)
		}
		k = world.Kind{Name: k.Name} // so that the rest of the file still knows it
	}
	return k
}

// measure reads a number with its unit; 0 of nothing.
func (r *Reader) measure(n *Node, field, unit string) float64 {
	if n == nil {
		return 0
	}
	text := r.Text(n, field)
	number, found := strings.CutSuffix(text, unit)
	v, ok := ParseNumber(strings.TrimSpace(number))
	if text != "" && !(found && ok && v > 0) {
		r.Fail(n.Line, "%s is %q, want a number above 0 with its unit such as 2%s", field, text, unit)
	}
	return v
}

// kindSettings puts what the kinds set for themselves over the settings of all.
func (r *Reader) kindSettings(n *Node, s *Scenario) {
	if n == nil {
		return
	}
	for i := range n.Items {
		kind, what := &n.Items[i], fmt.Sprintf("kinds %d", i+1)
		var name any
		if at := kind.Get("name"); at != nil {
			name = at.Value
		}
		for j := range kind.Members {
			m := &kind.Members[j]
			if s, err := FindSetting(m.Name); err != nil || s.Scope < PerKind {
				continue // a property, or said by kinds
			}
			text, ok := m.Node.Value.(string)
			err := errors.New("is no text such as \"150ms\"")
			if ok {
				err = new(Assigner).Assign(&s.Settings, Assignment{m.Name, fmt.Sprint(name, "=", text)})
			}
			if err != nil {
				r.Fail(m.Line, "%s: %v", what, err)
			}
		}
		r.assign(kind.Get("budget"), "budget", what, func(a Assignment) error {
			return s.Budgets.Assign(s.Settings.Kinds, Assignment{a.Name, fmt.Sprint(name, "=", a.Value)})
		})
	}
}

// kindFile is the form of a kind that is written. Its settings and budget are among those of
// all.
type kindFile struct {
	Name   string `json:"name"`
	Shape  string `json:"shape"`
	Size   string `json:"size,omitempty"`
	Motion string `json:"motion"`
	Speed  string `json:"speed,omitempty"`
	Radius string `json:"turn-radius,omitempty"`
}

// kindFiles are all kinds of a run that has any of its own, so that they are read again in
// their order.
func kindFiles(kinds *world.Kinds) (list []kindFile) {
	if kinds == nil {
		return nil
	}
	for k := range kinds.Len() {
		kind := kinds.Of(interp.Kind(k))
		list = append(list, kindFile{
			Name: kind.Name, Shape: world.ShapeNames()[kind.Shape], Motion: cmp.Or(kind.File, world.BuiltIn(kind.Motion).Name),
			Size: measureText(kind.Size, "m"), Speed: measureText(kind.Speed, "m/s"), Radius: measureText(kind.TurnRadius, "m"),
		})
	}
	return list
}

func measureText(v float64, unit string) string {
	if v == 0 {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64) + unit
}
