package trace

import (
	"bytes"
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
	switch {
	case bytes.HasPrefix(data, []byte{0xef, 0xbb, 0xbf}):
		data = data[3:]
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		return plainSpaces(decodeUTF16(data[2:], false))
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return plainSpaces(decodeUTF16(data[2:], true))
	default:
		if even, odd := zeros(data); odd > len(data)/8 {
			return plainSpaces(decodeUTF16(data, false))
		} else if even > len(data)/8 {
			return plainSpaces(decodeUTF16(data, true))
		}
	}
	if utf8.Valid(data) {
		return plainSpaces(string(data))
	}
	return plainSpaces(strings.ToValidUTF8(string(data), "\uFFFD"))
}

// zeros counts the zero bytes at even and at odd places of the start of data: ASCII in
// UTF-16 has one in each pair.
func zeros(data []byte) (even, odd int) {
	for i, b := range data[:min(len(data), 4096)] {
		if b == 0 && i%2 == 0 {
			even++
		} else if b == 0 {
			odd++
		}
	}
	scale := max(1, len(data)/4096)
	return even * scale, odd * scale
}

func decodeUTF16(data []byte, bigEndian bool) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		lo, hi := data[2*i], data[2*i+1]
		if bigEndian {
			lo, hi = hi, lo
		}
		units[i] = uint16(hi)<<8 | uint16(lo)
	}
	return string(utf16.Decode(units))
}

var spaces = strings.NewReplacer("\u00a0", " ", "\u2007", " ", "\u2009", " ", "\u202f", " ", "\u3000", " ", "\u2212", "-")

func plainSpaces(s string) string { return spaces.Replace(s) }

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
	s = strings.TrimSpace(s)
	negative := strings.HasPrefix(s, "-")
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 || digits == "" {
		return 0, false
	}
	whole, fraction, _ := strings.Cut(strings.Replace(digits, ",", ".", 1), ".")
	if strings.ContainsAny(digits, "eE") || whole == "" {
		f, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
		f *= float64(unit)
		if err != nil || math.IsNaN(f) || math.Abs(f) >= math.MaxInt64 {
			return 0, false
		}
		return time.Duration(math.Round(f)), true
	}
	w, err := strconv.ParseUint(whole, 10, 63)
	if err != nil || time.Duration(w) > math.MaxInt64/unit-1 {
		return 0, false
	}
	d := time.Duration(w) * unit
	for place := unit / 10; fraction != ""; place /= 10 {
		digit := fraction[0] - '0'
		if digit > 9 {
			return 0, false
		}
		d += time.Duration(digit) * place
		fraction = fraction[1:]
	}
	if negative {
		d = -d
	}
	return d, true
}

// parseFloat is strconv.ParseFloat for finite numbers, with a comma for the point too.
func parseFloat(s string) (float64, bool) {
	f, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(s), ",", ".", 1), 64)
	return f, err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
}

// milliseconds returns a number of milliseconds as a duration; ok is false for what no
// delay can be.
func milliseconds(s string) (time.Duration, bool) { return parseDecimal(s, time.Millisecond) }
