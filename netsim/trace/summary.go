package trace

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"time"
)

// Summary is what a trace comes to. Its fields are the JSON of "demo link": times are in
// milliseconds, and what the file can't say is null.
type Summary struct {
	File     string   `json:"file"`
	Format   string   `json:"format"`
	Measures Measures `json:"measures"`
	Packets  Counts   `json:"packets"`
	// Delay is of the packets that were received, without their copies. It is what
	// was measured: see Variation for what a replay takes of it.
	Delay *Quantiles `json:"delay_ms"`
	// Variation is the delay above the smallest one, clock drift taken out: what a
	// link replays. Its minimum is 0.
	Variation *Quantiles `json:"variation_ms"`
	// Interval is the median time between packets: of sending, or of arrival where
	// that is all there is.
	Interval *float64 `json:"interval_ms"`
	// InterArrival is the time between arrivals of a trace that measures ArrivalOnly.
	InterArrival *Quantiles `json:"inter_arrival_ms,omitempty"`
	// Duration is the time from the first packet to the last.
	Duration float64 `json:"duration_ms"`
	// LossRuns says how often how many packets in a row were lost.
	LossRuns       []LossRun `json:"loss_runs"`
	LongestLossRun int       `json:"longest_loss_run"`
	// Autocorrelation is that of the delays of packets received one after the other.
	Autocorrelation *float64 `json:"delay_autocorrelation"`
	// DriftPPM is the drift between the clocks of a one-way trace.
	DriftPPM float64 `json:"drift_ppm"`

	Distribution  *TableSummary    `json:"distribution,omitempty"`
	Opportunities *ScheduleSummary `json:"opportunities,omitempty"`
	Flows         []Flow           `json:"flows"`
	Warnings      []Warning        `json:"warnings"`
}

// Counts are numbers of packets. Nil is what the file can't say.
type Counts struct {
	Sent       *int `json:"sent"`
	Lost       *int `json:"lost"`
	Duplicated *int `json:"duplicated"`
	Reordered  *int `json:"reordered"`
	// Unreadable packets are those of which the delay is not known: see State. They
	// are not among the lost.
	Unreadable int `json:"unreadable"`
}

// Quantiles of times in milliseconds: P50 is the mean of the two in the middle where
// they are even in number, the others are by nearest rank.
type Quantiles struct {
	Min float64 `json:"min"`
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// LossRun is how often so many packets in a row were lost.
type LossRun struct {
	Length int `json:"length"`
	Count  int `json:"count"`
}

// TableSummary is what a netem distribution comes to, in standard deviations.
type TableSummary struct {
	Values    int     `json:"values"`
	Mean      float64 `json:"mean"`
	Deviation float64 `json:"deviation"`
	Min       float64 `json:"min"`
	Max       float64 `json:"max"`
}

// ScheduleSummary is what a Mahimahi trace comes to.
type ScheduleSummary struct {
	Count      int     `json:"count"`
	Period     float64 `json:"period_ms"`
	Rate       float64 `json:"kbit_s"`
	LongestGap float64 `json:"longest_gap_ms"`
}

// Summarise returns what the trace comes to. The file's name is only copied.
func (t *Trace) Summarise(file string) Summary {
	s := Summary{
		File: file, Format: t.Format, Measures: t.Measures, LossRuns: []LossRun{},
		Flows: append([]Flow{}, t.Flows...), Warnings: append([]Warning{}, t.Warnings...),
	}
	if d := t.Distribution; d != nil {
		s.Distribution = &TableSummary{d.Len(), d.Mean(), d.Deviation(), d.Quantile(0), d.Quantile(1)}
	}
	if o := t.Opportunities; o != nil {
		s.Opportunities = &ScheduleSummary{o.Len(), ms(o.Period()), o.Rate() / 1e3, ms(o.LongestGap())}
	}
	if len(t.Samples) == 0 {
		return s
	}
	t.count(&s)
	s.Duration = ms(t.span())
	if len(t.Samples) > 1 {
		interval := ms(cmp.Or(t.interval, medianGap(t.Samples)))
		s.Interval = &interval
	}
	if t.Measures == ArrivalOnly {
		at := slices.DeleteFunc(slices.Clone(t.Samples), func(s Sample) bool { return s.State == Lost })
		slices.SortStableFunc(at, func(a, b Sample) int { return cmp.Compare(a.SentAt, b.SentAt) })
		s.InterArrival = quantilesOf(gapsOf(at, sentAt))
		return s
	}
	delays := delaysOf(t.Samples)
	s.Autocorrelation = autocorrelation(delays)
	s.Delay = quantilesOf(delays)
	s.DriftPPM = t.DriftPPM()
	s.Variation = quantilesOf(t.Variation())
	return s
}

// delaysOf returns the delays of the packets that were received.
func delaysOf(s []Sample) []time.Duration {
	delays := make([]time.Duration, 0, len(s))
	for i := range s {
		if s[i].State == Received {
			delays = append(delays, s[i].Delay)
		}
	}
	return delays
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }

// count counts packets and losses in a row.
func (t *Trace) count(s *Summary) {
	sent, lost, duplicated, reordered := len(t.Samples), 0, t.Duplicates, 0
	for _, p := range t.Samples {
		duplicated += p.Copies
		lost += b2i(p.State == Lost)
		s.Packets.Unreadable += b2i(p.State == Unreadable && t.Measures != ArrivalOnly)
		reordered += b2i(p.Reordered)
	}
	s.Packets.Sent = &sent
	if t.Unsequenced {
		return
	}
	s.Packets.Lost, s.Packets.Duplicated, s.Packets.Reordered = &lost, &duplicated, &reordered
	s.LossRuns = t.LossRuns()
	if n := len(s.LossRuns); n > 0 {
		s.LongestLossRun = s.LossRuns[n-1].Length
	}
}

// LossRuns returns how often how many packets in a row were lost, by length.
func (t *Trace) LossRuns() []LossRun {
	runs := []LossRun{}
	for from, to := range outages(t.Samples) {
		i, ok := slices.BinarySearchFunc(runs, to-from, func(r LossRun, length int) int { return r.Length - length })
		if !ok {
			runs = slices.Insert(runs, i, LossRun{Length: to - from})
		}
		runs[i].Count++
	}
	return runs
}

// outages yields the samples lost in a row, from one to before another.
func outages(s []Sample) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i := 0; i < len(s); i++ {
			from := i
			for i < len(s) && s[i].State == Lost {
				i++
			}
			if i > from && !yield(from, i) {
				return
			}
		}
	}
}

// LongestOutage returns the longest time in which every packet was lost: from the first
// one to the last and half an interval on either side.
func (t *Trace) LongestOutage() (longest time.Duration) {
	interval := medianGap(t.Samples)
	for from, to := range outages(t.Samples) {
		longest = max(longest, t.Samples[to-1].SentAt-t.Samples[from].SentAt+interval)
	}
	return longest
}

func sentAt(s *Sample) time.Duration { return s.SentAt }

// medianGap returns the median time from one sample to the next, 0 if there is none.
func medianGap(s []Sample) time.Duration { return lowerMedian(gapsOf(s, sentAt)) }

// gapsOf returns the times from each of some things to the next.
func gapsOf[T any](s []T, at func(*T) time.Duration) []time.Duration {
	gaps := make([]time.Duration, max(len(s)-1, 0))
	for i := range gaps {
		gaps[i] = at(&s[i+1]) - at(&s[i])
	}
	return gaps
}

// lowerMedian sorts durations and returns the median; of an even number the lower of the
// two in the middle, which is one that occurs, and 0 of none.
func lowerMedian(d []time.Duration) time.Duration {
	if slices.Sort(d); len(d) == 0 {
		return 0
	}
	return d[(len(d)-1)/2]
}

// quantilesOf returns the quantiles, nil of none.
func quantilesOf(d []time.Duration) *Quantiles {
	if len(d) == 0 {
		return nil
	}
	d = slices.Clone(d)
	slices.Sort(d)
	return &Quantiles{
		Min: ms(d[0]),
		P50: (float64(d[(len(d)-1)/2]) + float64(d[len(d)/2])) / 2e6,
		P95: ms(nearestRank(d, 95)),
		P99: ms(nearestRank(d, 99)),
		Max: ms(d[len(d)-1]),
	}
}

// nearestRank returns the ⌈n·percent/100⌉-th smallest of n sorted durations.
func nearestRank(sorted []time.Duration, percent int) time.Duration {
	rank := (len(sorted)*percent + 99) / 100
	return sorted[max(rank, 1)-1]
}

// autocorrelation returns the correlation of each delay with the next, nil if there are
// less than three or all are the same.
func autocorrelation(d []time.Duration) *float64 {
	if len(d) < 3 {
		return nil
	}
	mean := 0.0
	for _, v := range d {
		mean += ms(v)
	}
	mean /= float64(len(d))
	var product, square float64
	for i, v := range d {
		x := ms(v) - mean
		square += x * x
		if i > 0 {
			product += x * (ms(d[i-1]) - mean)
		}
	}
	if square == 0 || math.IsInf(square, 0) {
		return nil
	}
	r := product / square
	return &r
}
