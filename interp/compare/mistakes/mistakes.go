// Package mistakes is the common mistakes of drawing snapshots, each a lens that can be fed the
// same packets as the right one and watched next to it.
//
// Each is interp.Interpolated but for one thing: a setting that it overrides, a packet that it
// takes in otherwise, or a pose that it finds otherwise. So whatever differs on the screen and in
// the numbers is that mistake's doing. What is wrong with it, and what to look for, is in
// mistakes.json. Nothing here belongs in a game.
package mistakes

import (
	_ "embed"
	"slices"

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
