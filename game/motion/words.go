package motion

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// words parts a column's name where its letters change case, and at everything that is no
// letter or digit. What stands in brackets is the unit.
func words(name string) (list []string, unit string) {
	if open := strings.IndexAny(name, "[("); open >= 0 {
		if inside := strings.ToLower(strings.Trim(name[open+1:], " ])")); isUnit(inside) {
			unit = inside
			name = name[:open]
		} else if len(inside) != 1 || inside[0] < '0' || inside[0] > '3' { // position[0]
			name = name[:open]
		}
	}
	word := []rune{}
	flush := func() {
		if len(word) > 0 {
			list = append(list, strings.ToLower(string(word)))
		}
		word = word[:0]
	}
	var last rune
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			flush()
		case unicode.IsUpper(c) && unicode.IsLower(last):
			flush()
			word = append(word, c)
		default:
			word = append(word, c)
		}
		last = c
	}
	flush()
	if n := len(list); n > 1 && unit == "" && isUnit(list[n-1]) {
		unit, list = list[n-1], list[:n-1]
	}
	if n := len(list); n > 0 {
		list = append(list[:n-1], axisApart(list[n-1])...)
	}
	return list, unit
}

// axisApart parts the axis from a word such as posx or tz, and gives numbers of components
// their letters.
func axisApart(word string) []string {
	n := len(word)
	if n == 1 && word[0] >= '0' && word[0] <= '2' {
		return []string{string('x' + word[0] - '0')}
	}
	if axis := word[n-1:]; n > 1 && strings.Contains("xyz", axis) && slices.Contains(positionWords, word[:n-1]) {
		return []string{word[:n-1], axis}
	}
	if axis := word[:1]; n > 1 && strings.Contains("xyz", axis) && slices.Contains(positionWords, word[1:]) && word[1:] != "m" {
		return []string{word[1:], axis}
	}
	switch word {
	case "easting", "east":
		return []string{"position", "x"}
	case "northing", "north":
		return []string{"position", "y"}
	}
	return []string{word}
}

var (
	timeUnits   = map[string]time.Duration{"s": time.Second, "sec": time.Second, "secs": time.Second, "seconds": time.Second, "ms": time.Millisecond, "msec": time.Millisecond, "millis": time.Millisecond, "milliseconds": time.Millisecond, "us": time.Microsecond, "µs": time.Microsecond, "usec": time.Microsecond, "micros": time.Microsecond, "microseconds": time.Microsecond, "ns": time.Nanosecond, "nsec": time.Nanosecond, "nsecs": time.Nanosecond, "nanos": time.Nanosecond, "nanoseconds": time.Nanosecond}
	lengthUnits = map[string]float64{"m": 1, "cm": 0.01, "mm": 0.001, "km": 1000, "ft": 0.3048, "yd": 0.9144, "in": 0.0254, "metres": 1, "meters": 1, "yards": 0.9144, "feet": 0.3048}
	angleUnits  = map[string]bool{"deg": true, "degrees": true, "°": true, "rad": false, "radians": false}
)

func isUnit(word string) bool {
	_, isTime := timeUnits[word]
	_, isLength := lengthUnits[word]
	_, isAngle := angleUnits[word]
	return isTime || isLength || isAngle
}

// checkUnit returns an error if a unit is none of a field's.
func checkUnit(f Field, unit string) error {
	var known bool
	want := ""
	switch f {
	case Time:
		_, known = timeUnits[unit]
		want = "s, ms, us or ns"
	case X, Y, Z:
		_, known = lengthUnits[unit]
		want = "m, cm, mm, km, in, ft or yd"
	case Yaw:
		_, known = angleUnits[unit]
		known = known || unit == "compass" || unit == "math"
		want = "deg, rad, compass or math"
	case Pitch, Roll:
		_, known = angleUnits[unit]
		want = "deg or rad"
	}
	if known || unit == "" {
		return nil
	}
	if want == "" {
		return fmt.Errorf("unit %q is given, but a field %s has none", unit, f)
	}
	return fmt.Errorf("%q is no unit of %s, want %s", unit, f, want)
}
