package game

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkGrowth is what a run with all lenses and metrics costs, by how many entities
// there are and how often they are sent: in simulated seconds a second, and in ns for
// each event (a tick, a packet's arrival, a frame) and entity.
func BenchmarkGrowth(b *testing.B) {
	for _, each := range []int{1, 10, 100} {
		for _, rate := range []Rate{10 * Hertz, 60 * Hertz} {
			b.Run(fmt.Sprintf("entities=%d/rate=%dhz", each*int(NumKinds), rate/Hertz), func(b *testing.B) {
				scenario := DefaultScenario()
				scenario.Settings.SendRate = rate
				scenario.Entities = nil
				for k := range NumKinds {
					scenario.Entities = append(scenario.Entities, Group{Kind: k, Count: each})
				}
				s, err := NewSession(scenario)
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

// BenchmarkBeside is what a fourth lens adds to a run of the default scenario.
func BenchmarkBeside(b *testing.B) {
	for _, comparison := range []string{"none", "arrival-order", "quake3", "source", "mirror", "unity-entities", "unity-gameobjects", "lightyear", "rocicorp"} {
		b.Run(comparison, func(b *testing.B) {
			scenario := DefaultScenario()
			for _, x := range AllComparisons() {
				if x.String() == comparison {
					scenario.Settings.Comparison = x
				}
			}
			s, err := NewSession(scenario)
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
