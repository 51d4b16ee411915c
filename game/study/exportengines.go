package study

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"snaplab/game/config"
)

// engineSettings is what an engine's settings are made from. Times are in ms.
type engineSettings struct {
	delay       float64 // the largest of all kinds, from the fastest packet
	interval    float64
	latency     float64 // one way, of the fastest packet
	extra       float64 // how much longer the mean packet takes
	extrapolate float64 // the longest extrapolation of any kind
	tick        float64
	rate        float64 // snapshots a second
	tickRate    float64
}

// engineText is an engine's settings, with what its delay counts from, what it makes of
// it, and what it can't do.
type engineText struct {
	zero     string
	settings []string
	cannot   []string
}

// engineForm is the form of an engine, whose comments begin with a mark.
func engineForm(name, title, extension, mark string, engine func(s *engineSettings) engineText) ExportForm {
	return ExportForm{name, title, extension, func(e *Export, w io.Writer) error {
		s := e.engine()
		text := engine(&s)
		var out strings.Builder
		say := func(line string) { out.WriteString(strings.TrimRight(mark+" "+line, " ") + "\n") }
		say(title + ".")
		say(e.about())
		say("Its zero of the delay: " + text.zero)
		say("All times in ms unless a setting says otherwise: interval " + number(s.interval, 3) + ", latency one way " + number(s.latency, 3) +
			", the mean packet " + number(s.extra, 3) + " after the fastest.")
		say("")
		for _, line := range text.settings {
			out.WriteString(line + "\n")
		}
		say("")
		each := "By itself each kind needs:"
		if e.InUse {
			each = "By itself each kind has:"
		}
		say("It has one timeline for all kinds, so the largest delay holds. " + each)
		for i := range e.Advice.Kinds {
			row := &e.Advice.Kinds[i]
			say(fmt.Sprintf("  %-8s %4.0f ms, shown %.0f ms later than need be", row.Kind, row.DelayMS, s.delay-row.DelayMS))
		}
		for _, line := range text.cannot {
			say(line)
		}
		_, err := io.WriteString(w, out.String())
		return err
	}}
}

func (e *Export) engine() engineSettings {
	g, l := &e.Scenario.Settings, &e.Advice.Link
	s := engineSettings{
		interval: l.IntervalMS, tick: l.TickMS, latency: l.LatencyMS, extra: l.MeanExtraMS,
		rate: float64(g.SendRate) / float64(config.Hertz), tickRate: float64(g.TickRate) / float64(config.Hertz),
	}
	for i := range e.Advice.Kinds {
		row := &e.Advice.Kinds[i]
		p := e.policy(row)
		s.delay = max(s.delay, row.DelayMS)
		s.extrapolate = max(s.extrapolate, float64(p.MaxExtrapolation)/float64(time.Millisecond))
	}
	return s
}

// afterMean is the delay counted from the mean packet instead of the fastest.
func (s *engineSettings) afterMean() float64 { return max(0, s.delay-s.extra) }

// afterPresent is the delay counted from the server's present.
func (s *engineSettings) afterPresent() float64 { return s.delay + s.latency }

// ceil is how many whole units a time takes, with the rounding of a nanosecond forgiven.
func ceil(ms, unit float64) int { return int(math.Ceil(ms/unit - 1e-6)) }

func source(s *engineSettings) engineText {
	interp := math.Ceil(s.delay) / 1000
	t := engineText{
		zero: "the client's clock, which follows the packets as they come and is never ahead of the fastest; so the delay is kept as it is, which is safe and at most the mean packet's " + number(s.extra, 1) + " ms too much. The engine rounds it to ticks and adds one.",
		settings: []string{
			fmt.Sprintf("cl_updaterate %s", number(s.rate, 3)),
			fmt.Sprintf("cl_interp %s // seconds", number(min(interp, 0.5), 3)),
			"cl_interp_ratio 1 // of the update interval; the larger of the two holds",
			fmt.Sprintf("cl_extrapolate_amount %s // seconds", number(min(s.extrapolate, 250)/1000, 3)),
		},
		cannot: []string{"Only NPCs may have a larger delay of their own: cl_interp_npcs, in seconds. The server can bound the ratio."},
	}
	if interp > 0.5 {
		t.cannot = append(t.cannot, fmt.Sprintf("It allows 0.5 s at most: %s s are needed.", number(interp, 3)))
	}
	return t
}

func quake3(s *engineSettings) engineText {
	// It rides the edge: about one snapshot in three is extrapolated.
	rides := s.interval + s.extra
	wanted := s.delay - rides
	t := engineText{
		zero: "the edge of the newest snapshot, at which its clock settles by itself: about one interval and the mean packet, " + number(rides, 0) + " ms after the fastest. What differs from that is nudged.",
		settings: []string{
			fmt.Sprintf("seta snaps %s", number(s.rate, 3)),
			fmt.Sprintf("seta cl_timeNudge %d // ms; more is later", int(math.Ceil(max(-30, min(wanted, 30))))),
		},
		cannot: []string{"It has no delay to be set, and extrapolates about one snapshot in three by design."},
	}
	if wanted > 30 {
		t.cannot = append(t.cannot, fmt.Sprintf("A nudge is 30 ms at most, and %s ms are wanted: a higher rate (sv_fps, snaps) has to do the rest.", number(math.Ceil(wanted), 0)))
	}
	return t
}

func mirror(s *engineSettings) engineText {
	return engineText{
		zero: "the mean packet as it arrives (a moving average); so the delay is less by " + number(s.extra, 1) + " ms.",
		settings: []string{
			fmt.Sprintf("NetworkManager.singleton.sendRate = %s; // Hz", number(s.rate, 3)),
			"var snapshots = NetworkManager.singleton.snapshotSettings;",
			fmt.Sprintf("snapshots.bufferTimeMultiplier = %s; // send intervals", number(math.Ceil(s.afterMean()/s.interval*1000-1e-6)/1000, 3)),
			"snapshots.dynamicAdjustment = false; // or it replaces the multiplier",
			fmt.Sprintf("snapshots.bufferLimit = %d; // snapshots", max(32, 2*ceil(s.delay, s.interval)+2)),
		},
		cannot: []string{"It does not correct its timeline within one interval of where it should be, and does not extrapolate."},
	}
}

func entities(s *engineSettings) engineText {
	return engineText{
		zero: "the mean age of the snapshots (a moving average); so the delay is less by " + number(s.extra, 1) + " ms. It counts whole network ticks, rounded up here.",
		settings: []string{
			"var server = new ClientServerTickRate();",
			fmt.Sprintf("server.SimulationTickRate = %s; // Hz", number(s.tickRate, 0)),
			fmt.Sprintf("server.NetworkTickRate = %s; // Hz", number(s.rate, 0)),
			"var client = NetworkTimeSystem.DefaultClientTickRate;",
			"client.InterpolationTimeMS = 0; // the ticks below hold",
			fmt.Sprintf("client.InterpolationTimeNetTicks = %d;", max(1, ceil(s.afterMean(), 1000/s.rate))),
			fmt.Sprintf("client.MaxExtrapolationTimeSimTicks = %d;", ceil(s.extrapolate, 1000/s.tickRate)),
		},
		cannot: []string{"It takes this as the least, and goes beyond by itself where snapshots come irregularly."},
	}
}

func gameObjects(s *engineSettings) engineText {
	return engineText{
		zero: "the server's time as the packets bring it, about the mean packet; so the delay is less by " + number(s.extra, 1) + " ms.",
		settings: []string{
			fmt.Sprintf("NetworkManager.Singleton.NetworkConfig.TickRate = %s; // Hz", number(s.rate, 0)),
			fmt.Sprintf("NetworkManager.Singleton.NetworkTimeSystem.ServerBufferSec = %s;", number(math.Ceil(s.afterMean())/1000, 3)),
		},
		cannot: []string{"Its NetworkTransform waits some ticks more (its tick latency, and InterpolationBufferTickOffset), and smooths on top: what it shows is later than this."},
	}
}

func lightyear(s *engineSettings) engineText {
	return engineText{
		zero: "the server's present, estimated as the newest tick and half a round trip; so the latency of the fastest packet one way, " + number(s.latency, 1) + " ms, is added. With more latency than that it runs dry: set it for your slowest player.",
		settings: []string{
			"InterpolationConfig {",
			fmt.Sprintf("    min_delay: Duration::from_millis(%d),", ceil(s.afterPresent(), 1)),
			"    send_interval_ratio: 0.0, // so that min_delay holds",
			"    ..default()",
			"}",
		},
		cannot: []string{"It adds four times the jitter it measures and a tick by itself: what it shows is later than this."},
	}
}

func geckos(s *engineSettings) engineText {
	return engineText{
		zero: "the packet that last set its offset, which it sets anew when it is 50 ms off: between the fastest and 50 ms later. So the delay is kept as it is, which is safe.",
		settings: []string{
			fmt.Sprintf("const SI = new SnapshotInterpolation(%s) // snapshots a second", number(s.rate, 3)),
			fmt.Sprintf("SI.interpolationBuffer.set(%d) // ms", ceil(s.delay, 1)),
		},
		cannot: []string{"It does not extrapolate, and jumps when it sets its offset."},
	}
}

func netfox(s *engineSettings) engineText {
	return engineText{
		zero: "the server's present, estimated from round trips; so the latency of the fastest packet one way, " + number(s.latency, 1) + " ms, is added. It counts whole ticks, rounded up here.",
		settings: []string{
			"[netfox]",
			fmt.Sprintf("time/tickrate=%s", number(s.tickRate, 0)),
			fmt.Sprintf("rollback/display_offset=%d", ceil(s.afterPresent(), 1000/s.tickRate)),
		},
		cannot: []string{"It has no delay for snapshots: what is shown is the simulation so many ticks ago, the player's own included. It sends on every tick."},
	}
}
