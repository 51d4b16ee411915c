package trace

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// stamp is a point in time as a line or a cell has it.
type stamp struct {
	at time.Duration // since 1970, or since midnight if it has no date
	// grain is how exact it is: a minute, a second or, for any fraction, 1 ns.
	grain time.Duration
	// local says that it has no zone, so that its clock may be changed; daily that it
	// is a time of day.
	local, daily bool
}

// stampForm is a time with or without a date before or after it, or seconds since 1970.
var stampForm = regexp.MustCompile(`^\[?(?:(?P<epoch>\d{9,10}[.,]\d{1,9})|` +
	`(?:(?:(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})|(?P<a>\d{1,2})(?P<sep>[./-])(?P<b>\d{1,2})[./-](?P<y2>\d{4})|` +
	`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,? )?(?:(?P<d2>\d{1,2}) )?(?P<mon>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* {0,2}(?P<d3>\d{1,2})?,?(?: (?P<y3>\d{4}))?)` +
	`[T ,_]{1,2})?(?P<half>오전|오후|上午|下午|午前|午後)?\s?(?P<h>\d{1,2}):(?P<min>\d{2})(?::(?P<s>\d{2})(?P<f>[.,]\d{1,9})?)?` +
	`(?: ?(?P<ap>[AaPp])\.?[Mm]\b\.?)?(?:\s?(?P<z>Z|UTC|GMT|[-+]\d{2}:?\d{2})\b)?(?: (?P<y4>\d{4})\b)?)\]?`)

// dateForm is a date alone, as a column beside one of the time of day has it.
var dateForm = regexp.MustCompile(`^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})$`)

// dayFirstForm is a date that can only have the day before the month.
var dayFirstForm = regexp.MustCompile(`(?m)^[["']?(?:1[3-9]|2\d|3[01])[/-]\d{1,2}[/-]\d{4}\b`)

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
	if !mayBeStamp(text) {
		return s, text, false
	}
	m := stampForm.FindStringSubmatch(text)
	if m == nil {
		return s, text, false
	}
	get := func(names ...string) string {
		for _, name := range names {
			if v := m[stampForm.SubexpIndex(name)]; v != "" {
				return v
			}
		}
		return ""
	}
	number := func(names ...string) int { n, _ := strconv.Atoi(get(names...)); return n }
	rest = text[len(m[0]):]
	if epoch := get("epoch"); epoch != "" {
		s.at, ok = parseDecimal(epoch, time.Second)
		s.grain = 1
		return s, rest, ok
	}
	year, month, day := number("y", "y2", "y3", "y4"), number("m", "a"), number("d", "b", "d2", "d3")
	if get("a") != "" && (get("sep") == "." || month > 12 || dayFirst) {
		month, day = day, month
	} else if name := get("mon"); name != "" {
		month = 1 + strings.Index("JanFebMarAprMayJunJulAugSepOctNovDec", name)/3
	}
	hour, half := number("h"), get("ap", "half")
	if s.daily = month == 0; s.daily {
		if get("s") == "" && half == "" || year > 0 {
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
	s.at, s.grain, s.local = time.Duration(at.UnixNano()), time.Second, get("z") == ""
	switch {
	case get("f") != "":
		fraction, _ := parseDecimal("0"+get("f"), time.Second)
		s.at, s.grain = s.at+fraction, 1
	case get("s") == "":
		s.grain = time.Minute
	}
	if z := strings.Replace(get("z"), ":", "", 1); len(z) == 5 {
		hours, _ := strconv.Atoi(z[:3])
		minutes, _ := strconv.Atoi(z[:1] + z[3:])
		s.at -= time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	}
	return s, rest, true
}

// afterStamp is what stands between a stamp and the rest of a line: spaces, a sign, or
// the host and the program that a logger adds.
var afterStamp = regexp.MustCompile(`^(?:(?: \S+)? [\w./-]+\[\d+\]:\s+|\s*[-–|:,;]?\s+|\s*$)`)

// prefix splits the stamp from a line that begins with one.
func (d *document) prefix(line string) (s stamp, text string, ok bool) {
	line = strings.TrimSpace(line)
	s, rest, ok := stampOf(line, d.dayFirst)
	if gap := afterStamp.FindString(rest); ok && (gap != "" || rest == "") {
		return s, strings.TrimSpace(rest[len(gap):]), true
	}
	return stamp{}, line, false
}

// bare returns a line without the stamp it begins with and without spaces around it.
func (d *document) bare(line string) string {
	_, text, _ := d.prefix(line)
	return text
}
