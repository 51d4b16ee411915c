package motion

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game/world"
	"snaplab/interp"
)

// What jumps and gaps are told by.
const (
	// A jump is farther than this and faster than so many times what 95 % of the steps of
	// its kind in which something moves are.
	jumpDistance = 1.0 // metres
	jumpSpeed    = 4.0
	// Of what never moves but by jumps they are faster than this.
	jumpFromRest = 10.0 // m/s
	// A gap is longer than so many steps, unless nothing moved in it.
	gapSteps = 2.5
	// Who was away for longer, and moved, had left.
	leftFor   = time.Second
	leftSteps = 5.0
	// What is slower stands still.
	still = 0.02 // m/s
)

// finish works out the units, and makes of the rows tracks.
func (r *reading) finish() (*Recording, error) {
	if r.left*2 > r.rows {
		return nil, fmt.Errorf("%w, and %d of %d rows are like it", r.firstLeft, r.left, r.rows)
	}
	r.entities = slices.DeleteFunc(r.entities, func(e Entity) bool { return e.last() == nil })
	if err := r.found(); err != nil {
		return nil, err
	}
	low, zero, high := r.body()
	unit, err := r.timeUnit(zero)
	if err != nil {
		return nil, err
	}
	degrees := r.anglesInDegrees()
	rec := &Recording{}
	repeated := 0
	first, last := time.Duration(math.MaxInt64), time.Duration(math.MinInt64)
	for i := range r.entities {
		e := &r.entities[i]
		e.settle()
		n := 0
		for j := range e.Track {
			s := e.Track[j]
			at := math.Float64frombits(uint64(s.At))
			if at < low || at > high {
				r.say("far", int(e.lines[j]), "%s whose time lies far from the others: left out")
				continue
			}
			if at = (at - zero) * unit; math.Abs(at) > float64(maxLength) {
				return nil, fmt.Errorf("line %d, column %d: the time is %.0f s from the middle of the others, want at most a day", e.lines[j], r.timeColumn()+1, at/1e9)
			}
			s.At = time.Duration(math.Round(at))
			r.turn(&s.Pose, degrees)
			e.Track[n], e.lines[n] = s, e.lines[j]
			n++
		}
		if e.Track, e.lines = e.Track[:n], e.lines[:n]; n == 0 {
			continue
		}
		repeated += r.order(e)
		first, last = min(first, e.Track[0].At), max(last, e.Track[len(e.Track)-1].At)
	}
	if repeated*10 > r.rows {
		c := r.counts["repeated"]
		return nil, fmt.Errorf("line %d: an entity is at two places at one time, as in %d of %d rows: does another column tell the entities apart? (--motion-map id=COLUMN)", c.line, repeated, r.rows)
	}
	if err := r.cut(first, &last); err != nil {
		return nil, err
	}
	for _, e := range r.entities {
		if len(e.Track) > 0 {
			rec.Entities = append(rec.Entities, e)
		}
	}
	r.entities = nil
	if len(rec.Entities) == 0 {
		return nil, errNothing
	}
	rec.Length = last
	rec.centre()
	r.fewKinds(rec)
	r.hintUp(rec)
	rec.measure(r)
	for _, key := range []string{"no id", "numbers", "angles", "cells", "kinds", "states", "far", "back", "repeated", "same", "teleports", "jumps", "gaps", "left"} {
		if c := r.counts[key]; c != nil {
			r.warnings = append(r.warnings, Warning{c.line, fmt.Sprintf(c.text, counted(c.n))})
		}
	}
	rec.Warnings = r.warnings
	return rec, nil
}

func counted(n int) string {
	if n == 1 {
		return "one row"
	}
	return fmt.Sprintf("%d rows", n)
}

// anglesInDegrees tells the unit of angles, by name or by their size.
func (r *reading) anglesInDegrees() bool {
	for _, f := range []Field{Yaw, Pitch, Roll} {
		if degrees, ok := angleUnits[r.fields[f].unit]; ok {
			return degrees
		}
	}
	return r.angles > 2*math.Pi+0.01
}

// turn makes a rotation of the angles or the quaternion as read, and puts z up. The nose of
// what turns by nothing points along x, where y is up along z, as in engines of that kind.
func (r *reading) turn(p *interp.Pose, degrees bool) {
	q := p.Rotation
	if r.fields[QW].at < 0 {
		angle := func(v float32) float64 {
			if degrees {
				return float64(v) * math.Pi / 180
			}
			return float64(v)
		}
		roll, pitch, yaw := angle(q.V[0]), angle(q.V[1]), angle(q.V[2])
		if r.compass() {
			yaw = math.Pi/2 - yaw
		}
		about := func(a float64, axis mgl32.Vec3) mgl32.Quat {
			sin, cos := math.Sincos(a / 2)
			return mgl32.Quat{W: float32(cos), V: axis.Mul(float32(sin))}
		}
		p.Rotation = about(yaw, mgl32.Vec3{0, 0, 1}).Mul(about(pitch, mgl32.Vec3{0, 1, 0})).Mul(about(roll, mgl32.Vec3{1, 0, 0}))
		switch at := &p.Position; r.options.Up {
		case UpY:
			at[1], at[2] = -at[2], at[1]
			p.Rotation = about(-math.Pi/2, mgl32.Vec3{0, 0, 1}).Mul(p.Rotation)
		case DownZ:
			at[1], at[2] = -at[1], -at[2]
			p.Rotation = about(-yaw, mgl32.Vec3{0, 0, 1})
		}
		p.Rotation = p.Rotation.Normalize()
		return
	}
	if !(q.Len() > 1e-6) {
		q = mgl32.QuatIdent()
	}
	q = q.Normalize()
	const half = math.Sqrt2 / 2
	switch at := &p.Position; r.options.Up {
	case UpY:
		at[1], at[2] = -at[2], at[1]
		q.V[1], q.V[2] = -q.V[2], q.V[1]
		q = q.Mul(mgl32.Quat{W: half, V: mgl32.Vec3{0, 0, -half}}) // from z, which became −y, to x
	case DownZ:
		at[1], at[2] = -at[1], -at[2]
		q.V[1], q.V[2] = -q.V[1], -q.V[2]
	}
	p.Rotation = q.Normalize()
}

// compass reports whether the yaw counts from north on clockwise, by the column's name or unit.
func (r *reading) compass() bool {
	f := r.fields[Yaw]
	if f.at < 0 || f.unit == "math" {
		return false
	}
	list, _ := words(r.head[f.at])
	return f.unit == "compass" || slices.ContainsFunc(list, func(w string) bool {
		return slices.Contains([]string{"heading", "hdg", "course", "cog", "bearing", "azimuth"}, w)
	})
}

// cut leaves what is asked for of all tracks, and has the first time be 0.
func (r *reading) cut(first time.Duration, last *time.Duration) error {
	from, to := first+r.options.From, *last
	if r.options.To > 0 {
		to = min(to, first+r.options.To)
	}
	if from > to {
		return fmt.Errorf("nothing is between %v and %v: it lasts %v", r.options.From, r.options.To, *last-first)
	}
	*last = 0
	for i := range r.entities {
		e := &r.entities[i]
		inside := func(at time.Duration) bool { return at >= from && at <= to }
		if len(e.Track) == 0 {
			continue
		}
		begin := slices.IndexFunc(e.Track, func(s world.Sample) bool { return inside(s.At) })
		if begin < 0 {
			e.Track = nil
			continue
		}
		end := begin
		for end < len(e.Track) && inside(e.Track[end].At) {
			e.Track[end].At -= from
			end++
		}
		e.Track, e.lines = e.Track[begin:end], e.lines[begin:end]
		*last = max(*last, e.Track[end-begin-1].At)
	}
	return nil
}

// fewKinds leaves out kinds that are none: a column that has nearly one for each entity.
func (r *reading) fewKinds(rec *Recording) {
	kinds := map[string]bool{}
	for _, e := range rec.Entities {
		kinds[e.Kind] = true
	}
	at := r.fields[Kind].at
	if _, asked := r.options.Map[Kind]; len(kinds) <= int(world.MaxKinds) || asked || at < 0 {
		return
	}
	if 2*len(kinds) < len(rec.Entities) {
		r.warnings = append(r.warnings, Warning{r.headLine, fmt.Sprintf("column %d (%s) has %d kinds, a scenario at most %d: --motion-map kind=COLUMN takes another, kind=- none, --motion-only NAME,… some entities", at+1, r.head[at], len(kinds), world.MaxKinds)})
		return
	}
	r.warnings = append(r.warnings, Warning{r.headLine, fmt.Sprintf("column %d (%s) has %d values for %d entities, so it does not say their kinds: all are one kind", at+1, r.head[at], len(kinds), len(rec.Entities))})
	for i := range rec.Entities {
		rec.Entities[i].Kind = "entity"
	}
}

// found returns an error about names that were asked for and are not there, or about nothing at all.
func (r *reading) found() error {
	for _, only := range r.options.Only {
		if !r.named[strings.ToLower(only)] {
			return fmt.Errorf("no entity is called %q; there are %.200s", only, strings.Join(r.all[:min(len(r.all), 12)], ", "))
		}
	}
	if len(r.entities) == 0 {
		return fmt.Errorf("line %d: %w", r.line, errNothing)
	}
	return nil
}

// centre puts the middle of the ground, and the lowest height, where zero is.
func (rec *Recording) centre() {
	low, high := rec.Bounds()
	middle := low.Add(high).Mul(0.5)
	middle[2] = low[2]
	for i := range rec.Entities {
		for j := range rec.Entities[i].Track {
			p := &rec.Entities[i].Track[j].Pose.Position
			*p = p.Sub(middle)
		}
	}
}

// hintUp says where another axis than the one taken seems to point up: along which nothing
// goes far while along the one taken everything does.
func (r *reading) hintUp(rec *Recording) {
	if _, said := r.options.Map[Z]; said || r.options.Up != UpZ || r.fields[Z].at < 0 || r.fields[Y].at < 0 || r.geographic {
		return
	}
	low, high := rec.Bounds()
	if size := high.Sub(low); size[1] < 4 && size[2] > 5*size[1] && size[2] > size[0]/4 {
		r.warnings = append(r.warnings, Warning{r.headLine, fmt.Sprintf("%s changes by %.3g m at most, %s by %.3g m: if y points up, say --motion-up y", r.head[r.fields[Y].at], size[1], r.head[r.fields[Z].at], size[2])})
	}
}
