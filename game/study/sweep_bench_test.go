package study

import (
	"testing"
	"time"

	"snaplab/game/config"
)

// BenchmarkSweep is a sweep of four delays, 20 s each, on one core: what an operation
// costs is one seed, 80 simulated seconds.
func BenchmarkSweep(b *testing.B) {
	for _, c := range []struct {
		name    string
		setting string
		values  []int64
	}{
		{"delay", "delay", []int64{100e6, 150e6, 200e6, 330e6}},
		{"jitter", "jitter", []int64{0, 10e6, 20e6, 30e6}}, // each has a run of its own
	} {
		b.Run(c.name, func(b *testing.B) {
			p := &Plan{Scenario: config.DefaultScenario(), Setting: config.MustSetting(c.setting), Qualifier: All, Values: c.values, Seeds: b.N, FirstSeed: 1}
			j, err := NewJob(p, 0, 1)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.ResetTimer()
			j.Step(never)
			b.ReportMetric(80*float64(b.N)/b.Elapsed().Seconds(), "simulated-s/s")
		})
	}
}

// BenchmarkStudy is a study of 200 runs of 20 s on one core, with underruns and time in
// underrun at 50 delays read off, and a recommendation: it is to take 50 ms at most.
func BenchmarkStudy(b *testing.B) {
	for b.Loop() {
		q := &Question{Scenario: config.DefaultScenario(), FirstSeed: FirstSeed, Seeds: 200 / timingRunsPerSeed, Span: 20 * time.Second, AtOnce: true}
		s, err := New(q)
		if err != nil {
			b.Fatal(err)
		}
		s.Step(never)
		r := s.Result()
		for d := range 50 {
			r.Kinds[AllKinds].At(time.Duration(d) * 10 * ms)
		}
		if r.Runs != 200 || !r.Kinds[AllKinds].Recommended.Met {
			b.Fatalf("%d runs, %+v", r.Runs, r.Kinds[AllKinds].Recommended)
		}
	}
}
