package trace

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The output of ping is translated into many languages, and little of it is the same in
// all: the number of a probe after "seq=" (Czech translates that too), the name "ttl"
// or "hlim", and that the time is the other "=NUMBER UNIT" after it.
var (
	pingSeq    = regexp.MustCompile(`(?i)(?:icmp6?_seq|\bseq|pořadí)[= ]\s*(\d{1,9})`)
	pingValue  = regexp.MustCompile(`([^\s=<(]*)\s*[=<]\s*(\d+(?:[.,]\d+)?)\s*([^\s\d=,)]*)`)
	pingStamp  = regexp.MustCompile(`^\[?(\d{9,10}[.,]\d{1,9})\]?\s`)
	pingHeader = regexp.MustCompile(`^(?:\S+\s+)*?PING6?[ (]`)
	pingSize   = regexp.MustCompile(`(\d+) bytes from `)
	integers   = regexp.MustCompile(`\d+`)
	// lastDuration is the duration at the end of the totals of Linux: ", time 1031ms".
	lastDuration = regexp.MustCompile(`,[^,%]*?(\d+)\s*[^\d\s,%]{1,8}\s*$`)
)

// pingRun is what one run of ping printed; a log may have several.
type pingRun struct {
	assembly
	line        int // of the header
	header, bsd bool
	stamped     bool
	sent, got   int
	summary     bool
	took        time.Duration
	// replySize is the length that most replies have; damaged lists those lines
	// that may be a reply of which the rest is damaged.
	replySizes []string
	damaged    []damagedReply
}

type damagedReply struct {
	size   string
	line   int
	after  int // how many marks came before it
	beyond int64
}

func isPing(d *document) bool {
	known := func(line string) bool {
		return pingSeq.MatchString(line)
	}
	if d.count(known) > 0 {
		return true
	}
	// Nothing but errors without a number.
	return d.count(pingHeader.MatchString) > 0 && d.count(func(l string) bool { return strings.HasPrefix(l, "---") }) > 0
}

func readPing(d *document, _ Options, t *Trace) error {
	runs := scanPing(d.lines, &t.Meta)
	t.Measures = RTT
	t.Format = "Linux ping"
	var joined []Sample
	for i := range runs {
		r := &runs[i]
		if r.bsd {
			t.Format = "macOS, BSD or BusyBox ping"
		}
		s, err := r.finish(&t.Meta)
		if err != nil {
			return err
		}
		if len(joined) > 0 && len(s) > 0 {
			t.warn(r.line, "another run of ping begins: it is put right after the one before")
		}
		joined = join(joined, s)
	}
	if len(joined) == 0 {
		return fmt.Errorf("%w: output of ping without a reply, a probe or totals", ErrNotUnderstood)
	}
	if len(joined) > MaxSamples {
		return fmt.Errorf("%w: more than %d probes", ErrNotUnderstood, MaxSamples)
	}
	t.Samples = joined
	return nil
}

// scanPing reads the lines of all runs.
func scanPing(lines []string, m *Meta) []pingRun {
	runs := []pingRun{{assembly: assembly{unwrapper: unwrapper{modulus: 1 << 16}}}}
	totals := false // the next line is that of the totals
	for i, line := range lines {
		r := &runs[len(runs)-1]
		switch {
		case pingHeader.MatchString(line):
			if len(r.marks) > 0 || r.summary {
				runs = append(runs, pingRun{assembly: assembly{unwrapper: unwrapper{modulus: 1 << 16}}})
				r = &runs[len(runs)-1]
			}
			r.header, r.line = true, i+1
			r.bsd = strings.Contains(line, "PING6(") || strings.Contains(line, "): ") && strings.Contains(line, "data bytes")
		case strings.HasPrefix(line, "---"):
			totals = true
		case totals && strings.TrimSpace(line) != "":
			totals = false
			r.readTotals(line)
		case strings.HasPrefix(line, "Vr HL"):
			// What comes before is an ICMP error, not a reply.
			if n := len(r.damaged); n > 0 && r.damaged[n-1].line == i {
				r.damaged = r.damaged[:n-1]
			}
		default:
			r.readLine(line, i+1, m)
		}
	}
	return runs
}

// readTotals reads "20 packets transmitted, 19 received, 5% packet loss, time 19067ms"
// in any language.
func (r *pingRun) readTotals(line string) {
	n := integers.FindAllString(line, 2)
	if len(n) < 2 || !strings.ContainsAny(line, "%٪％") {
		return
	}
	sent, err1 := strconv.Atoi(n[0])
	got, err2 := strconv.Atoi(n[1])
	if err1 != nil || err2 != nil || got > sent || sent > MaxSamples {
		return
	}
	r.summary, r.sent, r.got = true, sent, got
	if m := lastDuration.FindStringSubmatch(line); m != nil {
		r.took, _ = milliseconds(m[1])
	}
}

// readLine reads a line about one probe.
func (r *pingRun) readLine(line string, number int, m *Meta) {
	size := ""
	if s := pingSize.FindStringSubmatch(line); s != nil {
		size = s[1]
	}
	at := pingSeq.FindStringSubmatchIndex(line)
	if at == nil {
		if size != "" {
			r.damaged = append(r.damaged, damagedReply{size, number, len(r.marks), r.highest})
		} else if unknownPingLine(line) && !r.summary {
			m.warn(number, "not understood: %s", excerpt(line))
		}
		return
	}
	seq, _ := strconv.ParseInt(line[at[2]:at[3]], 10, 64)
	k := mark{seq: seq, line: number}
	answered := false
	for _, v := range pingValue.FindAllStringSubmatch(line[at[1]:], -1) {
		name := strings.ToLower(v[1])
		if name == "ttl" || name == "hlim" {
			answered = true
			continue
		}
		if unit := timeUnit(v[3]); unit != 0 {
			var ok bool
			if k.delay, ok = parseDecimal(v[2], unit); ok {
				k.kind = markReceived
			}
			if strings.Contains(v[0], "<") {
				k.delay /= 2
			}
		}
	}
	switch {
	case k.kind == markReceived:
		r.replySizes = append(r.replySizes, size)
	case answered:
		k.kind = markUnreadable
	}
	if stamp := pingStamp.FindStringSubmatch(line); stamp != nil && k.kind == markReceived {
		if printed, ok := parseDecimal(stamp[1], time.Second); ok {
			k.sentAt, k.timed, r.stamped = printed-k.delay, true, true
		}
	}
	r.add(k)
}

// timeUnit returns the unit of time that a word after a number names, 0 if none. All
// languages but a few write ms.
func timeUnit(word string) time.Duration {
	word = strings.ToLower(strings.TrimRight(word, ":.;!"))
	switch {
	case strings.HasPrefix(word, "us"), strings.HasPrefix(word, "µs"), strings.HasPrefix(word, "μs"):
		return time.Microsecond
	case word == "s", word == "sec":
		return time.Second
	// What is left of a space that no one could decode may stand before it.
	case strings.HasSuffix(word, "ms"), strings.HasPrefix(word, "ms"), strings.HasPrefix(word, "мс"), strings.HasPrefix(word, "毫秒"),
		strings.HasPrefix(word, "ミリ秒"), strings.HasPrefix(word, "밀리초"), strings.HasPrefix(word, "miliseg"):
		return time.Millisecond
	}
	return 0
}

// unknownPingLine reports whether a line is worth a warning: not empty, not one of
// those that every log has.
func unknownPingLine(line string) bool {
	line = strings.TrimSpace(line)
	for _, known := range []string{"PATTERN", "WARNING", "ping:", "Vr HL", "pipe ", "^C", "4 ", "rtt "} {
		if strings.HasPrefix(line, known) {
			return false
		}
	}
	return line != ""
}

func excerpt(line string) string {
	line = strings.TrimSpace(line)
	if r := []rune(line); len(r) > 60 {
		line = string(r[:60]) + "…"
	}
	return strconv.QuoteToGraphic(line)
}
