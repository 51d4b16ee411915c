package im

import (
	"errors"
	"strings"
	"testing"

	"snaplab/ui/raster"
)

func driveText(t *testing.T, text *string) (d *driver, last *Result) {
	last = new(Result)
	check := func(s string) error {
		if strings.Contains(s, "/") {
			return errors.New("a name has no slash")
		}
		return nil
	}
	d = drive(t, func(c *Context) {
		*last = c.TextBox("name", raster.Rect{X: 10, Y: 10, W: 120, H: 24}, text, TextBox{Placeholder: "Name", Check: check})
	})
	return d, last
}

func TestTextBoxEditing(t *testing.T) {
	const shift = ModShift
	for _, c := range []struct {
		name string
		keys []KeyPress
		want string // the text after typing "X" at the end
	}{
		{"all selected at first", nil, "X"},
		{"end", []KeyPress{{Key: KeyEnd}}, "helloX"},
		{"home", []KeyPress{{Key: KeyHome}}, "Xhello"},
		{"left of a selection is its beginning", []KeyPress{{Key: KeyLeft}}, "Xhello"},
		{"right of a selection is its end", []KeyPress{{Key: KeyRight}}, "helloX"},
		{"backspace takes the selection", []KeyPress{{Key: KeyBackspace}}, "X"},
		{"backspace", []KeyPress{{Key: KeyEnd}, {Key: KeyBackspace}}, "hellX"},
		{"backspace at the beginning", []KeyPress{{Key: KeyHome}, {Key: KeyBackspace}}, "Xhello"},
		{"delete", []KeyPress{{Key: KeyHome}, {Key: KeyDelete}}, "Xello"},
		{"delete at the end", []KeyPress{{Key: KeyEnd}, {Key: KeyDelete}}, "helloX"},
		{"two left", []KeyPress{{Key: KeyEnd}, {Key: KeyLeft}, {Key: KeyLeft}}, "helXlo"},
		{"shift left selects", []KeyPress{{Key: KeyEnd}, {Key: KeyLeft, Mods: shift}, {Key: KeyLeft, Mods: shift}}, "helX"},
		{"shift home selects", []KeyPress{{Key: KeyEnd}, {Key: KeyLeft}, {Key: KeyHome, Mods: shift}}, "Xo"},
		{"control A selects all", []KeyPress{{Key: KeyEnd}, {Key: KeyA, Mods: ModControl}}, "X"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "hello"
			d, last := driveText(t, &text)
			d.key(KeyTab)
			wantValue(t, "editing", last.Editing, true)
			d.in.Keys = c.keys
			d.frame()
			d.in.Chars = []rune{'X'}
			d.frame()
			wantValue(t, "text", text, c.want)
		})
	}
}

func TestTextBoxEnterAndEscape(t *testing.T) {
	text := "old"
	d, last := driveText(t, &text)
	d.click(20, 20)
	d.key(KeyA, ModControl)
	d.typed("new name")
	wantValue(t, "text", text, "new name")
	wantValue(t, "keys for shortcuts", len(d.ctx.UnusedKeys()), 0)
	d.key(KeyEnter)
	wantValue(t, "submitted", last.Submitted, true)
	wantValue(t, "keys for shortcuts", len(d.ctx.UnusedKeys()), 0)
	d.frame()
	wantValue(t, "wants keys", d.ctx.WantsKeys(), false)
	d.wantFocus("")

	d.key(KeyTab)
	d.typed("other")
	d.key(KeyEscape)
	wantValue(t, "text after Escape", text, "new name")
	wantValue(t, "submitted", last.Submitted, false)
}

func TestTextBoxCheck(t *testing.T) {
	text := ""
	d, last := driveText(t, &text)
	d.key(KeyTab)
	d.typed("a/b")
	d.key(KeyEnter)
	wantValue(t, "submitted", last.Submitted, false)
	if !strings.Contains(oneLine(d.list.String()), "a name has no slash") {
		t.Fatalf("the reason is not shown:\n%s", d.list)
	}
	d.key(KeyBackspace)
	d.key(KeyBackspace)
	d.key(KeyEnter)
	wantValue(t, "submitted", last.Submitted, true)
	wantValue(t, "text", text, "a")
}

func TestTextBoxIgnoresControlCharactersAndTooMuch(t *testing.T) {
	text := ""
	d, _ := driveText(t, &text)
	d.key(KeyTab)
	d.in.Chars = []rune{'a', '\n', '\x00', '\u200b', 'é'}
	d.frame()
	wantValue(t, "text", text, "aé")
	d.in.Chars = []rune(strings.Repeat("x", 1000))
	d.frame()
	wantValue(t, "length", len([]rune(text)), maxText)
}

func TestTextBoxPointerPlacesTheCaret(t *testing.T) {
	text := "iiiiWWWW"
	d, _ := driveText(t, &text)
	f := d.ctx.Style.Text
	x := 15 + f.Measure("iiii")
	d.press(x, 20)
	wantValue(t, "caret", d.ctx.edit.cursor, 4)
	d.move(15+f.Measure("iiiiWW"), 20)
	d.release()
	d.key(KeyDelete)
	wantValue(t, "text", text, "iiiiWW")
	d.doubleClick(x, 20)
	d.key(KeyDelete)
	wantValue(t, "after a double click all goes", text, "")
}

// A text longer than its box is shifted, and only as far as the caret needs.
func TestTextBoxLongText(t *testing.T) {
	text := strings.Repeat("W", 30)
	d, _ := driveText(t, &text)
	f := d.ctx.Style.Text
	width := f.Measure(text)
	d.click(20, 20)
	d.key(KeyEnd)
	d.frame()
	wantValue(t, "shift at the end", d.ctx.edit.shift, width-110+1) // 120 wide, 5 free on each side
	caret := 15 + width - d.ctx.edit.shift
	d.key(KeyLeft)
	wantValue(t, "shift a rune before", d.ctx.edit.shift, width-110+1)
	d.click(caret-2.1*f.Measure("W"), 20)
	wantValue(t, "caret two runes before the end", d.ctx.edit.cursor, 28)
	d.key(KeyHome)
	wantValue(t, "shift at the beginning", d.ctx.edit.shift, 0)
}
