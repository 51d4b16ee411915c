package im

import (
	"strings"
	"testing"

	"snaplab/ui/raster"
)

// driveDropdown has a dropdown at the top, a button that its list covers, and a
// button outside both.
func driveDropdown(t *testing.T, index *int, items ...string) (d *driver, covered, comparison *int) {
	covered, comparison = new(int), new(int)
	d = drive(t, func(c *Context) {
		c.Dropdown("scene", raster.Rect{X: 10, Y: 10, W: 120, H: 24}, index, Dropdown{Label: "Scene", Items: items})
		if c.Button("covered", raster.Rect{X: 10, Y: 50, W: 60, H: 24}, Button{}) {
			*covered++
		}
		if c.Button("outside", raster.Rect{X: 300, Y: 10, W: 60, H: 24}, Button{}) {
			*comparison++
		}
	})
	return d, covered, comparison
}

func TestDropdownByPointer(t *testing.T) {
	index := 0
	d, covered, comparison := driveDropdown(t, &index, "one", "two", "two")
	d.click(20, 20)
	wantValue(t, "open", d.ctx.PopupOpen("scene"), true)
	d.click(20, 37+4+24+12) // the second line
	wantValue(t, "index", index, 1)
	wantValue(t, "open", d.ctx.PopupOpen("scene"), false)
	wantValue(t, "what lies below heard nothing", *covered, 0)

	d.click(20, 20)
	d.click(310, 20)
	wantValue(t, "a press outside closes", d.ctx.PopupOpen("scene"), false)
	wantValue(t, "and does nothing else", *comparison, 0)
	wantValue(t, "index", index, 1)

	d.click(20, 20)
	d.click(20, 20)
	wantValue(t, "a second click on the button closes", d.ctx.PopupOpen("scene"), false)
	d.click(310, 20)
	wantValue(t, "the others hear again", *comparison, 1)
}

func TestDropdownByKeyboard(t *testing.T) {
	index := 1
	d, _, _ := driveDropdown(t, &index, "one", "two", "three", "Five")
	d.key(KeyTab)
	d.key(KeyEnter)
	wantValue(t, "open", d.ctx.PopupOpen("scene"), true)
	wantValue(t, "wants keys", d.ctx.WantsKeys(), true)
	d.key(KeyDown)
	wantValue(t, "index while looking", index, 1)
	d.key(KeyEnter)
	wantValue(t, "chosen", index, 2)
	wantValue(t, "keys used", len(d.ctx.UnusedKeys()), 0)
	d.wantFocus("scene")

	d.key(KeySpace)
	d.in.Keys = []KeyPress{{Key: KeySpace, Repeat: true}}
	d.frame()
	wantValue(t, "a key held down does not choose", d.ctx.PopupOpen("scene"), true)
	d.key(KeyHome)
	d.key(KeyEscape)
	wantValue(t, "Escape leaves it", index, 2)
	wantValue(t, "open", d.ctx.PopupOpen("scene"), false)
	d.wantFocus("scene")

	d.key(KeyDown)
	wantValue(t, "Down opens", d.ctx.PopupOpen("scene"), true)
	d.typed("f")
	d.key(KeySpace)
	wantValue(t, "letter", index, 3)

	d.key(KeyEnter)
	d.key(KeyUp)
	d.key(KeyTab)
	wantValue(t, "Tab closes", d.ctx.PopupOpen("scene"), false)
	wantValue(t, "and chooses nothing", index, 3)
	d.wantFocus("covered")
}

func TestDropdownLongListScrolls(t *testing.T) {
	items := make([]string, 40)
	for i := range items {
		items[i] = "item " + string(rune('A'+i%26)) + string(rune('a'+i/26))
	}
	index := 39
	d, _, _ := driveDropdown(t, &index, items...)
	d.key(KeyTab)
	d.key(KeyEnter)
	d.frame()
	shown := oneLine(d.list.String())
	if !strings.Contains(shown, items[39]) || strings.Contains(shown, items[5]+" ") {
		t.Fatalf("the list should show its end: %s", shown)
	}
	for range 3 {
		d.wheel(20, 60, 20)
	}
	if shown := oneLine(d.list.String()); !strings.Contains(shown, items[0]) {
		t.Fatalf("the wheel should bring the beginning: %s", shown)
	}
	list := d.ctx.popups[0].rect
	if list.Y < 0 || list.Y+list.H > testBounds.H {
		t.Fatalf("the list %v leaves the window", list)
	}
	d.key(KeyEnd)
	d.key(KeyEnter)
	wantValue(t, "index", index, 39)
}

func TestDropdownListStandsWhereThereIsRoom(t *testing.T) {
	for _, c := range []struct {
		name string
		r    raster.Rect
		x, y float32 // of the list of 3 lines of 24 dp, 80 dp with its edges
	}{
		{"below", raster.Rect{X: 10, Y: 10, W: 100, H: 20}, 10, 33},
		{"above", raster.Rect{X: 10, Y: 250, W: 100, H: 20}, 10, 250 - 3 - 80},
		{"moved left", raster.Rect{X: 350, Y: 10, W: 100, H: 20}, 400 - 4 - 100, 33},
	} {
		index := 0
		d := drive(t, func(ctx *Context) {
			ctx.Dropdown("x", c.r, &index, Dropdown{Items: []string{"a", "b", "c"}})
		})
		d.click(c.r.X+5, c.r.Y+5)
		wantValue(t, c.name, d.ctx.popups[0].rect, raster.Rect{X: c.x, Y: c.y, W: 100, H: 80})
	}
}

func TestPopupGivesUpAnEditWithinIt(t *testing.T) {
	text := ""
	d := drive(t, func(c *Context) {
		if c.BeginPopup("ask", raster.Rect{X: 100, Y: 50, W: 200, H: 100}) {
			c.TextBox("ask/name", raster.Rect{X: 110, Y: 60, W: 60, H: 24}, &text, TextBox{})
			c.EndPopup()
		}
	})
	d.ctx.OpenPopup("ask")
	d.frame()
	d.key(KeyTab)
	d.typed("a")
	d.click(10, 10)
	wantValue(t, "wants keys", d.ctx.WantsKeys(), false)
	wantValue(t, "text", text, "a")
}

func TestDropdownWhoseItemsVanish(t *testing.T) {
	index := 2
	items := []string{"a", "b", "c"}
	d := drive(t, func(c *Context) {
		c.Dropdown("x", raster.Rect{W: 80, H: 20}, &index, Dropdown{Items: items})
	})
	d.click(10, 10)
	items = nil
	d.frame()
	wantValue(t, "open", d.ctx.PopupOpen("x"), false)
	wantValue(t, "index", index, 2)
	d.click(10, 10)
	wantValue(t, "an empty one does not open", d.ctx.PopupOpen("x"), false)
}

func TestPopupHasPointerAndKeyboardToItself(t *testing.T) {
	outside, inside, shown := 0, 0, true
	index := 0
	d := drive(t, func(c *Context) {
		if c.Button("open", raster.Rect{W: 80, H: 24}, Button{}) {
			outside++
			c.OpenPopup("ask")
		}
		if shown && c.BeginPopup("ask", raster.Rect{X: 100, Y: 50, W: 200, H: 100}) {
			if c.Button("ask/yes", raster.Rect{X: 110, Y: 60, W: 60, H: 24}, Button{}) {
				inside++
				c.ClosePopup("ask")
			}
			c.Dropdown("ask/which", raster.Rect{X: 110, Y: 100, W: 100, H: 24}, &index, Dropdown{Items: []string{"a", "b"}})
			c.EndPopup()
		}
	})
	d.key(KeyTab)
	d.key(KeyEnter)
	wantValue(t, "opened", d.ctx.PopupOpen("ask"), true)
	d.frame()
	wantValue(t, "reachable", strings.Join(d.ctx.Focusables(), " "), "ask/yes ask/which")
	d.key(KeyTab)
	d.wantFocus("ask/yes")
	d.key(KeyTab)
	d.wantFocus("ask/which")
	d.key(KeyEnter) // a list within the popup
	d.key(KeyDown)
	d.key(KeyEscape)
	wantValue(t, "Escape closes the list alone", d.ctx.PopupOpen("ask"), true)
	d.key(KeyEnter)
	d.key(KeyDown)
	d.key(KeyEnter)
	wantValue(t, "chosen within the popup", index, 1)
	d.key(KeyEscape)
	wantValue(t, "Escape closes the popup", d.ctx.PopupOpen("ask"), false)
	d.wantFocus("open")

	d.click(10, 10)
	d.frame()
	d.click(120, 70)
	wantValue(t, "inside", inside, 1)
	wantValue(t, "closed by its button", d.ctx.PopupOpen("ask"), false)

	d.click(10, 10)
	d.frame()
	n := outside
	d.click(10, 10)
	wantValue(t, "a press outside closes", d.ctx.PopupOpen("ask"), false)
	wantValue(t, "and does nothing else", outside, n)

	d.click(10, 10)
	shown = false
	d.frame()
	wantValue(t, "one that isn't drawn closes", d.ctx.PopupOpen("ask"), false)
}
