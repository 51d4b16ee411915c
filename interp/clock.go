package interp

import (
	"cmp"
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
	c.Window = cmp.Or(c.Window, 2*time.Second)
	c.MinPackets = cmp.Or(c.MinPackets, 10)
	c.Slew = cmp.Or(c.Slew, 50*time.Millisecond)
	c.DelaySlew = cmp.Or(c.DelaySlew, 200*time.Millisecond)
	c.StepAbove = cmp.Or(c.StepAbove, 500*time.Millisecond)
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

// absurd reports whether a packet's stamp is so far ahead of what all others show that
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
	agrees := c.doubtful && stamp > c.doubted && time.Duration(c.doubt-offset).Abs() <= c.leapAbove()
	c.doubtful = !agrees && time.Duration(c.leastNow(arrival)-offset) > room
	if c.doubtful {
		c.doubt, c.doubted = offset, stamp
	}
	return c.doubtful
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

// Cursor is the render time of one kind: the clock's view of the server, less a
// delay of its own. It never goes backwards, whatever becomes of the offset and the
// delay, but in one case: when the clock finds that local time was set ahead, and render
// time with it, it is set anew. A change of the delay is slewed. The zero value is ready.
type Cursor struct {
	delay   time.Duration // as of at, without lag
	target  time.Duration
	at      LocalTime
	floor   ServerTime
	started bool

	// While held, render time stays at ceiling. What it has fallen behind by then
	// (lag, as of at) is a delay to be worked off afterwards like any other.
	lag     time.Duration
	ceiling ServerTime
	held    bool
}

// Advance moves the cursor to a display frame and returns its render time there.
// Call it after the clock's Advance to the same time. Before the clock has started it
// returns 0.
func (c *Cursor) Advance(clock *Clock, now LocalTime, delay time.Duration) ServerTime {
	if !clock.Started() {
		return 0
	}
	if !c.started {
		*c = Cursor{delay: delay, target: delay, at: now, started: true}
		c.floor = clock.Offset(now).ToServer(now).Add(-delay)
		return c.floor
	}
	now = max(now, c.at)
	drawn := clock.unstepped.ToServer(now).Add(-c.Delay(clock, now))
	if c.held {
		drawn = min(drawn, c.ceiling)
	}
	c.floor = max(c.At(clock, now), drawn)
	if clock.anew {
		c.floor = clock.Offset(now).ToServer(now).Add(-c.Delay(clock, now))
	}
	c.delay, c.lag = c.set(clock, now), c.behind(clock, now)
	if c.held {
		c.lag = max(0, clock.Offset(now).ToServer(now).Sub(c.floor)-c.delay)
	}
	c.target, c.at = delay, now
	return c.floor
}

// Hold keeps render time from passing an instant from the last Advance on, until
// Release. If it has passed it, it stays where it is.
func (c *Cursor) Hold(at ServerTime) { c.ceiling, c.held = max(at, c.floor), true }

// Release ends a Hold: render time goes on from where it is and works off what it has
// fallen behind, as a change of the delay.
func (c *Cursor) Release() { c.held = false }

// Resync forgets what holding has put render time behind: it goes at once to where it
// would be, or as far as a hold lets it. It returns the render time at the last Advance.
func (c *Cursor) Resync(clock *Clock) ServerTime {
	c.lag = 0
	c.floor = c.At(clock, c.at)
	return c.floor
}

// Lag returns how far holding has put render time behind, as of the last Advance.
func (c *Cursor) Lag() time.Duration { return c.lag }

// At returns the render time at a local time at or after the last Advance. It is
// pure: draw as often as you like between two display frames.
func (c *Cursor) At(clock *Clock, now LocalTime) ServerTime {
	at := max(c.floor, clock.Offset(now).ToServer(now).Add(-c.Delay(clock, now)))
	if c.held {
		return min(at, c.ceiling)
	}
	return at
}

// Delay returns the applied delay at a local time at or after the last Advance: what
// was set, and what a hold has added.
func (c *Cursor) Delay(clock *Clock, now LocalTime) time.Duration {
	return c.set(clock, now) + c.behind(clock, now)
}

// set returns the slewed setting of the delay.
func (c *Cursor) set(clock *Clock, now LocalTime) time.Duration {
	return time.Duration(slew(int64(c.delay), int64(c.target), now.Sub(c.at), clock.config.DelaySlew))
}

// behind returns what is left of the lag.
func (c *Cursor) behind(clock *Clock, now LocalTime) time.Duration {
	if c.lag == 0 {
		return 0
	}
	return time.Duration(slew(int64(c.lag), 0, now.Sub(c.at), clock.config.DelaySlew))
}

// Started reports whether the cursor has a render time.
func (c *Cursor) Started() bool { return c.started }

// Reset forgets the render time, as for a new epoch, whose times are another's.
func (c *Cursor) Reset() { *c = Cursor{} }

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
	default:
		s.back, s.backAt = true, t
		return s.last
	}
	s.last, s.framed = t, true
	return t
}

// at returns the steady time of a local time.
func (s *steadyTime) at(now LocalTime) LocalTime { return now.Add(s.shift) }
