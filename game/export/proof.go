package export

import (
	"math"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// proofTime is how much simulated time a proof plays, about.
const proofTime = 1000 * time.Second

// tape is what a client got in a run, so that any lens can play it again: packets with the
// one entity whose motion is watched, and display frames.
type tape struct {
	config  interp.Config
	packets []taped
	frames  []tapedFrame
	entity  interp.EntityID
	session *game.Session
}

type taped struct {
	header interp.Header
	update []interp.Update // one, or none in a packet of others
}

type tapedFrame struct {
	now     interp.LocalTime
	server  interp.ServerTime // that the server's clock showed then
	packets int               // that had come by then
}

// shared reports whether the packets of all entities share what bandwidth there is. Where they
// don't, one entity says of the network what all would.
func shared(s *config.Scenario) bool {
	trace := s.Measured.Trace
	return s.Settings.Down.Bandwidth > 0 || trace != nil && trace.Opportunities != nil
}

// newTape begins a run of a scenario with a seed, in which an entity of a kind is watched.
func newTape(s config.Scenario, kind interp.Kind, seed uint64, span time.Duration) (*tape, error) {
	s.Seed, s.Duration, s.Script = seed, span, nil
	s.Settings.Comparison = config.NoComparison
	if !shared(&s) {
		s.Entities = []world.Group{{Kind: kind, Count: 1}}
	}
	s.Settings.Kinds = s.Settings.Kinds.Lasting(kind)
	session, err := game.NewSession(s)
	if err != nil {
		return nil, err
	}
	t := &tape{session: session}
	last := interp.EntityID(0)
	for _, g := range s.Entities {
		last += interp.EntityID(g.Count)
		if g.Kind == kind && g.Count > 0 {
			t.entity = last // sent last of its kind
		}
	}
	session.Feed(t)
	session.Observe(t)
	return t, nil
}

// record goes on for about the time that a few entities take for 20 s, and reports whether the
// run has reached its end.
func (t *tape) record(span time.Duration) bool {
	portion := 320 * time.Second / time.Duration(max(16, t.session.Entities()))
	t.session.AdvanceTo(min(max(0, t.session.Now())+portion, span))
	return t.session.Now() >= span
}

// Configure, Receive, Frame, AppendDrawn and Stats make it a lens that only listens.
func (t *tape) Configure(c *interp.Config) { t.config = *c }
func (t *tape) Receive(h interp.Header, updates []interp.Update) interp.Verdict {
	p := taped{header: h}
	for _, u := range updates {
		if u.ID == t.entity {
			p.update = []interp.Update{u}
		}
	}
	t.packets = append(t.packets, p)
	return interp.Inserted
}
func (t *tape) Frame(now interp.LocalTime) {
	t.frames = append(t.frames, tapedFrame{now: now, packets: len(t.packets)})
}
func (t *tape) AppendDrawn(dst []interp.Drawn, _ interp.LocalTime) []interp.Drawn { return dst }
func (t *tape) Stats() *interp.Stats                                              { return new(interp.Stats) }

// Framed and the rest make it a session's observer.
func (t *tape) Framed(at time.Duration) {
	t.frames[len(t.frames)-1].server = t.session.ServerTime(at)
}
func (t *tape) Sent(*game.PacketRecord)                 {}
func (t *tape) Arrived(*game.PacketRecord)              {}
func (t *tape) Acknowledged(netsim.Event)               {}
func (t *tape) Changed(time.Duration, *config.Settings) {}

// played is what a lens showed of one tape or more.
type played struct {
	latency    time.Duration // the sum over frames
	frames     int           // in which something was shown
	underruns  int
	inUnderrun time.Duration
	all        time.Duration // from the first display frame to the last
	shown      time.Duration // since the first sample was reached: starting up is no underrun
}

// play has a fresh lens play the tape.
func (p *played) play(l interp.Lens, t *tape) {
	l.Configure(&t.config)
	var drawn []interp.Drawn
	next, kind := 0, interp.Kind(0)
	for i := range t.frames {
		f := &t.frames[i]
		for ; next < f.packets; next++ {
			in := &t.packets[next]
			l.Receive(in.header, in.update)
			if len(in.update) > 0 {
				kind = in.update[0].Kind
			}
		}
		l.Frame(f.now)
		if drawn = l.AppendDrawn(drawn[:0], f.now); len(drawn) > 0 {
			p.latency += f.server.Sub(drawn[0].Time)
			p.frames++
		}
	}
	stats := &l.Stats().Kinds[kind]
	p.underruns += stats.Underruns
	p.inUnderrun += stats.InUnderrun
	p.shown += stats.Total
	if n := len(t.frames); n > 1 {
		p.all += t.frames[n-1].now.Sub(t.frames[0].now)
	}
}

// latencyMS is how old what was shown was on average; 0 where nothing was.
func (p *played) latencyMS() float64 {
	return float64(p.latency) / float64(max(1, p.frames)) / float64(time.Millisecond)
}

func (p *played) perMinute() float64 { return float64(p.underruns) / max(p.all.Minutes(), 1e-9) }
func (p *played) share() float64     { return float64(p.inUnderrun) / float64(max(p.shown, 1)) }

// trial is a value of the setting that is looked for, in whole steps, and what it showed.
type trial struct {
	steps int
	played
}

// search looks for the smallest value of a setting at which a lens shows what was asked for
// and is within the budget.
type search struct {
	stepMS      float64 // what a step of the setting is worth
	least, most int     // steps
	asked       float64 // latency, ms
	keeps       func(*played) bool
	tried       []trial
	matched     int // which of tried is just late enough
	raise       int // steps by which it is raised next for the budget; 0 before it matched
}

// mostTries bounds a search: four to be as late as asked, the rest to keep to the budget.
const (
	matchTries = 4
	mostTries  = 14
)

// A search that had to raise the setting ends where it is known to within so many ms.
const (
	closeMS = 4
	raiseMS = 5 // the first time, and twice as much each time after
)

// next returns the next value to try after those tried, or which of them is the answer.
func (s *search) next() (steps int, done bool, answer int) {
	last := &s.tried[len(s.tried)-1]
	if s.raise == 0 {
		by := int(math.Ceil((s.asked-last.latencyMS())/s.stepMS - 1e-9))
		to := max(s.least, min(last.steps+by, s.most))
		if len(s.tried) < matchTries && s.find(to) < 0 {
			return to, false, 0
		}
		s.matched, s.raise = s.latest(), max(1, int(raiseMS/s.stepMS))
	}
	best := -1
	for i := range s.tried {
		t := &s.tried[i]
		if t.steps >= s.tried[s.matched].steps && s.keeps(&t.played) && (best < 0 || t.steps < s.tried[best].steps) {
			best = i
		}
	}
	if best >= 0 {
		short := s.tried[s.matched].steps // the largest that isn't enough
		for i := range s.tried {
			if t := &s.tried[i]; t.steps < s.tried[best].steps {
				short = max(short, t.steps)
			}
		}
		between := (short + s.tried[best].steps) / 2
		if best == s.matched || len(s.tried) >= mostTries || between == short || float64(s.tried[best].steps-short)*s.stepMS <= closeMS {
			return 0, true, best
		}
		return between, false, 0
	}
	top := s.matched
	for i := range s.tried {
		if s.tried[i].steps > s.tried[top].steps {
			top = i
		}
	}
	to := min(s.tried[top].steps+s.raise, s.most)
	if to == s.tried[top].steps || len(s.tried) >= mostTries {
		return 0, true, s.matched // more would not do either
	}
	s.raise *= 2
	return to, false, 0
}

func (s *search) find(steps int) int {
	for i := range s.tried {
		if s.tried[i].steps == steps {
			return i
		}
	}
	return -1
}

// latest returns the trial that is the least late of those that are late enough, else the
// latest of all.
func (s *search) latest() int {
	best := 0
	for i := range s.tried {
		t, b := &s.tried[i], &s.tried[best]
		enough, had := t.latencyMS() >= s.asked-roundingMS, b.latencyMS() >= s.asked-roundingMS
		if enough && (!had || t.steps < b.steps) || !enough && !had && t.steps > b.steps {
			best = i
		}
	}
	return best
}

// roundingMS is how much too early is as good as asked for.
const roundingMS = 0.5
