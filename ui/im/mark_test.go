package im

import (
	"strings"
	"testing"

	"snaplab/ui/raster"
)

// Marked controls get a ring where they can be seen, others none, and only in the frame
// that marks them.
func TestMark(t *testing.T) {
	var c Context
	bounds := raster.Rect{W: 400, H: 300}
	frame := func(marks ...string) string {
		c.Begin(&Input{}, bounds)
		c.Mark(marks)
		c.Button("one", raster.Rect{X: 10, Y: 10, W: 80, H: 20}, Button{Label: "1"})
		content := c.BeginScroll("area", raster.Rect{X: 10, Y: 50, W: 100, H: 40}, 200)
		c.Button("two", raster.Rect{X: 10, Y: content.Y + 100, W: 80, H: 20}, Button{Label: "2"})
		c.EndScroll()
		l, err := c.End()
		if err != nil {
			t.Fatal(err)
		}
		return l.String()
	}
	rings := func(s string) int { return strings.Count(s, " mark\n") }
	if n := rings(frame()); n != 0 {
		t.Errorf("%d lines of rings without a mark", n)
	}
	if s := frame("one", "two", "three"); rings(s) != 2 || !strings.Contains(s, "outline 7,10 86x20 r6 w2 mark") {
		t.Errorf("want the two lines of a ring around the first button alone:\n%s", s)
	}
	c.Reveal("two")
	frame()
	if s := frame("two"); rings(s) != 2 {
		t.Errorf("a control that was revealed is not marked:\n%s", s)
	}
	if n := rings(frame()); n != 0 {
		t.Error("the mark outlives its frame")
	}
}
