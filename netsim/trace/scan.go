package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"snaplab/netsim/trace/plain"
)

// run is what a file says of one run of a tool, or one part of a table.
type run struct {
	*tool
	line     int
	host     string // that its header names
	header   bool
	dense    bool          // every packet has a line, written when its reply arrived
	sends    bool          // stamps are when packets were sent
	paired   bool          // replies were numbered by their requests
	interval time.Duration // between packets, if its command says it
	wait     time.Duration // for an answer, if its command says it
	entries  []entry
	tallies  map[string]tally // by host, "" for all
	told     []string         // the hosts of these
}

// tally is what a run's own totals say: sent, got, lost, pct, took, jitter, and min, avg
// and max in ms, of which grain is how exact they are. Line is where it stands.
type tally map[string]float64

// scanner reads the lines of the output of a tool.
type scanner struct {
	*tool
	*document
	m                *Meta
	runs             []*run
	names            plain.Names
	hosts            map[string]string // what hosts are called
	headers          map[string]string // the hosts of headers by the address in them
	last             plain.Name        // the host of the last reply
	closing, closed  bool              // the last line began the totals; a line before did
	known            int               // lines that were understood
	unknown          []int             // the others
	unsync, unitless bool              // clocks, and delays
}

// address returns the first IP address in a text, "" if there is none.
func address(text string) string { return formats.patterns["address"].FindString(text) }

// scan reads the lines of a tool's output into runs. Every line counts for something or
// is not understood; a file with many of these is none of the tool.
func scan(d *document, t *tool, m *Meta) (*scanner, error) {
	s := &scanner{tool: t, document: d, m: m, hosts: map[string]string{}, headers: map[string]string{}}
	s.begin(0)
	from, to := d.transcript()
	for i, line := range d.lines.All() {
		if i < from || i >= to {
			continue
		}
		s.line(i+1, line[:min(len(line), 1<<20)])
	}
	s.settleGuesses()
	if n := len(s.unknown); !t.Log && n > 3 && n*10 > n+s.known {
		return nil, refuse("the output of "+t.Name, fmt.Sprintf("%d of its %d lines are not understood, the first is line %d", n, n+s.known, s.unknown[0]), "the output of one tool, unchanged")
	}
	for k, i := range s.unknown {
		if !t.Log {
			m.warn(i, "not understood: %s", plain.Excerpt(d.lines.At(i-1)))
		} else if k == 0 {
			m.warn(i, "%d lines, of which this is the first, say nothing of a packet: %s", len(s.unknown), plain.Excerpt(d.lines.At(i-1)))
		}
	}
	if n := d.lines.Len(); n > 0 && !strings.HasSuffix(d.text, "\n") {
		end := strings.TrimSpace(d.lines.At(n - 1))
		if e := s.now().entries; len(e) > 0 && int(e[len(e)-1].line) == n && strings.ContainsAny(end[len(end)-1:], "0123456789-") && !strings.Contains(end, "TTL=") {
			m.warn(n, "the file ends in this line: if it was cut, the last figure is not whole")
		}
	}
	return s, nil
}

// transcript returns where in the lines of a transcript of PowerShell what was done begins and
// ends: before and after it is a block between lines of stars, in the language of the system.
func (d *document) transcript() (from, to int) {
	const most = 40 // lines of a block
	n := d.lines.Len()
	stars := func(i int) bool { l := d.lines.At(i); return len(l) > 9 && strings.Trim(l, "*") == "" }
	if to = n; n == 0 || !stars(0) {
		return 0, n
	}
	for from = 1; from < min(n, most) && !stars(from); from++ {
	}
	if from == min(n, most) {
		return 0, n
	}
	if stars(n - 1) {
		for to = n - 2; to > max(from, n-most) && !stars(to); to-- {
		}
	}
	return from + 1, to
}

func (s *scanner) now() *run { return s.runs[len(s.runs)-1] }

// begin begins a run.
func (s *scanner) begin(line int) *run {
	s.runs = append(s.runs, &run{tool: s.tool, line: line, tallies: map[string]tally{}})
	s.closed = false
	return s.now()
}

// line reads one line.
func (s *scanner) line(number int, line string) {
	at, text, _ := s.prefix(line)
	f, ok := s.find(text, s.closing)
	if text == "" || (!ok || f.kind == "guess" || f.kind == "closing") && formats.noise.MatchString(text) {
		return
	}
	if s.closing = false; !ok || f.kind == "guess" && s.closed {
		s.unknown = append(s.unknown, number)
		return
	}
	s.known++
	e := entry{line: int32(number), ticks: -1, stamp: at}
	switch f.kind {
	case "noise", "sign":
	case "closing":
		s.closing, s.closed = true, len(s.now().entries) > 0 || s.now().header
	case "command", "header":
		r := s.now()
		if len(r.entries) > 0 || len(r.tallies) > 0 {
			r = s.begin(number)
		}
		if f.kind == "command" {
			r.interval, _ = plain.Decimal(f.get("every"), time.Second)
			r.wait, _ = plain.Decimal(f.get("wait"), time.Millisecond)
			return
		}
		r.line, r.header, r.host = number, true, cmp.Or(f.get("host"), address(text))
		s.headers[address(text)] = r.host
		s.closed = false
	case "total", "after":
		s.closed = true
		host := f.get("host")
		if s.now().tallies[host] == nil {
			s.now().tallies[host] = tally{}
			s.now().told = append(s.now().told, host)
		}
		s.now().tallies[host].read(number, &f)
	case "name":
		s.hosts[f.get("host")] = f.get("name")
	case "undo":
		if r := s.now(); len(r.entries) > 0 {
			if last := r.entries[len(r.entries)-1]; int(last.line) == number-1 && last.kind == isSomeReply {
				r.entries = r.entries[:len(r.entries)-1]
			}
		}
	case "vector":
		for _, word := range strings.Fields(f.get("values")) {
			if e.host, e.kind = s.names.Number(f.get("host")), isSent; word != "-" {
				e.kind = isReceived
			}
			e.delay, _ = plain.Decimal(word, time.Millisecond)
			s.add(e)
		}
	default:
		s.packet(e, &f)
	}
}

// read reads a line of totals. Several of a run add up to one.
func (t tally) read(line int, f *found) {
	for _, name := range f.SubexpNames() {
		if v, ok := plain.Float(f.get(name)); ok && name != "host" {
			if t[name] = v; name == "min" {
				t["grain"] = 1
				if strings.ContainsAny(f.get(name), ".,") {
					t["grain"] = 0.1
				}
			}
		}
	}
	_, sent := t["sent"]
	_, got := t["got"]
	if lost, ok := t["lost"]; ok && got && !sent {
		t["sent"] = t["got"] + lost
	} else if ok && sent && f.get("got") == "" && (f.get("sent") != "" || !got) {
		t["got"] = t["sent"] - lost
	}
	t["line"] = float64(line)
}

// packet adds what a line says of a packet.
func (s *scanner) packet(e entry, f *found) {
	host, id := f.get("host"), f.get("id")
	if seq := f.integer("seq"); seq >= 0 {
		e.seq, e.numbered = seq, true
	} else if seq, err := strconv.ParseInt(f.get("hex"), 16, 64); err == nil {
		e.seq, e.numbered = seq, true
	}
	if from, to := endpoint(f, "from", "fp"), endpoint(f, "to", "tp"); from+to != "" {
		if host = from + " > " + to; f.kind == "answer" {
			host = to + " > " + from
		}
	}
	if at := f.get("at"); at != "" {
		var rest string
		var ok bool
		if e.stamp, rest, ok = stampOf(at, s.dayFirst); !ok || rest != "" {
			e.at, _ = plain.Decimal(at, time.Second)
			e.grain = toFraction
		}
	}
	switch f.kind {
	case "reply", "answer":
		if s.delay(&e, f); id == "" && f.get("delay") != "" {
			id = f.get("size")
		}
		if f.kind == "reply" && host == "" && s.now().host == "" {
			host = address(f.text)
		}
	case "copy", "arrival":
		e.kind, e.marked, e.ticks = isArrived, f.kind == "copy", f.integer("ticks")
	case "part":
		e.kind = isUnreadable
	case "some":
		e.kind, id = isSomeReply, f.get("size")
	case "guess":
		e.guessed = true
	case "lost":
		e.answered = host == "" && address(f.text) != "" // Windows counts it as received
	}
	if r := s.now(); r.host != "" {
		host = r.host
		if len(s.headers) > 1 { // replies to two pings at a time
			host = cmp.Or(s.headers[address(f.text)], host)
		}
	}
	e.host, e.id = s.names.Number(host), s.names.Number(id)
	if s.closed && len(s.now().tallies) > 0 && f.kind != "some" && !s.Log {
		s.begin(int(e.line)) // without a header, after the totals of another
	}
	s.add(e)
}

// delay reads what a reply says of its delay.
func (s *scanner) delay(e *entry, f *found) {
	e.kind, e.marked = isReceived, f.get("note") != ""
	word, text := cmp.Or(f.get("unit"), s.Unit, "ms"), f.get("delay")
	s.unitless = s.unitless || f.get("unit") == "" && f.SubexpIndex("unit") >= 0
	if text == "" {
		return // the request says when it was sent
	}
	d, err := time.ParseDuration(text)
	ok := err == nil
	if unit := timeUnit(word); !ok && unit != 0 {
		d, ok = plain.Decimal(text, unit)
	}
	if f.get("is") == "<" {
		d /= 2
	}
	if e.delay = d; !ok {
		e.kind, e.delay = isUnreadable, 0
	}
	s.unsync = s.unsync || f.get("sync") == "unsync"
	sent, ok1 := plain.Decimal(f.get("sentat"), time.Second)
	recv, ok2 := plain.Decimal(f.get("recvat"), time.Second)
	if ok1 && ok2 {
		e.sentAt, e.timed, e.arrival, e.arrived = sent, true, recv, true
	}
}

func endpoint(f *found, host, port string) string {
	if p := f.get(port); p != "" {
		return f.get(host) + ":" + p
	}
	return strings.TrimSuffix(f.get(host), ":")
}

// add adds an entry to its run. What names no host is of the one before.
func (s *scanner) add(e entry) {
	r := s.now()
	switch {
	case e.host == 0:
		e.host = s.last
	case s.last == 0: // the lines before it were of this one
		for i := range r.entries {
			r.entries[i].host = e.host
		}
	}
	if n := len(r.entries); n == cap(r.entries) && n >= 1000 { // the rest of the file will be like this
		r.entries = slices.Grow(r.entries, 1+n*(s.lines.Len()-int(e.line))/int(e.line))
	}
	s.last, r.entries = e.host, append(r.entries, e)
}

func (s *scanner) all() (all []entry) {
	if len(s.runs) == 1 {
		return s.now().entries
	}
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
		counts, guesses := map[string]int{}, 0
		for _, e := range r.entries {
			if e.guessed {
				guesses++
				counts[s.lines.At(int(e.line)-1)]++
			}
		}
		sure, wanted := len(r.entries)-guesses, -1
		if sent, ok := r.tallies[""]["sent"]; ok {
			wanted = int(sent) - sure
		}
		r.entries = slices.DeleteFunc(r.entries, func(e entry) bool {
			if !e.guessed {
				return false
			}
			text := s.lines.At(int(e.line) - 1)
			strange := strings.ContainsFunc(text, func(c rune) bool { return c > 0x7f }) && strings.ContainsAny(text, ".。\uFFFD")
			probe := counts[text] > 1 && !strings.Contains(text, "...") || strange
			if wanted >= 0 {
				probe = wanted == guesses || probe && wanted > 0
			} else if probe = probe && sure > 0; probe {
				s.m.warn(int(e.line), "taken for a probe without an answer: %s", plain.Excerpt(text))
			}
			if !probe {
				s.known--
				s.unknown = append(s.unknown, int(e.line))
			}
			return !probe
		})
	}
	slices.Sort(s.unknown)
}

// pair turns requests and answers into probes.
func (s *scanner) pair() {
	type key struct {
		host, id plain.Name
		seq      int64
	}
	r := s.runs[0]
	r.sinceBefore(s.m)
	requests, counts := map[key]int{}, map[plain.Name]int64{}
	asked := slices.ContainsFunc(r.entries, func(e entry) bool { return e.kind == isSent })
	var out []entry
	for _, e := range r.entries {
		k := key{e.host, e.id, e.seq}
		if !e.numbered {
			k.seq = -1 // of the last request
		}
		switch {
		case e.kind == isReceived && asked:
			i, ok := requests[k]
			if !ok {
				s.m.warn(int(e.line), "a reply to a probe that was not sent here: %s", plain.Excerpt(s.lines.At(int(e.line)-1)))
				continue
			}
			e.seq, e.sentAt, e.timed = out[i].seq, out[i].sentAt, out[i].timed
			switch {
			case e.grain != 0:
				e.delay = e.at - e.sentAt
			case !s.Order:
				e.kind = isUnreadable
			}
		case e.kind == isArrived:
			e.sentAt, e.timed = e.at, e.grain != 0
		default:
			if e.sentAt, e.timed = e.at, e.grain != 0; !e.numbered || s.Order || !asked {
				e.seq = counts[e.host]
			}
			counts[e.host]++
			requests[k] = len(out)
		}
		e.numbered, e.grain = true, 0
		out = append(out, e)
	}
	r.entries = out
	for _, e := range slices.Backward(out) {
		if e.kind == isSent {
			s.m.warn(int(e.line), "nothing but requests comes after this: its answer may have come later")
		}
		if e.kind != isArrived {
			break
		}
	}
}
