package interp

import "time"

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
