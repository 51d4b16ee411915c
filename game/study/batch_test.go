package study

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"snaplab/game/config"
	"snaplab/game/world"
)

// What is made at once is what is made one by one, for every setting that may be and all
// lenses and kinds, with more values than a batch has.
func TestBatchesAreRuns(t *testing.T) {
	for _, c := range []struct {
		setting   string
		qualifier int
		values    []int64
	}{
		{"delay", All, []int64{0, 50e6, 100e6, 150e6, 200e6, 250e6, 300e6, 350e6, 400e6, 450e6, 500e6}},
		{"delay", int(world.Car), []int64{50e6, 300e6}},
		{"adaptive", All, []int64{0, 1}},
		{"quantile", All, []int64{500_000, 990_000}},
		{"max-extrapolation", All, []int64{0, 200e6}},
		{"on-gap", All, []int64{0, 1}},
		{"blend", All, []int64{0, 1}},
		{"smoothing", All, []int64{0, 300e6}},
	} {
		p := small()
		p.Setting, p.Qualifier, p.Values, p.Seeds = config.MustSetting(c.setting), c.qualifier, c.values, 2
		p.Scenario.Entities = []world.Group{{Kind: world.Car, Count: 1}, {Kind: world.Rocket, Count: 2}}
		p.Scenario.Settings.Down.Loss = 150_000
		if !slices.Contains(variable, c.setting) || p.perBatch() == 1 {
			t.Fatalf("%s is not made at once", c.setting)
		}
		got := Rows(p, made(t, p, 1)...)
		var want []Row
		for _, v := range c.values {
			one := *p
			one.Values = []int64{v}
			want = append(want, Rows(&one, made(t, &one, 1)...)...)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s at once, want as one by one:\n%s", c.setting, diff)
		}
	}
}

// Where the values change more than the interpolated lens, each has a run of its own.
func TestBatchesOfOne(t *testing.T) {
	for name, edit := range map[string]func(*Plan){
		"on-underrun": func(p *Plan) { p.Setting, p.Values = config.MustSetting("on-underrun"), []int64{0, 1} },
		"jitter":      func(p *Plan) { p.Setting = config.MustSetting("jitter") },
		"mistake":     func(p *Plan) { p.Scenario.Settings.Comparison = 1 },
		"script": func(p *Plan) {
			p.Scenario.Script = []config.Timed{{At: time.Second, Settings: p.Scenario.Settings}}
		},
	} {
		p := small()
		edit(p)
		if n := p.perBatch(); n != 1 {
			t.Errorf("%s: %d runs at once, want 1", name, n)
		}
	}
	p := small()
	p.Scenario.Script = []config.Timed{{At: time.Second, Settings: p.Scenario.Settings, Fault: config.Fault{Kind: config.TeleportNow}}}
	if n := p.perBatch(); n != len(p.Values) {
		t.Errorf("with a fault there are %d runs at once, want all %d", n, len(p.Values))
	}
}
