// Package plain reads plain text as programs of all systems write it: its encoding, its lines and
// the numbers in it.
package plain

import (
	"encoding/binary"
	"iter"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// Decode returns the text of a file in UTF-8 of UTF-8 or UTF-16, with or without a byte order
// mark, and of any encoding that has ASCII in it, whose other bytes become U+FFFD.
// Spaces of every width become plain ones.
func Decode(data string) string {
	zeros := [2]int{} // at even and odd places of the start: ASCII in UTF-16 has many
	head := data[:min(len(data), 4096)]
	for i, b := range []byte(head) {
		if b == 0 {
			zeros[i%2]++
		}
	}
	var order binary.ByteOrder // of UTF-16
	switch {
	case strings.HasPrefix(data, "\xff\xfe"):
		order = binary.LittleEndian
	case strings.HasPrefix(data, "\xfe\xff"):
		order = binary.BigEndian
	case zeros[1] > len(head)/8:
		order = binary.LittleEndian
	case zeros[0] > len(head)/8:
		order = binary.BigEndian
	}
	text := data
	if order != nil {
		units := make([]uint16, len(data)/2)
		for i := range units {
			units[i] = order.Uint16([]byte(data[2*i : 2*i+2]))
		}
		text = string(utf16.Decode(units))
	}
	if text = strings.ToValidUTF8(strings.TrimPrefix(text, "\ufeff"), "\uFFFD"); len(text) == utf8.RuneCountInString(text) {
		return text // of ASCII alone, of which Replace would make a copy
	}
	return spaces.Replace(text)
}

var spaces = strings.NewReplacer("\u00a0", " ", "\u2007", " ", "\u2009", " ", "\u202f", " ", "\u3000", " ", "\u2212", "-")

// Lines are those of a text, by where each ends: there may be millions.
type Lines struct {
	text string
	ends []uint32 // the place after the end of each
}

// Split finds the lines of a text, which end in LF, CRLF or CR alone.
func Split(text string) Lines {
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	l := Lines{text, make([]uint32, 0, 1+strings.Count(text, "\n"))}
	for end := 0; end < len(text); {
		if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
			end += i + 1
		} else {
			end = len(text)
		}
		l.ends = append(l.ends, uint32(end))
	}
	return l
}

// At returns line i, from 0, without its end.
func (l *Lines) At(i int) string {
	start := uint32(0)
	if i > 0 {
		start = l.ends[i-1]
	}
	return strings.TrimRight(strings.TrimSuffix(l.text[start:l.ends[i]], "\n"), "\r")
}

// Len returns how many lines there are.
func (l *Lines) Len() int { return len(l.ends) }

// First returns the first n lines, all of them if there are less.
func (l Lines) First(n int) Lines { return Lines{l.text, l.ends[:min(n, len(l.ends))]} }

// All yields the lines with their places.
func (l Lines) All() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i := range l.ends {
			if !yield(i, l.At(i)) {
				return
			}
		}
	}
}

// Decimal returns the duration that a decimal number of a unit is, to the
// nanosecond: epochs in nanoseconds have more digits than a float64. It takes a comma
// for the point and an exponent.
func Decimal(s string, unit time.Duration) (time.Duration, bool) {
	s = strings.Replace(strings.TrimSpace(s), ",", ".", 1)
	digits := strings.TrimLeft(s, "+-")
	whole, fraction, _ := strings.Cut(digits, ".")
	if len(s)-len(digits) > 1 || digits == "" {
		return 0, false
	}
	if strings.ContainsAny(digits, "eE") || whole == "" {
		f, ok := Float(s)
		if f = math.Round(f * float64(unit)); !ok || math.Abs(f) >= math.MaxInt64 {
			return 0, false
		}
		return time.Duration(f), true
	}
	w, err := strconv.ParseUint(whole, 10, 63)
	if err != nil || time.Duration(w) > math.MaxInt64/unit-1 {
		return 0, false
	}
	d, place := time.Duration(w)*unit, unit
	for _, c := range []byte(fraction) {
		if c < '0' || c > '9' {
			return 0, false
		}
		place /= 10
		d += time.Duration(c-'0') * place
	}
	if s[0] == '-' {
		d = -d
	}
	return d, true
}

// Float is strconv.ParseFloat for finite numbers, with a comma for the point too.
func Float(s string) (float64, bool) {
	f, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(s), ",", ".", 1), 64)
	return f, err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
}

// Excerpt quotes the start of a line.
func Excerpt(line string) string {
	line = strings.TrimSpace(line)
	if r := []rune(line); len(r) > 60 {
		line = string(r[:60]) + "…"
	}
	return strconv.QuoteToGraphic(line)
}
