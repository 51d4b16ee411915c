package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// writeReport writes a report for people.
func writeReport(w io.Writer, s *measure.Run, r *measure.Report) {
	scenario, settings := s.Scenario(), s.Settings()
	fmt.Fprintf(w, "%s: %s\n\nrun      seed %d, %s, %d entities, digest %s\nnetwork  %s\npackets  %s\nformula  %s\nmemory   %s\nclock    %s\nevents   %s\n",
		scenario.Name, scenario.About,
		scenario.Seed, seconds(scenario.Duration), s.Entities(), r.Digest,
		networkLine(&settings), packetsLine(&r.Link), formulaLine(s, r), memoryLine(s, r), clockLine(r), eventsLine(r))
	if m, on := s.Following(); on {
		line := m.File
		if m.UnderSampled(settings.Interval()) {
			line += ", whose packets are too far apart to say much about this send rate"
		}
		for _, note := range m.Notes(m.Path()) {
			line += "; " + note
		}
		fmt.Fprintf(w, "follows  %s\n", line)
	}
	io.WriteString(w, comparisonLine(settings.Comparison))
	sendTable(&settings, r).write(w)
	for _, lens := range lensOrder(lensOf(r)) {
		lensTable(lens, s.Kinds(), r.Lenses[lens]).write(w)
	}
}

// comparisonLine says what the fourth lens does, with the line's end; nothing without one.
func comparisonLine(b config.Comparison) string {
	switch {
	case b == config.NoComparison:
		return ""
	case b.Engine():
		return fmt.Sprintf("engine   %s: %s\nmodels   %s\nits zero %s\n", b, b.Sentence(), b.Version(), b.Zero())
	}
	return fmt.Sprintf("mistake  %s: %s\n", b, b.Sentence())
}

func networkLine(s *config.Settings) string {
	return fmt.Sprintf("%s, %s, latency %s, jitter %s, loss %s, outages %s",
		rateText(s), "ticks "+config.MustSetting("tick-rate").Format(int64(s.TickRate)),
		both("latency", s), both("jitter", s), both("loss", s), both("outage", s))
}

// rateText is the send rate with its longest interval.
func rateText(s *config.Settings) string {
	rate := config.MustSetting("rate")
	text := fmt.Sprintf("%s (every %s ms at most)", rate.Format(int64(s.SendRate)), milliseconds(s.Interval()))
	for q, kind := range rate.Qualifiers(s) {
		if k, is := rate.KindOf(q); is && !s.InEvery(k) {
			text += fmt.Sprintf(", %s %s (%s ms)", kind, rate.Format(rate.Get(s, q)), milliseconds(s.KindInterval(k)))
		}
	}
	return text
}

// both is a setting of the link down, and up where that differs.
func both(name string, s *config.Settings) string {
	setting := config.MustSetting(name)
	down, up := setting.Format(setting.Get(s, 0)), setting.Format(setting.Get(s, 1))
	if down == up {
		return down
	}
	return down + " down and " + up + " up"
}

func packetsLine(l *measure.LinkReport) string {
	share := 0.0
	if l.Sent > 0 {
		share = 100 * float64(l.Lost) / float64(l.Sent)
	}
	baselines := ""
	if l.MissingBaselines > 0 {
		baselines = fmt.Sprintf(" (%d for want of their baseline)", l.MissingBaselines)
	}
	listed := ""
	if l.LostListed > 0 {
		listed = fmt.Sprintf(", %d as listed", l.LostListed)
	}
	if l.Spared > 0 {
		listed += fmt.Sprintf(", %d spared", l.Spared)
	}
	return fmt.Sprintf("%d sent, %d delivered, %d lost (%.1f %%, %s in a row at most%s), %d duplicated, %d reordered, %d late, %d stale, %d refused%s; %.1f kbit/s down, of which %.1f delivered, %.1f up, with %d bytes of headers a packet",
		l.Sent, l.Delivered, l.Lost, share, count(l.LongestLossRun), listed, l.Duplicated, l.Reordered, l.Late, l.Stale, l.Refused, baselines, l.KbitSDown, l.KbitSIn, l.KbitSUp, l.HeaderBytes)
}

// formulaLine is the formula with its numbers, what it asks for and what there is.
func formulaLine(s *measure.Run, r *measure.Report) string {
	f := &r.Formula
	have := s.SmallestDelay()
	settings := s.Settings()
	margin := have - interp.RequiredDelay(settings.Interval(), settings.Down.Jitter, f.LossesToSurvive)
	verdict := milliseconds(margin) + " ms to spare"
	if margin < 0 {
		verdict = milliseconds(-margin) + " ms short"
	}
	survives := fmt.Sprintf("survives %s in a row", counted(f.LossesSurvived, "lost packet", "lost packets"))
	if f.LossesSurvived < 0 {
		survives = "does not cover one interval and the jitter"
	}
	return fmt.Sprintf("delay ≥ (1 + k) · interval + jitter = (1 + %d) · %s ms + %s ms: need %s ms, have %s ms, %s; %s",
		f.LossesToSurvive, trimmed(f.IntervalMS), trimmed(f.JitterMS), trimmed(f.RequiredDelayMS), milliseconds(have), verdict, survives)
}

// bytesPerEntity is what the usual estimate of a buffer reckons with.
const bytesPerEntity = 32

// memoryLine is the memory of the interpolated lens, and the usual estimate.
func memoryLine(s *measure.Run, r *measure.Report) string {
	settings := s.Settings()
	var longest time.Duration
	for k := range world.MaxKinds {
		longest = max(longest, s.Delay(k))
	}
	slots := interp.SlotsFor(longest, settings.Interval())
	snapshot := s.Entities() * bytesPerEntity
	return fmt.Sprintf("%s in buffers; by the estimate of %d bytes: %d entities are %s a snapshot, and %d snapshots %s",
		byteSize(r.Lenses[game.Interpolated.String()].Overall.BufferBytes), bytesPerEntity,
		s.Entities(), byteSize(snapshot), slots, byteSize(slots*snapshot))
}

// sendTable is how often each kind is sent, what that takes of the line, and what delay it
// needs.
func sendTable(s *config.Settings, r *measure.Report) *table {
	t := new(table)
	t.add("")
	t.add("Sent", "rate", "interval", "records", "lost in a row", "k", "needs", "survives")
	t.add("", "", "ms", "kbit/s", "samples", "", "ms", "k")
	rate := config.MustSetting("rate")
	for q, kind := range rate.Qualifiers(s) {
		f, there := r.Formula.Kinds[kind]
		if !there {
			continue
		}
		link, survives := r.Link.Kinds[kind], count(f.LossesSurvived)
		if f.LossesSurvived < 0 {
			survives = "–"
		}
		t.add(kind, rate.Format(rate.Get(s, q)), trimmed(f.IntervalMS), fixed(link.KbitSDown, 1), count(link.LongestLossRun), count(f.LossesToSurvive), trimmed(f.RequiredDelayMS), survives)
	}
	return t
}

func clockLine(r *measure.Report) string {
	c := r.Lenses[game.Interpolated.String()].Clock
	return fmt.Sprintf("offset %s ms, truly %s ms: off by %s ms; set anew %s",
		trimmed(c.AppliedMS), trimmed(c.TrueMS), trimmed(c.ErrorMS), counted(c.Steps, "time", "times"))
}

// eventsLine says what became of spawns and destroys in packets that did not come.
func eventsLine(r *measure.Report) string {
	e := r.Lenses[game.Interpolated.String()].Overall
	return fmt.Sprintf("waited %s for a spawn or destroy, %s ms in all; skipped %s",
		counted(e.EventWaits, "time", "times"), fixed(e.EventWaitMS, 0), count(e.Resyncs))
}

// lensTable is one lens's numbers, for all kinds together and for each.
func lensTable(name string, kinds *world.Kinds, l measure.LensReport) *table {
	t := new(table)
	t.add("")
	t.add(heading(name), "underruns", "in underrun", "extrapolated", "held", "stale", "share",
		"latency", "95 %", "delay", "needed", "most", "corrections", "95 %", "95 %", "path error", "path error", "error", "95 %", "error", "95 %", "wrong state", "rough", "samples", "buffer")
	t.add("", "times", "ms", "ms", "ms", "ms", "%",
		"p50 ms", "ms", "mean ms", "99.5 % ms", "ms", "", "m", "°", "m rms", "° rms", "m rms", "m", "° rms", "°", "ms", "m/s", "mean", "")
	row := func(name string, k measure.KindReport) {
		if k.DrawnFrames == 0 {
			t.add(name, "nothing drawn")
			return
		}
		t.add(name, count(k.Underruns), fixed(k.UnderrunMS, 0), fixed(k.ExtrapolatedMS, 0), fixed(k.HeldMS, 0), fixed(k.StaleMS, 0), fixed(100*k.UnderrunShare, 1),
			fixed(k.Latency.P50, 0), fixed(k.Latency.P95, 0), fixed(k.Delay.Mean, 0), fixed(k.NeededDelay.P995, 0), fixed(k.NeededDelay.Max, 0),
			count(k.Correction.Count), fixed(k.Correction.P95, 3), fixed(k.CorrectionDeg.P95, 1), fixed(k.PathError.RMS, 3), fixed(k.PathErrorDeg.RMS, 2),
			fixed(k.Error.RMS, 3), fixed(k.Error.P95, 3), fixed(k.ErrorDeg.RMS, 1), fixed(k.ErrorDeg.P95, 1), fixed(k.StateWrongMS, 0),
			fixed(k.RoughnessMPS, 2), fixed(k.Occupancy.Mean, 1), byteSize(k.BufferBytes))
	}
	row("all", l.Overall)
	for _, kind := range kindOrder(kinds, l.Kinds) {
		row(kind, l.Kinds[kind])
	}
	return t
}

// milliseconds returns a duration in milliseconds without its unit, to 0.1 ms.
func milliseconds(d time.Duration) string { return trimmed(float64(d) / float64(time.Millisecond)) }

func seconds(d time.Duration) string { return trimmed(d.Seconds()) + " s" }

// trimmed returns a number to one decimal, without it if it is 0.
func trimmed(v float64) string { return strings.TrimSuffix(fixed(v, 1), ".0") }

func heading(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
