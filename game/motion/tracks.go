package motion

import (
	"cmp"
	"fmt"
	"math"
	"slices"
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
	// A gap is longer than so many steps, unless nothing moved in it.
	gapSteps = 2.5
	// Who was away for longer, and moved, had left.
	leftFor = time.Second
	// What is slower stands still.
	still = 0.02 // m/s
)

// finish works out the units, and makes of the rows tracks.
func (r *reading) finish() (*Recording, error) {
	if r.left*10 > r.rows {
		return nil, fmt.Errorf("%w, and %d of %d rows are like it", r.firstLeft, r.left, r.rows)
	}
	if len(r.entities) == 0 {
		return nil, fmt.Errorf("line %d: %w", r.line, errNothing)
	}
	unit, err := r.timeUnit()
	if err != nil {
		return nil, err
	}
	degrees := r.anglesInDegrees()
	rec := &Recording{}
	repeated := 0
	first, last := time.Duration(math.MaxInt64), time.Duration(math.MinInt64)
	for i := range r.entities {
		e := &r.entities[i]
		for j := range e.Track {
			s := &e.Track[j]
			at := math.Float64frombits(uint64(s.At)) * unit
			if math.Abs(at) > float64(maxLength) {
				return nil, fmt.Errorf("line %d: the time is %.0f s from the first, want at most a day", e.lines[j], at/1e9)
			}
			s.At = time.Duration(math.Round(at))
			r.turn(&s.Pose, degrees)
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
	if len(rec.Entities) == 0 {
		return nil, errNothing
	}
	rec.Length = last
	r.fewKinds(rec)
	rec.measure(r)
	for _, key := range []string{"no id", "numbers", "states", "back", "repeated", "same", "teleports", "jumps", "gaps", "left"} {
		if c := r.counts[key]; c != nil {
			r.warnings = append(r.warnings, Warning{c.line, fmt.Sprintf(c.text, counted(c.n))})
		}
	}
	rec.Warnings = r.warnings
	return rec, nil
}

// maxLength is how long a recording may last.
const maxLength = 24 * time.Hour

func counted(n int) string {
	if n == 1 {
		return "one row"
	}
	return fmt.Sprintf("%d rows", n)
}

// timeUnit returns the nanoseconds of the times' unit: the one that the column or its map names,
// that which makes a date of the first time, or the one in which the steps are plausible.
func (r *reading) timeUnit() (float64, error) {
	f := r.fields[Time]
	switch {
	case f.at < 0:
		return 1e9 / r.options.Rate, nil
	case r.iso != "":
		return 1e9, nil
	case f.unit != "":
		u, ok := timeUnits[f.unit]
		if !ok {
			return 0, fmt.Errorf("line 1, column %d (%s): %q is no unit of time, want s, ms, us or ns", f.at+1, r.head[f.at], f.unit)
		}
		return float64(u), nil
	}
	for _, u := range []struct {
		from, unit float64
	}{{1e17, 1}, {1e14, 1e3}, {1e11, 1e6}, {1e9, 1e9}} {
		if float64(r.base) >= u.from && (r.whole || u.unit >= 1e6) {
			return u.unit, nil
		}
	}
	step := r.medianStep()
	if step < 2 {
		if r.whole && step == 1 {
			r.warnings = append(r.warnings, Warning{1, "the times are whole numbers one apart: taken as seconds; if they count ticks, say --motion-map frame=" + r.head[f.at] + " and --motion-rate"})
		}
		return 1e9, nil
	}
	unit, name := 1.0, "ns"
	switch {
	case step < 1500:
		unit, name = 1e6, "ms"
	case step < 1.5e6:
		unit, name = 1e3, "µs"
	}
	r.warnings = append(r.warnings, Warning{1, fmt.Sprintf("the times have no unit: taken as %s, since the usual step is %.4g", name, step)})
	return unit, nil
}

// medianStep returns the median step between two rows of an entity, in the unit of the file.
func (r *reading) medianStep() float64 {
	var steps []float64
	for _, e := range r.entities {
		for j := 1; j < len(e.Track) && len(steps) < 20_000; j++ {
			if d := math.Float64frombits(uint64(e.Track[j].At)) - math.Float64frombits(uint64(e.Track[j-1].At)); d > 0 {
				steps = append(steps, d)
			}
		}
	}
	if len(steps) == 0 {
		return 1
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
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

// order puts the samples of an entity into the order of time, one for each, and returns how
// many others there were.
func (r *reading) order(e *Entity) (repeated int) {
	byTime := func(a, b world.Sample) int { return cmp.Compare(a.At, b.At) }
	if !slices.IsSortedFunc(e.Track, byTime) {
		order := make([]int, len(e.Track))
		for i := range order {
			order[i] = i
			if i > 0 && e.Track[i].At < e.Track[i-1].At {
				r.say("back", int(e.lines[i]), "%s whose time goes back: put in order")
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return byTime(e.Track[a], e.Track[b]) })
		track, lines := make(world.Track, len(order)), make([]int32, len(order))
		for i, from := range order {
			track[i], lines[i] = e.Track[from], e.lines[from]
		}
		e.Track, e.lines = track, lines
	}
	n := 1
	for i := 1; i < len(e.Track); i++ {
		if last := &e.Track[n-1]; e.Track[i].At == last.At {
			if e.Track[i].Pose.Position == last.Pose.Position {
				r.say("same", int(e.lines[i]), "%s that says again what was said: left out")
			} else {
				r.say("repeated", int(e.lines[i]), "%s of an entity at another place at the same time: left out")
				repeated++
			}
			continue
		}
		e.Track[n], e.lines[n] = e.Track[i], e.lines[i]
		n++
	}
	e.Track, e.lines = e.Track[:n], e.lines[:n]
	return repeated
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
	r.warnings = append(r.warnings, Warning{1, fmt.Sprintf("column %d (%s) has %d values, more than there may be kinds: all are one kind", at+1, r.head[at], len(kinds))})
	for i := range rec.Entities {
		rec.Entities[i].Kind = "entity"
	}
}
