package game_test

import (
	"fmt"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
)

// BenchmarkGrowth is what a run with all lenses and metrics costs, by how many entities
// there are and how often they are sent: in simulated seconds a second, and in ns for
// each event (a tick, a packet's arrival, a frame) and entity.
func BenchmarkGrowth(b *testing.B) {
	for _, each := range []int{1, 10, 100} {
		for _, rate := range []config.Rate{10 * config.Hertz, 60 * config.Hertz} {
			b.Run(fmt.Sprintf("entities=%d/rate=%dhz", each*int(world.NumBuiltIn), rate/config.Hertz), func(b *testing.B) {
				scenario := config.DefaultScenario()
				scenario.Settings.SendRate = rate
				scenario.Entities = nil
				for k := range world.NumBuiltIn {
					scenario.Entities = append(scenario.Entities, world.Group{Kind: k, Count: each})
				}
				s, err := measure.NewRun(scenario)
				if err != nil {
					b.Fatal(err)
				}
				s.AdvanceTo(time.Second)
				b.ReportAllocs()
				for i := range b.N {
					s.AdvanceTo(time.Duration(i+2) * time.Second)
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "simulated-s/s")
				events := float64(b.N) * (60 + 60 + float64(s.LinkStats().Delivered)/float64(b.N+1))
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/events/float64(s.Entities()), "ns/event/entity")
			})
		}
	}
}

// BenchmarkComparison is what a fourth lens adds to a run of the default scenario.
func BenchmarkComparison(b *testing.B) {
	for _, comparison := range []string{"none", "arrival-order", "quake3", "source", "mirror", "unity-entities", "unity-gameobjects", "lightyear", "rocicorp"} {
		b.Run(comparison, func(b *testing.B) {
			scenario := config.DefaultScenario()
			for _, x := range config.AllComparisons() {
				if x.String() == comparison {
					scenario.Settings.Comparison = x
				}
			}
			s, err := measure.NewRun(scenario)
			if err != nil {
				b.Fatal(err)
			}
			s.AdvanceTo(time.Second)
			b.ReportAllocs()
			for i := range b.N {
				s.AdvanceTo(time.Duration(i+2) * time.Second)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "simulated-s/s")
		})
	}
}
