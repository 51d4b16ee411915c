package interp

import (
	"errors"
	"fmt"
	"time"
)

// ClockConfig sets how a Clock follows the network. Fields that are zero take the
// defaults in brackets.
type ClockConfig struct {
	// Window is how long an observation counts (default 2 s).
	Window time.Duration
	// MinPackets is how many of the last packets count however old (default 10).
	MinPackets int
	// Slew is how far the applied offset moves toward its target in a second
	// (default 50 ms).
	Slew time.Duration
	// DelaySlew is how far an applied delay moves toward its setting in a second
	// (default 200 ms). Slew and DelaySlew together stay below one second, or
	// render time could stand still and run back.
	DelaySlew time.Duration
	// StepAbove is the error above which the offset steps instead of slewing
	// (default 500 ms).
	StepAbove time.Duration
	// Unchecked says that local time is of a clock that is never set, as a simulation's
	// is, and all stamps are right: nothing looks for steps of the clock or for absurd
	// stamps, and a time that is back counts as the last one.
	Unchecked bool
}

// ErrClock is wrapped by the errors of ClockConfig.Validate.
var ErrClock = errors.New("bad clock setting")

// Validate returns an error that names the first field out of range.
func (c ClockConfig) Validate() error {
	if c.MinPackets < 0 {
		return fmt.Errorf("%w: MinPackets is %d, want 0 or more", ErrClock, c.MinPackets)
	}
	for _, f := range []struct {
		name  string
		value time.Duration
	}{{"Window", c.Window}, {"Slew", c.Slew}, {"DelaySlew", c.DelaySlew}, {"StepAbove", c.StepAbove}} {
		if f.value < 0 || f.value > time.Minute {
			return fmt.Errorf("%w: %s is %v, want 0 to 1m", ErrClock, f.name, f.value)
		}
	}
	if c := c.orDefaults(); c.Slew+c.DelaySlew >= time.Second {
		return fmt.Errorf("%w: Slew %v and DelaySlew %v together reach 1 s per second", ErrClock, c.Slew, c.DelaySlew)
	}
	return nil
}

func (c ClockConfig) orDefaults() ClockConfig {
	if c.Window == 0 {
		c.Window = 2 * time.Second
	}
	if c.MinPackets == 0 {
		c.MinPackets = 10
	}
	if c.Slew == 0 {
		c.Slew = 50 * time.Millisecond
	}
	if c.DelaySlew == 0 {
		c.DelaySlew = 200 * time.Millisecond
	}
	if c.StepAbove == 0 {
		c.StepAbove = 500 * time.Millisecond
	}
	return c
}

// Clock follows the offset between local time and the server's stamps. The target is
// the minimum over a sliding window: the fastest packet is the one that waited
// least, so it shows the clocks, and every other shows the clocks and a queue. The
// applied offset slews toward the target, and steps only on the first packet, after
// Reset, and when the error is beyond StepAbove. The zero value is ready, with the
// defaults of ClockConfig.
//
// A faster route is seen at once; a slower one only when the old minimum leaves the
// window, and until then packets are late by the difference. An average would hide
// that, not mend it.
type Clock struct {
	config  ClockConfig
	window  MinWindow
	applied Offset // as of at
	target  Offset
	at      LocalTime
	// unstepped is applied without the step that the last Advance may have made:
	// what was drawn with until then.
	unstepped Offset
	steps     int
	stepped   time.Duration // by how much the last Advance has, 0 if it has not
	anew      bool          // nor does what was drawn until then mean anything
	framed    bool          // it has been advanced since the first packet

	seen    LocalTime // the latest local time that was given
	leapt   bool      // local time has leapt, and no packet has told why
	leaptTo LocalTime

	// What a single packet must not be below: the least offset so far, which rises a
	// little in case the clocks drift. One that is below by far is believed when the
	// next, doubtful as well, agrees.
	least    Offset
	leastAt  LocalTime
	doubtful bool
	doubt    Offset
	doubted  ServerTime // the stamp
}

// Configure takes new settings, without validating them. The rates hold from the last
// Advance on, so call it directly after one: later, it would move an offset that may
// have been drawn with.
func (c *Clock) Configure(config ClockConfig) {
	c.config = config.orDefaults()
	c.window.Span, c.window.Keep = c.config.Window, c.config.MinPackets
}

// Reset forgets every observation, as for a new epoch. Steps are still counted.
func (c *Clock) Reset() {
	c.window.Reset()
	*c = Clock{config: c.config, window: c.window, steps: c.steps}
}

// Observe takes note of a packet's arrival. The first one sets the offset.
func (c *Clock) Observe(arrival LocalTime, stamp ServerTime) {
	if c.config.Window == 0 {
		c.Configure(c.config)
	}
	first := !c.Started()
	offset := ObserveOffset(arrival, stamp)
	if c.notice(arrival); first || offset < c.leastNow(arrival) {
		c.least, c.leastAt = offset, arrival
	}
	c.window.Push(arrival, offset)
	if first {
		c.step(arrival)
		c.unstepped = c.applied
	}
}

// notice takes note of a local time.
func (c *Clock) notice(now LocalTime) {
	if c.Started() && now.Sub(c.seen) > c.leapAbove() && !c.config.Unchecked {
		c.leapt, c.leaptTo = true, now
	}
	if !c.Started() || now > c.seen {
		c.seen = now
	}
}

// leapAbove is longer than a frame should take, and above what the offset changes by.
func (c *Clock) leapAbove() time.Duration { return max(c.config.StepAbove, 250*time.Millisecond) }

func (c *Clock) leastNow(now LocalTime) Offset {
	const drift = 1000 // a millisecond in a second
	return c.least + Offset(max(0, now.Sub(c.leastAt))/drift)
}

// absurd reports whether a packet's stamp is so far ahead of what all others showed that
// it must be a fault, unless the next says so too. A new connection, whose first packets
// may have been late, is given more room.
func (c *Clock) absurd(arrival LocalTime, stamp ServerTime) bool {
	if !c.Started() || c.config.Unchecked {
		return false
	}
	room := c.leapAbove()
	if c.window.Count() < uint64(c.config.MinPackets) {
		room = max(room, farAhead)
	}
	offset := ObserveOffset(arrival, stamp)
	if time.Duration(c.leastNow(arrival)-offset) <= room {
		c.doubtful = false
		return false
	}
	if agrees := c.doubtful && stamp > c.doubted && time.Duration(c.doubt-offset).Abs() <= c.leapAbove(); agrees {
		c.doubtful = false
		return false
	}
	c.doubtful, c.doubt, c.doubted = true, offset, stamp
	return true
}

// Started reports whether a packet has been observed.
func (c *Clock) Started() bool { return c.window.Count() > 0 }

// Advance moves the clock to a display frame at a local time: the applied offset
// has slewed until now, and from now on it slews toward the present minimum. A time
// before the last one counts as that one.
func (c *Clock) Advance(now LocalTime) {
	if !c.Started() {
		return
	}
	now = max(now, c.at)
	c.notice(now)
	c.framed, c.stepped, c.anew = true, 0, false
	c.applied = c.Offset(now)
	c.unstepped = c.applied
	c.at = now
	if offset, any := c.window.minSince(c.leaptTo); c.leapt && any {
		c.leapt = false
		if time.Duration(offset-c.applied) > c.leapAbove() {
			c.window.forgetBefore(c.leaptTo)
			c.anew = true
		}
	}
	c.window.Expire(now)
	c.target, _ = c.window.Min()
	if e := time.Duration(c.target - c.applied); e > c.config.StepAbove || e < -c.config.StepAbove {
		c.step(now)
		c.anew = c.anew || c.stepped > farAhead
	}
}

// farAhead is how far render time may be ahead of where it should be, for other reasons
// than a local clock that was set, and still wait until it is right. Stamps that far ahead
// of all others are doubted even on a new connection.
const farAhead = 10 * time.Second

func (c *Clock) step(now LocalTime) {
	c.target, _ = c.window.Min()
	c.stepped = time.Duration(c.target - c.applied)
	c.least, c.leastAt = c.target, now
	c.applied = c.target
	c.at = now
	c.steps++
}

// Offset returns the applied offset at a local time at or after the last Advance.
// It is continuous in time but for the steps, and pure.
func (c *Clock) Offset(now LocalTime) Offset {
	return Offset(slew(int64(c.applied), int64(c.target), now.Sub(c.at), c.config.Slew))
}

// Target returns the offset that the applied one slews toward.
func (c *Clock) Target() Offset { return c.target }

// Steps returns how often the offset was set instead of slewed, the first packet's
// time included.
func (c *Clock) Steps() int { return c.steps }

// slew moves from toward to for elapsed at perSecond.
func slew(from, to int64, elapsed, perSecond time.Duration) int64 {
	if from == to {
		return to
	}
	// A minute is enough to pass every error that is not stepped, and keeps the
	// product below 2^63.
	elapsed = max(0, min(elapsed, time.Minute))
	reach := int64(elapsed) * perSecond.Microseconds() / 1_000_000
	return from + max(-reach, min(to-from, reach))
}

// MinWindow finds the smallest of the offsets seen lately, in constant time per
// packet: a queue in which each entry is smaller than those after it, since a larger
// one that is also older can never be the minimum again. The zero value forgets
// everything at once; set Span and Keep first.
type MinWindow struct {
	// Span is how long an offset counts.
	Span time.Duration
	// Keep is how many of the last packets count however old they are, so that a
	// slow stream has a minimum at all.
	Keep int

	queue []seen // oldest and smallest first; a ring
	head  int
	n     int
	count uint64 // packets seen
}

type seen struct {
	at    LocalTime
	value Offset
	index uint64
}

// Push adds the offset of a packet arriving at a local time. Arrivals must
// not go back in time.
func (w *MinWindow) Push(at LocalTime, value Offset) {
	for w.n > 0 && w.entry(w.n-1).value >= value {
		w.n--
	}
	if w.n == len(w.queue) {
		w.grow()
	}
	w.n++
	*w.entry(w.n - 1) = seen{at, value, w.count}
	w.count++
	w.Expire(at)
}

// Expire forgets what is older than Span at a local time and not among the last
// Keep packets.
func (w *MinWindow) Expire(now LocalTime) {
	for w.n > 1 {
		oldest := w.entry(0)
		if now.Sub(oldest.at) <= w.Span || w.count-oldest.index <= uint64(max(w.Keep, 0)) {
			return
		}
		w.head = (w.head + 1) % len(w.queue)
		w.n--
	}
}

// minSince returns the smallest offset of the packets from a local time on, and whether
// there are any.
func (w *MinWindow) minSince(at LocalTime) (Offset, bool) {
	for i := range w.n {
		if e := w.entry(i); e.at >= at {
			return e.value, true
		}
	}
	return 0, false
}

// forgetBefore forgets the packets before a local time.
func (w *MinWindow) forgetBefore(at LocalTime) {
	for w.n > 1 && w.entry(0).at < at {
		w.head = (w.head + 1) % len(w.queue)
		w.n--
	}
}

// Min returns the smallest offset of the window, and whether there is any. The last
// one is never forgotten.
func (w *MinWindow) Min() (Offset, bool) {
	if w.n == 0 {
		return 0, false
	}
	return w.entry(0).value, true
}

// Count returns how many packets have been seen.
func (w *MinWindow) Count() uint64 { return w.count }

// Reset forgets everything and keeps the settings and the room.
func (w *MinWindow) Reset() { w.head, w.n, w.count = 0, 0, 0 }

func (w *MinWindow) entry(i int) *seen { return &w.queue[(w.head+i)%len(w.queue)] }

func (w *MinWindow) grow() {
	queue := make([]seen, max(16, 2*len(w.queue)))
	for i := range w.n {
		queue[i] = *w.entry(i)
	}
	w.queue, w.head = queue, 0
}

// steadyTime makes of a local clock that may be set back one that never goes back: it
// goes on from where it was. A single frame that is called with a time that is back
// counts as at the last time; when the next one is back as well, the clock was set.
type steadyTime struct {
	shift  time.Duration // to be added to local time
	last   LocalTime     // of a frame, shifted
	framed bool
	back   bool // the last frame's time was
	backAt LocalTime
	steps  int
}

// farBack is how long before the last frame a packet may have arrived: one from longer ago
// has its time from a clock that was set back, which the next frames will show.
const farBack = 100 * time.Millisecond

// frame returns the steady time of a frame.
func (s *steadyTime) frame(now LocalTime) LocalTime {
	t := now.Add(s.shift)
	switch {
	case !s.framed || t >= s.last:
		s.back = false
	case s.back && t > s.backAt:
		s.shift += s.last.Sub(s.backAt)
		t = now.Add(s.shift)
		s.back = false
		s.steps++
	case s.back:
		s.backAt = t
		return s.last
	default:
		s.back, s.backAt = true, t
		return s.last
	}
	s.last, s.framed = t, true
	return t
}

// at returns the steady time of a local time.
func (s *steadyTime) at(now LocalTime) LocalTime { return now.Add(s.shift) }
