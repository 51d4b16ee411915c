// Package mistakes is the common mistakes of drawing snapshots, each a lens that can be fed the
// same packets as the right one and watched next to it.
//
// Each is interp.Interpolated but for one thing: a setting that it overrides, a packet that it
// takes in otherwise, or a pose that it finds otherwise. So whatever differs is that mistake's doing.
// What is wrong with it is in mistakes.json. Nothing here belongs in a game.
package mistakes

import (
	_ "embed"
	"slices"
	"time"

	"snaplab/interp"
	"snaplab/interp/compare"
)

// Mistake is one common mistake.
type Mistake = compare.Description

// All returns every mistake, first those of time, then those of the buffer, then those of the
// pose, always in the same order. The slice is the caller's.
func All() []Mistake { return slices.Clone(known) }

//go:embed mistakes.json
var texts []byte

var known = compare.Load(texts, map[string]compare.Maker{
	"fixed-delay":         func(map[string]float64) interp.Lens { return &configured{change: fixedDelay} },
	"arrival-order":       func(map[string]float64) interp.Lens { return compare.New(new(arrivalOrder)) },
	"arrival-times":       func(map[string]float64) interp.Lens { return new(arrivalTimes) },
	"offset-once":         func(map[string]float64) interp.Lens { return new(offsetOnce) },
	"offset-snapped":      func(map[string]float64) interp.Lens { return &configured{change: offsetSnapped} },
	"reliable-ordered":    func(map[string]float64) interp.Lens { return new(reliableOrdered) },
	"across-teleports":    func(map[string]float64) interp.Lens { return &reposed{mistake: acrossTeleports} },
	"generations-ignored": func(map[string]float64) interp.Lens { return new(generationsIgnored) },
	"euler-angles":        func(map[string]float64) interp.Lens { return &reposed{mistake: eulerAngles} },
	"no-cap":              func(map[string]float64) interp.Lens { return &configured{change: noCap} },
})

// configured is the right lens with settings that a mistake overrides.
type configured struct {
	interp.Interpolated
	change func(*interp.Config)
}

func (l *configured) Configure(config *interp.Config) {
	c := *config
	l.change(&c)
	l.Interpolated.Configure(&c)
}

// HardCodedDelay is the delay that fixed-delay has for all kinds: the value that is copied
// from one project into the next.
const HardCodedDelay = 100 * time.Millisecond

// fixedDelay has one delay written into the program, chosen for one send rate: 100 ms are six
// intervals at 60 Hz and bridge any loss, but one at 10 Hz (see interp.RequiredDelay).
func fixedDelay(c *interp.Config) {
	for k := range c.Policies {
		c.Policies[k] = c.Policy(interp.Kind(k))
		c.Policies[k].Delay, c.Policies[k].Tuning = HardCodedDelay, interp.ByHand
	}
}

// offsetSnapped steps to each new minimum of the window instead of slewing: a faster packet
// moves everything ahead at once, and one that leaves the window holds everything up, since a
// render time that would go back stands still instead, as in the right lens.
func offsetSnapped(c *interp.Config) { c.Clock.StepAbove = time.Nanosecond }

// noCap extrapolates without an end, here for as long as a policy may say.
func noCap(c *interp.Config) {
	for k := range c.Policies {
		c.Policies[k] = c.Policy(interp.Kind(k))
		c.Policies[k].MaxExtrapolation = interp.MaxPolicyTime
	}
}

// offsetOnce makes every packet show the offset that the first one did. Two clocks that differ
// by 200 ppm, which is usual, are 12 ms apart after a minute and 240 ms after twenty.
type offsetOnce struct {
	interp.Interpolated
	epochs compare.Epochs
	offset interp.Offset
}

func (l *offsetOnce) Receive(h interp.Header, updates []interp.Update) interp.Verdict {
	v, fresh := l.epochs.Enter(h)
	if fresh {
		l.offset = interp.ObserveOffset(h.Arrival, h.Time)
	}
	if v == interp.Inserted {
		h.Arrival = interp.LocalTime(int64(h.Time) + int64(l.offset))
	}
	return l.Interpolated.Receive(h, updates)
}

// arrivalTimes stamps each snapshot with the time at which it came, on the server's scale so
// that render times can be compared. Two that the server took 100 ms apart and that came 40 ms apart
// are then drawn in 40 ms. Order is lost with it, and a copy counts as a new snapshot.
type arrivalTimes struct {
	interp.Interpolated
	epochs  compare.Epochs
	clock   interp.Clock
	last    interp.ServerTime
	stamped []interp.Update
}

func (l *arrivalTimes) Configure(config *interp.Config) {
	l.clock.Configure(config.Clock)
	l.Interpolated.Configure(config)
}

func (l *arrivalTimes) Receive(h interp.Header, updates []interp.Update) interp.Verdict {
	v, fresh := l.epochs.Enter(h)
	if v != interp.Inserted {
		return l.Interpolated.Receive(h, updates)
	}
	if fresh {
		l.clock.Reset()
	}
	l.clock.Observe(h.Arrival, h.Time)
	l.clock.Advance(h.Arrival)
	h.Time = l.clock.Offset(h.Arrival).ToServer(h.Arrival)
	if !fresh && h.Time == l.last {
		h.Time++ // two packets of one moment are two all the same
	}
	l.last = h.Time
	l.stamped = append(l.stamped[:0], updates...)
	for i := range l.stamped {
		l.stamped[i].Sample.Time = h.Time
	}
	return l.Interpolated.Receive(h, l.stamped)
}
