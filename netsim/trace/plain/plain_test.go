package plain

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Exact decimals, where a float64 would be some hundred nanoseconds off.
func TestParseDecimal(t *testing.T) {
	for _, c := range []struct {
		text string
		unit time.Duration
		want time.Duration
		ok   bool
	}{
		{"1795998369.982605758", time.Second, 1795998369982605758, true},
		{"1795998369982605758", time.Nanosecond, 1795998369982605758, true},
		{"-123437,382", time.Millisecond, -123437382 * time.Microsecond, true},
		{"0.0000000019", time.Second, 1, true}, // cut, not rounded
		{"-0.5", time.Millisecond, -500 * time.Microsecond, true},
		{"1.5e-1", time.Millisecond, 150 * time.Microsecond, true},
		{".5", time.Millisecond, 500 * time.Microsecond, true},
		{"9999999999999999999", time.Nanosecond, 0, false},
		{"9300000000", time.Second, 0, false}, // 295 years
		{"1.2.3", time.Second, 0, false},
		{"--1", time.Second, 0, false},
		{"", time.Second, 0, false},
		{"-", time.Second, 0, false},
		{"ten", time.Second, 0, false},
		{"1e400", time.Second, 0, false},
	} {
		if got, ok := Decimal(c.text, c.unit); got != c.want || ok != c.ok {
			t.Errorf("Decimal(%q, %v) = %d, %v, want %d, %v", c.text, c.unit, got, ok, c.want, c.ok)
		}
	}
}

// Lines end in LF, CRLF, or CR alone where there is no LF; the last may have no end.
func TestLines(t *testing.T) {
	for text, want := range map[string][]string{
		"":               nil,
		"a":              {"a"},
		"a\n":            {"a"},
		"a\nb":           {"a", "b"},
		"a\r\n\r\nb\r\n": {"a", "", "b"},
		"a\rb\r":         {"a", "b"},
		"\n\n":           {"", ""},
	} {
		l := Split(text)
		var got []string
		for i, line := range l.All() {
			if got = append(got, line); line != l.At(i) {
				t.Errorf("%q: line %d is %q and %q", text, i, line, l.At(i))
			}
		}
		if !slices.Equal(got, want) || l.Len() != len(want) {
			t.Errorf("%q has the lines %q, want %q", text, got, want)
		}
		if first := l.First(1); first.Len() > 1 || first.Len() == 0 && len(want) > 0 {
			t.Errorf("%q: the first has %d lines", text, first.Len())
		}
	}
	if got := Excerpt("  " + strings.Repeat("x", 70)); got != `"`+strings.Repeat("x", 60)+`…"` {
		t.Errorf("an excerpt is %s", got)
	}
}
