package motion

import (
	"cmp"
	"slices"

	"snaplab/game/world"
)

// Entity is one entity of a recording.
type Entity struct {
	Name, Kind string
	Track      world.Track
	lines      []int32 // of the samples
	blocks     [][]row // of what has been read, while it is
}

// row is a sample as it was read: the time and the angles in the units of the file.
type row struct {
	world.Sample
	line int32
}

// add appends a row. Blocks of them are never copied to make room, which would take as much
// memory again.
func (e *Entity) add(w row) {
	n := len(e.blocks)
	if n == 0 || len(e.blocks[n-1]) == cap(e.blocks[n-1]) {
		e.blocks = append(e.blocks, make([]row, 0, min(16<<min(n, 8), 2048)))
		n++
	}
	e.blocks[n-1] = append(e.blocks[n-1], w)
}

// last returns the row that was read last, nil of none.
func (e *Entity) last() *row {
	n := len(e.blocks)
	if n == 0 {
		return nil
	}
	return &e.blocks[n-1][len(e.blocks[n-1])-1]
}

// settle makes the track of the blocks.
func (e *Entity) settle() {
	n := 0
	for _, b := range e.blocks {
		n += len(b)
	}
	e.Track, e.lines = make(world.Track, 0, n), make([]int32, 0, n)
	for i, b := range e.blocks {
		for j := range b {
			e.Track, e.lines = append(e.Track, b[j].Sample), append(e.lines, b[j].line)
		}
		e.blocks[i] = nil
	}
	e.blocks = nil
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
