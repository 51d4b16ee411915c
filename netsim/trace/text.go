package trace

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeText returns text in UTF-8 of UTF-8 or UTF-16, with or without a byte order
// mark, and of any encoding that has ASCII in it, whose other bytes become U+FFFD.
// Spaces of every width become plain ones.
func decodeText(data []byte) string {
	zeros := [2]int{} // at even and odd places of the start: ASCII in UTF-16 has many
	head := data[:min(len(data), 4096)]
	for i, b := range head {
		zeros[i%2] += b2i(b == 0)
	}
	var order binary.ByteOrder // of UTF-16
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	case zeros[1] > len(head)/8:
		order = binary.LittleEndian
	case zeros[0] > len(head)/8:
		order = binary.BigEndian
	}
	text := string(data)
	if order != nil {
		units := make([]uint16, len(data)/2)
		for i := range units {
			units[i] = order.Uint16(data[2*i:])
		}
		text = string(utf16.Decode(units))
	}
	if text = strings.ToValidUTF8(strings.TrimPrefix(text, "\ufeff"), "\uFFFD"); len(text) == utf8.RuneCountInString(text) {
		return text // of ASCII alone, of which Replace would make a copy
	}
	return spaces.Replace(text)
}

var spaces = strings.NewReplacer("\u00a0", " ", "\u2007", " ", "\u2009", " ", "\u202f", " ", "\u3000", " ", "\u2212", "-")

// splitLines returns the lines without their ends (LF, CRLF or CR alone).
func splitLines(text string) []string {
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, "\r")
	}
	if n := len(lines); lines[n-1] == "" {
		lines = lines[:n-1]
	}
	return lines
}

// parseDecimal returns the duration that a decimal number of a unit is, to the
// nanosecond: epochs in nanoseconds have more digits than a float64. It takes a comma
// for the point and an exponent.
func parseDecimal(s string, unit time.Duration) (time.Duration, bool) {
	s = strings.Replace(strings.TrimSpace(s), ",", ".", 1)
	digits := strings.TrimLeft(s, "+-")
	whole, fraction, _ := strings.Cut(digits, ".")
	if len(s)-len(digits) > 1 || digits == "" {
		return 0, false
	}
	if strings.ContainsAny(digits, "eE") || whole == "" {
		f, ok := parseFloat(s)
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

// parseFloat is strconv.ParseFloat for finite numbers, with a comma for the point too.
func parseFloat(s string) (float64, bool) {
	f, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(s), ",", ".", 1), 64)
	return f, err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
}
