package study

import (
	"testing"

	"snaplab/game/config"
)

// BenchmarkForecast is what the levels of a forecast cost one after the other: from the
// first on what a user waits for after a slider has moved.
func BenchmarkForecast(b *testing.B) {
	for level, name := range []string{"10 foreseen", "50 foreseen", "and 1 run", "and 3 runs, fine", "and 8 runs"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			portions := 0
			for b.Loop() {
				f, err := NewStudy(&Question{Scenario: config.DefaultScenario(), FirstSeed: 1})
				if err != nil {
					b.Fatal(err)
				}
				f.Step(func() bool { portions++; return f.level > level })
			}
			b.ReportMetric(float64(portions)/float64(b.N), "portions")
		})
	}
}
