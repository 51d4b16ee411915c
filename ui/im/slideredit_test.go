package im

import (
	"strings"
	"testing"
)

func TestSliderTyping(t *testing.T) {
	u := driveSlider(t, 100)
	u.ctx.SetFocus("link/latency")
	u.frame()
	u.typed("120")
	u.want("typed, not yet applied", 100, 0)
	wantValue(t, "wants keys", u.ctx.WantsKeys(), true)
	wantValue(t, "digits left for shortcuts", len(u.ctx.UnusedKeys()), 0)
	if s := u.list.String(); !strings.Contains(s, `"120"`) || !strings.Contains(s, `"ms"`) {
		t.Fatalf("the field should show 120 and the unit:\n%s", s)
	}
	u.key(KeyEnter)
	u.want("applied", 120, 1)
	wantValue(t, "wants keys afterwards", len(u.ctx.popups), 0)
	u.frame()
	wantValue(t, "wants keys a frame on", u.ctx.WantsKeys(), false)

	u.typed("7")
	u.key(KeyEscape)
	u.want("Escape gives it up", 120, 1)
	u.wantFocus("link/latency")

	u.typed("33 ms")
	u.key(KeyEnter)
	u.want("with a unit, between the steps", 33, 2)

	u.in.Chars = []rune("120")
	u.in.Keys = []KeyPress{{Key: Key1}, {Key: Key2}, {Key: Key0}, {Key: KeyEnter}}
	u.frame()
	u.want("all in one update", 120, 3)
}

func TestSliderTypingWrongTextKeepsTheValueAndSaysWhy(t *testing.T) {
	for _, c := range []struct{ text, problem string }{
		{"5 km", "expected milliseconds such as 30 ms"},
		{"1.5", "expected milliseconds such as 30 ms"},
		{"900", "900 ms is not between 0 ms and 200 ms"},
		{"-1", "-1 ms is not between 0 ms and 200 ms"},
	} {
		u := driveSlider(t, 100)
		u.ctx.SetFocus("link/latency")
		u.frame()
		u.typed(c.text)
		u.key(KeyEnter)
		u.want(c.text, 100, 0)
		wantValue(t, "still editing", u.last.Editing, true)
		if s := oneLine(u.list.String()); !strings.Contains(s, c.problem) {
			t.Fatalf("%q should be explained with %q:\n%s", c.text, c.problem, u.list)
		}
		u.key(KeyBackspace)
		if s := oneLine(u.list.String()); strings.Contains(s, c.problem) {
			t.Fatalf("the reason should go when the text changes:\n%s", u.list)
		}
		u.key(KeyEscape)
		u.want(c.text+" given up", 100, 0)
	}
}

// oneLine joins the texts of a list, so that wrapped ones can be found.
func oneLine(s string) string {
	var words []string
	for _, line := range strings.Split(s, "\n") {
		if _, text, ok := strings.Cut(line, ` "`); ok {
			words = append(words, text[:strings.LastIndex(text, `"`)])
		}
	}
	return strings.Join(words, " ")
}

func TestSliderEditAppliesWhenTheKeyboardLeaves(t *testing.T) {
	u := driveSlider(t, 100)
	u.ctx.SetFocus("link/latency")
	u.frame()
	u.typed("90")
	u.click(20, 200)
	u.want("click elsewhere", 90, 1)

	u.click(latencyX+202, 16) // on the value
	wantValue(t, "editing", u.last.Editing, true)
	u.typed("70")
	u.click(latencyX+100, 16) // on the label of the same slider
	u.want("click on the label", 70, 2)

	u.key(KeyEnter)
	wantValue(t, "Enter edits", u.last.Editing, true)
	u.typed("x")
	u.click(20, 200)
	u.want("nonsense is dropped", 70, 2)
	wantValue(t, "editing", u.last.Editing, false)
}

func TestSliderUnit(t *testing.T) {
	word := func(v int64) string {
		if v == 0 {
			return "off"
		}
		return formatMs(v)
	}
	for _, c := range []struct {
		name   string
		value  int64
		slider Slider
		want   string
	}{
		{"from the value", 20, Slider{Max: 100, Format: formatMs}, "ms"},
		{"from the maximum where the value is a word", 0, Slider{Max: 100, Format: word}, "ms"},
		{"the slider's own", 20, Slider{Max: 100, Unit: "Hz"}, "Hz"},
		{"none", 20, Slider{Max: 100}, ""},
	} {
		wantValue(t, c.name, c.slider.unitOf(c.value), c.want)
	}
}
