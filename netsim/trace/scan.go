package trace

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// entry is what a file says of one packet in one place.
type entry struct {
	mark
	host     string // the flow
	numbered bool   // seq is known
	marked   bool   // as a duplicate
	guessed  bool   // the line may say nothing of a packet
	run      int
	stamp    time.Duration // when the line was written, or a time of unknown meaning
	grain    time.Duration // of the stamp; 0 for none
	arrival  time.Duration
	arrived  bool  // arrival is known
	local    bool  // the stamp has no zone
	daily    bool  // nor a date
	ticks    int64 // of RTP, -1 for none
	id       string
}

// tally is what a run's own totals say; -1 and 0 are what they don't.
type tally struct {
	line            int
	sent, got, lost int
	answers         int // of others, that count as received
	min, avg, max   time.Duration
	grain           time.Duration // of these
	percent, jitter float64
	took            time.Duration
}

// run is one run of a tool, or one part of a table.
type run struct {
	*tool
	line    int
	header  bool
	host    string
	entries []entry
	tallies map[string]*tally // by host, "" for all
	dense   bool              // every packet has a line, written when its reply arrived
	sends   bool              // stamps are when packets were sent
	paired  bool              // replies were numbered by their requests
}

// scanner reads the lines of the output of a tool.
type scanner struct {
	*tool
	*document
	m        *Meta
	runs     []*run
	names    map[string]string
	last     string // the host of the last reply
	closing  bool   // the last line began the totals
	closed   bool   // the totals of this run began
	unknown  []int  // lines
	known    int
	unsync   bool
	unitless int
	highest  int64
}

var address = regexp.MustCompile(`\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F]{0,4}:[0-9a-fA-F:]*:[0-9a-fA-F%\w]*`)

// scan reads the lines of a tool's output into runs.
func scan(d *document, t *tool, m *Meta) (*scanner, error) {
	s := &scanner{tool: t, document: d, m: m, names: map[string]string{}, runs: []*run{{tool: t, tallies: map[string]*tally{}}}}
	for i, line := range d.lines {
		s.line(i+1, line)
	}
	s.settleGuesses()
	if n := len(s.unknown); !t.log && n > 3 && n*10 > n+s.known {
		return nil, refuse("the output of "+t.name, fmt.Sprintf("%d of its %d lines are not understood, the first is line %d", n, n+s.known, s.unknown[0]), "the output of one tool, unchanged")
	}
	for _, i := range s.unknown {
		if !t.log || t.name == "irtt text" {
			m.warn(i, "not understood: %s", excerpt(d.lines[i-1]))
		}
	}
	if i := len(d.lines); i > 0 && !strings.HasSuffix(d.text, "\n") {
		if end := strings.TrimSpace(d.lines[i-1]); len(s.all()) > 0 && s.runs[len(s.runs)-1].lastLine() == i && strings.ContainsAny(end[len(end)-1:], "0123456789-") && !strings.Contains(end, "TTL=") {
			m.warn(i, "the file ends in this line: if it was cut, the last figure is not whole")
		}
	}
	return s, nil
}

func (r *run) lastLine() int {
	if len(r.entries) == 0 {
		return 0
	}
	return r.entries[len(r.entries)-1].line
}

func (s *scanner) now() *run { return s.runs[len(s.runs)-1] }

// line reads one line.
func (s *scanner) line(number int, line string) {
	if len(line) > 1<<20 {
		line = line[:1<<20]
	}
	at, text, stamped := s.prefix(line)
	if text == "" || formats().noise.MatchString(text) {
		return
	}
	f, ok := s.find(text, s.closing)
	if s.closing = false; !ok {
		s.unknown = append(s.unknown, number)
		return
	}
	s.known++
	e := entry{mark: mark{line: number}, run: len(s.runs) - 1, ticks: -1}
	if stamped {
		e.stamp, e.grain, e.local, e.daily = at.at, at.grain, at.local, at.daily
	}
	switch f.kind {
	case "noise", "sign":
	case "closing":
		s.closing, s.closed = true, len(s.now().entries) > 0 || s.now().header
	case "header":
		if r := s.now(); len(r.entries) > 0 || len(r.tallies) > 0 {
			s.runs = append(s.runs, &run{tool: s.tool, tallies: map[string]*tally{}})
		}
		*s.now() = run{tool: s.tool, line: number, header: true, host: headerHost(f), tallies: map[string]*tally{}}
		s.closed, s.highest = false, 0
	case "total", "after":
		s.tally(number, &f)
	case "name":
		s.names[f.get("host")] = f.get("name")
	case "undo":
		if r := s.now(); r.lastLine() == number-1 && r.entries[len(r.entries)-1].kind == markSomeReply {
			r.entries = r.entries[:len(r.entries)-1]
		}
	case "vector":
		for _, word := range strings.Fields(f.get("values")) {
			delay, ok := milliseconds(word)
			v := entry{mark: mark{line: number, delay: delay}, run: e.run, host: f.get("host"), ticks: -1}
			if ok {
				v.kind = markReceived
			}
			s.add(v)
		}
	default:
		s.packet(e, &f)
	}
}

// headerHost returns the host that a header names, or the first address in it.
func headerHost(f found) string {
	if host := f.get("host"); host != "" {
		return host
	}
	return address.FindString(f.text)
}

// packet adds what a line says of a packet.
func (s *scanner) packet(e entry, f *found) {
	e.host, e.id = f.get("host"), f.get("id")
	if seq := f.integer("seq"); seq >= 0 {
		e.seq, e.numbered = seq, true
	}
	if from, to := f.get("from"), f.get("to"); from != "" || to != "" {
		e.host = endpoint(from, f.get("fp")) + " > " + endpoint(to, f.get("tp"))
		if f.kind == "answer" {
			e.host = endpoint(to, "") + " > " + endpoint(from, "")
		}
	}
	if at := f.get("at"); at != "" {
		if v, rest, ok := stampOf(at, s.dayFirst); ok && rest == "" {
			e.stamp, e.grain = v.at, v.grain
		} else if e.stamp, ok = parseDecimal(at, time.Second); ok {
			e.grain = 1
		}
	}
	switch f.kind {
	case "reply", "answer":
		s.delay(&e, f)
	case "copy", "arrival":
		e.kind, e.marked = markArrived, f.kind == "copy"
		e.ticks = f.integer("ticks")
	case "part":
		e.kind = markUnreadable
	case "some":
		e.kind, e.seq, e.id = markSomeReply, s.highest, f.get("size")
	case "guess":
		e.guessed = true
	}
	if f.kind == "reply" && e.host == "" && s.now().host == "" {
		e.host = address.FindString(f.text)
	}
	if s.closed && f.kind == "guess" {
		s.known--
		s.unknown = append(s.unknown, e.line)
		return
	}
	if f.kind == "lost" && f.get("host") == "" && address.MatchString(f.text) {
		e.id = "answer" // of a router: Windows counts it as received
	}
	if f.kind != "guess" && f.kind != "some" && s.closed && len(s.now().tallies) > 0 {
		// A run without a header begins after the totals of another.
		s.runs, s.closed = append(s.runs, &run{tool: s.tool, tallies: map[string]*tally{}, line: e.line}), false
		e.run++
	}
	s.highest = e.seq
	s.add(e)
}

// delay reads what a reply says.
func (s *scanner) delay(e *entry, f *found) {
	e.kind = markReceived
	note := f.get("note")
	e.marked = note != ""
	unit := s.unit
	if word := f.get("unit"); word != "" {
		unit = timeUnit(word)
	} else if s.tool.name == "log with rtt" {
		s.unitless++
	}
	text, ok := f.get("delay"), unit != 0
	if text == "" { // an answer whose request says when it was sent
		return
	}
	if d, err := time.ParseDuration(text); err == nil && strings.HasSuffix(text, "s") {
		e.delay = d
	} else if ok {
		e.delay, ok = parseDecimal(text, unit)
	}
	if !ok {
		e.kind = markUnreadable
	} else if f.get("is") == "<" {
		e.delay /= 2
	}
	if f.get("size") != "" && e.id == "" {
		e.id = f.get("size")
	}
	s.unsync = s.unsync || strings.HasPrefix(f.get("sync"), "unsync")
	sent, ok1 := parseDecimal(f.get("sentat"), time.Second)
	recv, ok2 := parseDecimal(f.get("recvat"), time.Second)
	if ok1 && ok2 {
		e.sentAt, e.timed, e.arrival, e.arrived = sent, true, recv, true
	}
}

func endpoint(host, port string) string {
	if port != "" {
		return host + ":" + port
	}
	return strings.TrimSuffix(host, ":")
}

// add adds an entry to its run. What names no host is of the one before.
func (s *scanner) add(e entry) {
	r := s.now()
	switch {
	case r.host != "":
		e.host = r.host
	case e.host != "":
		if s.last == "" { // the lines before it were of this one
			for i := range r.entries {
				if r.entries[i].host == "" {
					r.entries[i].host = e.host
				}
			}
		}
	default:
		e.host = s.last
	}
	s.last = e.host
	r.entries = append(r.entries, e)
}

// tally reads a line of totals. Several of a run add up to one.
func (s *scanner) tally(number int, f *found) {
	s.closed = true
	host := f.get("host")
	t := s.now().tallies[host]
	if t == nil {
		t = &tally{sent: -1, got: -1, lost: -1, percent: -1}
		s.now().tallies[host] = t
	}
	for _, c := range []struct {
		name string
		to   *int
	}{{"sent", &t.sent}, {"got", &t.got}, {"lost", &t.lost}} {
		if n := f.integer(c.name); n >= 0 {
			*c.to, t.line = int(n), number
		}
	}
	for _, c := range []struct {
		name string
		to   *time.Duration
	}{{"min", &t.min}, {"avg", &t.avg}, {"max", &t.max}, {"took", &t.took}} {
		if text := f.get(c.name); text != "" {
			*c.to, _ = milliseconds(text)
			if c.name == "min" {
				t.grain = 100 * time.Microsecond
				if !strings.ContainsAny(text, ".,") {
					t.grain = time.Millisecond
				}
			}
		}
	}
	if p, ok := parseFloat(f.get("pct")); ok {
		t.percent = p
	}
	t.jitter, _ = parseFloat(f.get("jitter"))
	t.line = max(t.line, number)
}

// complete works out what of the counts follows from the others.
func (t *tally) complete() {
	switch {
	case t.sent < 0 && t.got >= 0 && t.lost >= 0:
		t.sent = t.got + t.lost
	case t.got < 0 && t.sent >= 0 && t.lost >= 0:
		t.got = t.sent - t.lost
	}
	if t.sent > MaxSamples || t.got > t.sent {
		t.sent, t.got = -1, -1
	}
}

func (s *scanner) all() (all []entry) {
	for _, r := range s.runs {
		all = append(all, r.entries...)
	}
	return all
}

// settleGuesses decides which lines that may be probes without an answer are: as many
// as the totals ask for; without totals, those in words that are not known here, or
// that come again.
func (s *scanner) settleGuesses() {
	for _, r := range s.runs {
		counts, guesses, sure := map[string]int{}, 0, 0
		for _, e := range r.entries {
			if e.guessed {
				guesses++
				counts[s.lines[e.line-1]]++
			} else {
				sure++
			}
		}
		if guesses == 0 {
			continue
		}
		wanted := -1
		if t := r.tallies[""]; t != nil {
			if t.complete(); t.sent >= 0 {
				wanted = t.sent - sure
			}
		}
		known := 0
		r.entries = slices.DeleteFunc(r.entries, func(e entry) bool {
			text := s.lines[e.line-1]
			strange := strings.ContainsFunc(text, func(c rune) bool { return c > 0x7f }) && strings.ContainsAny(text, ".。\uFFFD")
			probe := counts[text] > 1 && !strings.Contains(text, "...") || strange
			if wanted >= 0 {
				probe = wanted == guesses || probe && wanted > 0 && known < wanted
			}
			switch {
			case !e.guessed:
				return false
			case !probe || sure == 0 && wanted < 0:
				s.known--
				s.unknown = append(s.unknown, e.line)
				return true
			case wanted < 0:
				s.m.warn(e.line, "taken for a probe without an answer: %s", excerpt(text))
			}
			known++
			return false
		})
	}
	slices.Sort(s.unknown)
}

// pair turns requests and answers into probes, and times since the packet before into
// times.
func (s *scanner) pair() {
	type key struct {
		host, id string
		seq      int64
	}
	back, total := 0, 0
	last := time.Duration(0)
	entries := s.runs[0].entries
	for i := range entries {
		if e := &entries[i]; e.grain != 0 {
			if total > 0 && e.stamp < last {
				back++
			}
			last = e.stamp
			total++
		}
	}
	if back*10 > total {
		s.m.warn(0, "the times go back again and again: they are taken for times since the packet before")
		last = 0
		for i := range entries {
			last += entries[i].stamp
			entries[i].stamp = last
		}
	}
	requests, counts := map[key]int{}, map[string]int64{}
	asked := slices.ContainsFunc(entries, func(e entry) bool { return e.kind == markSent })
	out := entries[:0:0]
	stray := 0
	for _, e := range entries {
		k := key{e.host, e.id, e.seq}
		switch {
		case e.kind == markSent:
			if !e.numbered || s.order {
				e.seq = counts[e.host]
				if !e.numbered {
					k.seq = -1
				}
			}
			counts[e.host]++
			e.numbered = true
			e.sentAt, e.timed = e.stamp, e.grain != 0
			requests[k] = len(out)
		case e.kind == markReceived && asked:
			if !e.numbered {
				k.seq = -1
			}
			i, ok := requests[k]
			if !ok {
				if stray++; stray <= 3 {
					s.m.warn(e.line, "a reply to a probe that was not sent here: %s", excerpt(s.lines[e.line-1]))
				}
				continue
			}
			e.seq, e.numbered, e.sentAt, e.timed = out[i].seq, true, out[i].sentAt, out[i].timed
			if e.grain != 0 {
				e.delay = e.stamp - e.sentAt
			}
			if e.grain == 0 && s.unit == time.Millisecond {
				e.kind = markUnreadable
			}
		case e.kind == markReceived: // mtr before 0.87
			e.seq, e.numbered = counts[e.host], true
			counts[e.host]++
		default:
			e.sentAt, e.timed = e.stamp, e.grain != 0
		}
		e.grain = 0
		out = append(out, e)
	}
	if stray > 3 {
		s.m.warn(0, "%d replies in all have no request in the file", stray)
	}
	s.runs[0].entries = out
}
