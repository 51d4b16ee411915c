// Package engines is how game engines and libraries play snapshots, each a compare.Lens.
//
// What differs between them is time: what the client's clock follows, how it is corrected,
// how large the delay is and what it is counted from. Each has its published constants under
// their own names; the texts, the versions and what isn't modelled are in engines.json. Times
// that decide are integers, or floats that no platform fuses, so that a run is the same on
// every platform. Packets are read at display frames, as engines do that poll the network once
// a frame. None is that engine's code, and none of their names implies that its makers had to
// do with this.
package engines

import (
	_ "embed"
	"slices"
	"time"

	"snaplab/interp"
	"snaplab/interp/compare"
)

// Engine is one way in which an engine or a library plays snapshots.
type Engine = compare.Description

// All returns every engine, first the engines, then the libraries, always in the same order.
// The slice is the caller's.
func All() []Engine { return slices.Clone(known) }

//go:embed engines.json
var texts []byte

var known = compare.Load(texts, map[string]compare.Maker{
	"quake3": func(set map[string]float64) interp.Lens {
		return compare.New(&quake3{nudge: int64(set["cl_timeNudge"])})
	},
	"source": func(set map[string]float64) interp.Lens {
		return compare.New(&source{lerp: seconds(set["cl_interp"]), ratio: set["cl_interp_ratio"]})
	},
	"mirror":            newMirror,
	"mirror-notimeline": newMirror,
	"unity-entities": func(set map[string]float64) interp.Lens {
		return compare.New(&entities{netTicks: float32(set["InterpolationTimeNetTicks"]), extrapolate: time.Duration(set["MaxExtrapolationTimeSimTicks"])})
	},
	"unity-gameobjects": func(map[string]float64) interp.Lens { return compare.New(new(gameObjects)) },
	"lightyear": func(set map[string]float64) interp.Lens {
		return compare.New(&lightyear{ratio: set["send_interval_ratio"], least: seconds(set["min_delay"] / 1000)})
	},
	"geckos": func(set map[string]float64) interp.Lens {
		return compare.New(&geckos{buffer: seconds(set["interpolationBuffer"] / 1000)})
	},
	"netfox": func(map[string]float64) interp.Lens { return compare.New(new(netfox)) },
	"gaffer": func(set map[string]float64) interp.Lens { return compare.New(&gaffer{delay: set["delay"]}) },
	"rocicorp": func(set map[string]float64) interp.Lens {
		return compare.New(&rocicorp{first: seconds(set["initialBufferSizeMs"] / 1000)})
	},
})

func newMirror(set map[string]float64) interp.Lens {
	return compare.New(&mirror{
		multiplier: set["bufferTimeMultiplier"], dynamic: set["dynamicAdjustment"] != 0,
		tolerance: set["dynamicAdjustmentTolerance"], offset: time.Duration(set["timelineOffset"]),
	})
}
