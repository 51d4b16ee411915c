package trace

import (
	"cmp"
	"strings"
	"time"

	"snaplab/netsim/trace/plain"
)

// stamp is a point in time as a line or a cell has it.
type stamp struct {
	at    time.Duration // since 1970, or since midnight if it has no date
	grain grain
	// local says that it has no zone, so that its clock may be changed; daily that it
	// is a time of day.
	local, daily bool
}

// grain is how exact a stamp is, from the most exact on; 0 is no stamp.
type grain uint8

const (
	toFraction grain = 1 + iota
	toSecond
	toMinute
)

// length is how long a time is within which nothing is known.
func (g grain) length() time.Duration {
	return [...]time.Duration{0, 1, time.Second, time.Minute}[g]
}

// mayBeStamp reports whether a text begins with a bracket, a letter or a digit and has
// soon what all stamps have: a colon between digits, or many digits.
func mayBeStamp(text string) bool {
	digits := 0
	for i, c := range []byte(text[:min(len(text), 36)]) {
		switch digit := c >= '0' && c <= '9'; {
		case digit && i > 1 && text[i-1] == ':' && text[i-2] >= '0' && text[i-2] <= '9', digits >= 9:
			return true
		case digit:
			digits++
		default:
			digits = 0
		}
	}
	return false
}

// stampOf reads the stamp that a text begins with and returns the rest; ok is false if
// there is none. Dates with slashes have the month first unless dayFirst.
func stampOf(text string, dayFirst bool) (s stamp, rest string, ok bool) {
	if n := len(time.DateTime); len(text) >= n && text[4] == '-' && text[10] == ' ' { // the usual form, for speed
		if at, err := time.Parse(time.DateTime, text); err == nil && at.Year() >= 1900 && at.Year() <= 2200 {
			return stamp{at: time.Duration(at.UnixNano()), grain: toSecond - grain(b2i(len(text) > n)), local: true}, "", true
		}
	}
	if !mayBeStamp(text) {
		return s, text, false
	}
	f, ok := formats.match("stamp", text)
	if !ok {
		return s, text, false
	}
	number := func(names ...string) (n int) {
		for _, name := range names {
			n = max(n, int(f.integer(name)))
		}
		return n
	}
	rest = text[f.at[1]:]
	if epoch := f.get("epoch"); epoch != "" {
		s.at, ok = plain.Decimal(epoch, time.Second)
		s.grain = toFraction
		return s, rest, ok
	}
	year, month, day := number("y", "y2", "y3", "y4"), number("m", "a"), number("d", "b", "d2", "d3")
	if f.get("a") != "" && (f.get("sep") == "." || month > 12 || dayFirst) {
		month, day = day, month
	} else if name := f.get("mon"); name != "" {
		month = 1 + strings.Index("JanFebMarAprMayJunJulAugSepOctNovDec", name)/3
	}
	hour, half := number("h"), cmp.Or(f.get("ap"), f.get("half"))
	if s.daily = month == 0; s.daily {
		if f.get("s") == "" && half == "" || year > 0 {
			return s, text, false
		}
		year, month, day = 1970, 1, 1
	}
	if year == 0 {
		year = 2024 // a leap year, so that every day exists
	}
	if year < 1900 || year > 2200 || month > 12 || day < 1 || day > 31 || hour > 23 || half != "" && (hour < 1 || hour > 12) || number("min") > 59 || number("s") > 60 {
		return s, text, false
	}
	if half != "" {
		hour %= 12
		if strings.Contains("p P 오후 下午 午後", half) {
			hour += 12
		}
	}
	at := time.Date(year, time.Month(month), day, hour, number("min"), number("s"), 0, time.UTC)
	s.at, s.grain, s.local = time.Duration(at.UnixNano()), toSecond, f.get("z") == ""
	switch {
	case f.get("f") != "":
		fraction, _ := plain.Decimal("0"+f.get("f"), time.Second)
		s.at, s.grain = s.at+fraction, toFraction
	case f.get("s") == "":
		s.grain = toMinute
	}
	if z := strings.Replace(f.get("z"), ":", "", 1); len(z) == 5 {
		zone, _ := time.ParseDuration(z[:3] + "h" + z[3:] + "m")
		s.at -= zone
	}
	return s, rest, true
}

// prefix splits the stamp from a line that begins with one.
func (d *document) prefix(line string) (s stamp, text string, ok bool) {
	line = strings.TrimSpace(line)
	for strings.HasPrefix(line, "> ") { // as mail and Markdown quote
		line = strings.TrimSpace(line[2:])
	}
	s, rest, ok := stampOf(line, d.dayFirst)
	if gap, found := formats.match("gap", rest); ok && found {
		return s, strings.TrimSpace(rest[gap.at[1]:]), true
	}
	return stamp{}, line, false
}
