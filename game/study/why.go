package study

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"snaplab/game/measure"
	"snaplab/netsim"
)

// Break is a frame that is not in underrun with a delay and would be with a little less.
type Break struct {
	// Seed is the run's, AtS when in it the frame is, in seconds.
	Seed uint64  `json:"seed"`
	AtS  float64 `json:"at_s"`
	// NeededMS is the delay that the frame needs.
	NeededMS float64 `json:"needed_ms"`
	// Lost are the packets sent after the newest that had arrived by then, and
	// lost, Late the one of them that was still under way, 0 if none was, and
	// LateMS how much longer than the fastest it took.
	Lost   []uint32 `json:"lost_packets"`
	Late   uint32   `json:"late_packet"`
	LateMS float64  `json:"late_ms"`
}

// Why looks for a frame of a kind, or of AllKinds, that needs a delay and no less, and for the
// packets for which it needs it. It makes one run again, in which it knows that there is such
// a frame, and takes some 100 µs. It returns nil where there is none, or where only a run with
// lenses could tell.
func (r *Result) Why(kind int, delay time.Duration) *Break {
	d := int(roundUp(delay, time.Millisecond) / time.Millisecond)
	k := &r.Kinds[kind]
	if r.plan.blind || d >= len(k.tight) || k.tight[d] < 0 {
		return nil
	}
	i := int(k.tight[d])
	run, err := r.plan.newTimingRun(i)
	if err != nil {
		return nil
	}
	for at := run.NextFrame(); at <= r.Span; at = run.NextFrame() {
		run.AdvanceTo(at)
		needed := run.Needed(kind)
		if needed > 0 && roundUp(needed, time.Millisecond) == time.Duration(d)*time.Millisecond {
			b := &Break{Seed: r.plan.timingSeed(i), AtS: at.Seconds(), NeededMS: toMS(needed), Lost: []uint32{}}
			b.explain(run, kind, at, r.plan.Scenario.Settings.Down.Fastest(0))
			return b
		}
	}
	return nil
}

// explain looks for the packets of the frame at a time: of those that the kind is in, the one
// of which the longest nothing has come.
func (b *Break) explain(run *measure.TimingRun, kind int, at, fastest time.Duration) {
	packets := run.Packets()
	first, last := run.Parts(kind)
	part, newest := first, time.Duration(math.MaxInt64)
	for i := first; i <= last; i++ {
		came := time.Duration(-1)
		for _, p := range packets {
			if slices.Contains(p.Holds, int32(i)) && p.Fate == netsim.Delivered && p.ArrivesAt <= at {
				came = max(came, p.SentAt)
			}
		}
		if came >= 0 && came < newest {
			part, newest = i, came
		}
	}
	for _, p := range packets {
		switch {
		case !slices.Contains(p.Holds, int32(part)) || p.SentAt <= newest || p.SentAt+fastest > at:
		case p.Fate != netsim.Delivered:
			b.Lost = append(b.Lost, uint32(p.Seq))
		case b.Late == 0:
			b.Late, b.LateMS = uint32(p.Seq), toMS(p.ArrivesAt-p.SentAt-fastest)
		}
	}
}

// Apart reports whether between the lost packets were others, which had nothing of the kind.
func (b *Break) Apart() bool {
	n := len(b.Lost)
	return n > 1 && int(b.Lost[n-1]-b.Lost[0]) >= n
}

// LostList returns the numbers of the lost packets as a list.
func (b *Break) LostList() string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(b.Lost), "[]"), " ", ", ")
}

// String says in words what happened.
func (b *Break) String() string {
	var what []string
	switch n := len(b.Lost); {
	case n == 1:
		what = append(what, fmt.Sprintf("packet %d was lost", b.Lost[0]))
	case b.Apart():
		what = append(what, "packets "+b.LostList()+" were lost")
	case n > 1:
		what = append(what, fmt.Sprintf("packets %d to %d were lost", b.Lost[0], b.Lost[n-1]))
	}
	if b.Late != 0 {
		what = append(what, fmt.Sprintf("packet %d came %.1f ms after the fastest", b.Late, b.LateMS))
	}
	if len(what) == 0 {
		what = append(what, "the next packet was not due yet")
	}
	return fmt.Sprintf("at %.3f s of seed %d %s", b.AtS, b.Seed, strings.Join(what, " and "))
}
