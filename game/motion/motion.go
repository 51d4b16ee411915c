// Package motion reads recordings of motion: tables with a row for each entity and time, as
// games, simulators and trackers write them. It says what it understood, takes nothing for
// granted that a table leaves open without saying so, and refuses what it can't read by line
// and column.
package motion

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"snaplab/game/world"
)

// Options say what a table does not. The zero value leaves all to the table.
type Options struct {
	// Map says which column is a field, as NAME or NAME:UNIT.
	Map map[Field]string
	// Metres is how long a unit of the positions is, 0 for that of the columns' names or 1.
	Metres float64
	// Up is the axis that points up: z unless it says otherwise.
	Up Up
	// Rate is how many ticks or frames there are in a second, for tables that only count them.
	Rate float64
	// From and To cut out a part, counted from the recording's start; To 0 is its end.
	From, To time.Duration
	// Only are the names of the entities that count; nil for all.
	Only []string
}

// Up is an axis that points up.
type Up uint8

// The axes that may point up. Positions are turned so that z does, without mirroring them: of
// left-handed engines the picture is seen in a mirror.
const (
	UpZ Up = iota
	UpY
	DownZ
)

// Warning is something about a recording that whoever uses it should know. The line is that of
// the first place, 0 if it is about no one.
type Warning struct {
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
}

// Recording is what was understood of a file.
type Recording struct {
	Entities []Entity
	Warnings []Warning
	// Length is the time from the first sample to the last.
	Length time.Duration
	// Steps are what jumps and gaps were told by, for each kind.
	Kinds []KindMotion
}

// reading is a recording of which some rows have been read.
type reading struct {
	*table
	options  *Options
	head     []string
	fields   [numFields]column
	entities []Entity
	places   map[string]int // of the entities, by name
	skipped  map[string]bool
	named    map[string]bool // names of --motion-only that were met
	all      []string        // entities that were met where only some are asked for
	label    int             // another column with the entities' names, −1 for none
	warnings []Warning
	counts   map[string]*count

	headLine   int // of the names of the columns
	rows       int
	samples    int // that were taken
	left       int // rows that were left out since a number is missing
	firstLeft  error
	iso        string // the layout of the times, "" for numbers
	base       int64  // whole part of the first time
	based      bool
	fractions  bool // not every time is a whole number
	origin     [3]float64
	angles     float64 // the largest
	metres     float64
	states     []string
	geographic bool
}

type count struct {
	line, n int
	text    string // with %s for how often
}

// Read reads a recording. An error is one line that says what is wrong, and where.
func Read(from io.Reader, o Options) (*Recording, error) {
	t, head, err := openTable(from)
	if err != nil {
		return nil, err
	}
	r := &reading{table: t, options: &o, head: head, places: map[string]int{}, skipped: map[string]bool{}, counts: map[string]*count{}, named: map[string]bool{}, label: -1}
	r.headLine = t.line
	var notes []string
	if r.fields, notes, err = o.columnsOf(head); err != nil {
		return nil, err
	}
	for _, n := range notes {
		r.warnings = append(r.warnings, Warning{r.headLine, n})
	}
	r.geographic = r.fields[X].at < 0 && r.fields[Longitude].at >= 0
	if o.Rate > 0 && r.fields[Frame].at >= 0 && o.Map[Time] == "" {
		r.fields[Time].at = -1 // whoever gives a rate means the ticks
	}
	r.label = labelOf(head, r.fields[ID].at)
	if r.metres = o.Metres; r.metres == 0 {
		r.metres = 1
		if u, ok := lengthUnits[r.fields[X].unit]; ok {
			r.metres = u
		}
	}
	for {
		if err := r.next(); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		if r.rows == 0 {
			if err := r.checkFirst(); err != nil {
				return nil, err
			}
		}
		if r.rows++; r.rows > maxRows {
			return nil, fmt.Errorf("line %d: there are more than %d rows: cut it, or thin it out", r.line, maxRows)
		}
		if err := r.row(); err != nil {
			return nil, err
		}
	}
	if r.rows == 0 {
		if err := o.missing(&r.fields, head); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("line %d: no row follows the names of the columns", r.headLine)
	}
	return r.finish()
}

// Knows reports whether a text seems to be a recording: whether columns are named as positions
// are. Read may refuse it all the same.
func Knows(from io.Reader) bool {
	t, head, err := openTable(from)
	if err != nil {
		return false
	}
	fields, _, err := new(Options).columnsOf(head)
	if err != nil { // it is wide
		return true
	}
	has := func(f Field) bool { return fields[f].at >= 0 }
	if has(X) && (has(Y) || has(Z)) || has(Longitude) && has(Latitude) {
		return true
	}
	// Positions in one cell are refused with what to do about them.
	return (has(Time) || has(Frame)) && t.next() == nil && slices.ContainsFunc(t.cells, severalNumbers)
}

// severalNumbers reports whether a cell has several numbers in brackets.
func severalNumbers(c []byte) bool {
	c = bytes.TrimSpace(c)
	return len(c) > 1 && (c[0] == '(' || c[0] == '[' || c[0] == '{') && bytes.ContainsAny(c, ",; ")
}

// checkFirst says what is missing, by the first row where that shows it.
func (r *reading) checkFirst() error {
	err := r.options.missing(&r.fields, r.head)
	if err == nil {
		return nil
	}
	for i := range r.cells {
		if c := r.cell(i); severalNumbers(c) {
			return fmt.Errorf("line %d, column %d (%s): %.40q has several numbers in one cell, want a column for each of x, y and z", r.line, i+1, r.head[i], c)
		}
	}
	return err
}

// say warns once of each thing, with how often it was.
func (r *reading) say(key string, line int, text string) {
	c := r.counts[key]
	if c == nil {
		c = &count{line: line, text: text}
		r.counts[key] = c
	}
	c.n++
}

// asked reports whether an entity is one of those that are asked for, by its id or by its
// name in another column.
func (r *reading) asked(id string) bool {
	r.all = append(r.all, id)
	for _, name := range []string{id, string(r.cell(r.label))} {
		if slices.ContainsFunc(r.options.Only, func(o string) bool { return name != "" && strings.EqualFold(o, name) }) {
			r.named[strings.ToLower(name)] = true
			return true
		}
	}
	return false
}

// sample adds a row to its entity. Times and angles are as written until the end, when their
// units are known; positions are metres from the first one.
func (r *reading) sample(e *Entity) error {
	var s world.Sample
	at, err := r.time()
	if err != nil {
		return err
	}
	s.At = time.Duration(math.Float64bits(at))
	var p [3]float64
	x, y := X, Y
	if r.geographic {
		x, y = Longitude, Latitude
	}
	for i, f := range []Field{x, y, Z} {
		if r.fields[f].at < 0 {
			continue
		}
		ok, err := r.read(f, &p[i])
		if err != nil || !ok {
			return err
		}
	}
	if r.geographic {
		const perDegree = 6371008.8 * math.Pi / 180 // metres of a meridian of the mean sphere
		if math.Abs(p[0]) > 180 || math.Abs(p[1]) > 90 {
			return fmt.Errorf("line %d, column %d: %v, %v is no longitude and latitude in degrees", r.line, r.fields[Longitude].at+1, p[0], p[1])
		}
		if r.samples == 0 {
			r.origin = p
			r.warnings = append(r.warnings, Warning{r.line, "positions are degrees of longitude and latitude: taken as metres on the plane that touches the first"})
		}
		p[0], p[1] = (p[0]-r.origin[0])*perDegree*math.Cos(r.origin[1]*math.Pi/180), (p[1]-r.origin[1])*perDegree
		p[2] -= r.origin[2]
	} else {
		if r.samples == 0 {
			r.origin = p
		}
		for i := range p {
			p[i] = (p[i] - r.origin[i]) * r.metres
		}
	}
	for i := range p {
		s.Pose.Position[i] = float32(p[i])
	}
	s.Pose.Rotation.W = 1
	if r.fields[QW].at >= 0 {
		var q [4]float64
		known := true
		for i, f := range []Field{QX, QY, QZ, QW} {
			if ok, err := r.angle(f, &q[i]); err != nil {
				return err
			} else if !ok {
				known = false
			}
		}
		s.Pose.Rotation.V, s.Pose.Rotation.W = [3]float32{float32(q[0]), float32(q[1]), float32(q[2])}, float32(q[3])
		if last := e.last(); !known && last != nil {
			s.Pose.Rotation = last.Pose.Rotation
		}
	} else {
		for i, f := range []Field{Roll, Pitch, Yaw} {
			if r.fields[f].at < 0 {
				continue
			}
			var v float64
			if ok, err := r.angle(f, &v); err != nil {
				return err
			} else if last := e.last(); !ok && last != nil {
				v = float64(last.Pose.Rotation.V[i])
			}
			s.Pose.Rotation.V[i] = float32(v)
			r.angles = max(r.angles, math.Abs(v))
		}
	}
	if f := r.fields[State].at; f >= 0 {
		s.Stance = r.stance(r.cell(f))
	}
	if f := r.fields[Teleport].at; f >= 0 {
		s.Break = marked(r.cell(f))
	}
	r.samples++
	e.add(row{s, int32(r.line)})
	return nil
}

// marked reports whether a cell says yes.
func marked(cell []byte) bool {
	switch strings.ToLower(string(cell)) {
	case "", "0", "false", "no", "none", "f", "n", "null":
		return false
	}
	return true
}

// mostStates is how many states an entity may have.
const mostStates = 16

// stance numbers the states in the order in which they come.
func (r *reading) stance(cell []byte) uint8 {
	i := slices.IndexFunc(r.states, func(s string) bool { return s == string(cell) })
	if i < 0 && len(r.states) < mostStates {
		r.states = append(r.states, string(cell))
		i = len(r.states) - 1
	} else if i < 0 {
		r.say("states", r.line, fmt.Sprintf("%%s of a state after the first %d, taken as the first", mostStates))
		i = 0
	}
	return uint8(i)
}

// angle reads a number without which a row still counts: the entity looks as it did before.
func (r *reading) angle(f Field, to *float64) (ok bool, err error) {
	ok, err = r.number(f, to)
	if err != nil && ok {
		r.say("angles", r.line, "%s without "+f.String()+", taken as it was before")
		return false, nil
	}
	return ok, err
}

// number reads a number. With an error, ok says that none is there, as tables say it; else
// that of which there is something is no number.
func (r *reading) number(f Field, to *float64) (ok bool, err error) {
	at := r.fields[f].at
	cell := r.cell(at)
	v, ok := r.parse(cell)
	if ok && !math.IsNaN(v) && !math.IsInf(v, 0) {
		*to = v
		return true, nil
	}
	switch strings.ToLower(string(cell)) {
	case "", "na", "n/a", "null", "none", "-", "nil", `\n`, "<na>", "#n/a":
		ok = true
	}
	return ok, fmt.Errorf("line %d, column %d (%s): %.40q is no number", r.line, at+1, r.head[at], cell)
}

// read reads a number. A row without it is left out; what is no number at all is an error.
func (r *reading) read(f Field, to *float64) (ok bool, err error) {
	if ok, err = r.number(f, to); err == nil || !ok {
		return ok, err
	}
	if r.left++; r.firstLeft == nil {
		r.firstLeft = err
	}
	r.say("numbers", r.line, "%s without "+f.String()+", left out")
	return false, nil
}

// errNothing is about a recording of which nothing is left.
var errNothing = errors.New("no row is left")

// row reads one row.
func (r *reading) row() error {
	if n := len(r.head); len(r.cells) > n && len(bytes.TrimSpace(r.cells[n])) > 0 {
		if r.rows == 1 {
			return fmt.Errorf("line %d, column %d: the row has %d cells, but there are %d names of columns", r.line, n+1, len(r.cells), n)
		}
		r.say("cells", r.line, "%s with more cells than columns, left out")
		if r.left++; r.firstLeft == nil {
			r.firstLeft = fmt.Errorf("line %d, column %d: the row has %d cells, but there are %d names of columns", r.line, n+1, len(r.cells), n)
		}
		return nil
	}
	name := "entity"
	if at := r.fields[ID].at; at >= 0 {
		cell := r.cell(at)
		if i, ok := r.places[string(cell)]; ok {
			if at := r.fields[Kind].at; at >= 0 {
				if kind := r.cell(at); len(kind) > 0 && string(kind) != r.entities[i].Kind {
					r.say("kinds", r.line, "%s of another kind than the entity's first, which is taken")
				}
			}
			return r.sample(&r.entities[i])
		}
		name = string(cell)
		if name == "" {
			r.say("no id", r.line, "%s without an entity's name, left out")
			return nil
		}
	} else if i, ok := r.places[name]; ok {
		return r.sample(&r.entities[i])
	}
	if r.skipped[name] {
		return nil
	}
	if r.options.Only != nil && !r.asked(name) {
		r.skipped[name] = true
		return nil
	}
	if len(r.entities) >= world.MaxEntities {
		return fmt.Errorf("line %d, column %d: there are more than %d entities: is %q what tells them apart?", r.line, r.fields[ID].at+1, world.MaxEntities, r.head[r.fields[ID].at])
	}
	kind := "entity"
	if at := r.fields[Kind].at; at >= 0 && len(r.cell(at)) > 0 {
		kind = string(r.cell(at))
	}
	r.places[name] = len(r.entities)
	r.entities = append(r.entities, Entity{Name: name, Kind: kind})
	return r.sample(&r.entities[len(r.entities)-1])
}
