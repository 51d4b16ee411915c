package measure

import (
	"math"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/config/configtest"
	"snaplab/game/world"
	"snaplab/interp"
)

// near reports whether two numbers agree but for rounding.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-4*max(1, math.Abs(b)) }

// What Recent tells of a window is what comes of the frames' rows, taken one by one.
func TestRecentAgainstTheRows(t *testing.T) {
	const over = 3 * time.Second
	for _, mistake := range []string{"euler-angles", "fixed-delay"} {
		sc := configtest.Lively(4)
		sc.Settings.Down.Loss = 200_000
		if err := config.MustSetting("mistake").Assign(&sc.Settings, mistake); err != nil {
			t.Fatal(err)
		}
		s, err := NewRun(sc)
		if err != nil {
			t.Fatal(err)
		}
		type row struct {
			lens                game.Lens
			kind                interp.Kind
			metres, degree, now float64
			compared, wrong     bool
		}
		var rows []row
		s.OnFrame(func(f *FrameRow) {
			if f.At <= eventfulEnd-over {
				return
			}
			var then, now world.State
			s.Truth(f.Drawn.ID, s.SimulationTime(f.Drawn.Time), &then)
			s.Truth(f.Drawn.ID, f.At, &now)
			add := row{lens: f.Lens, kind: f.Drawn.Kind, metres: -1, now: -1}
			if then.Alive && then.Generation == f.Drawn.Generation {
				add.metres = apart(&f.Drawn.Pose.Position, &then.Pose.Position)
				add.degree = degreesBetween(f.Drawn.Pose.Rotation, then.Pose.Rotation)
			}
			if add.compared = now.Alive && now.Generation == f.Drawn.Generation; add.compared {
				add.wrong = now.Stance != f.Drawn.Stance
				if now.Segment == f.Drawn.Segment {
					add.now = degreesBetween(f.Drawn.Pose.Rotation, now.Pose.Rotation)
				}
			}
			rows = append(rows, add)
		})
		s.AdvanceTo(eventfulEnd - over)
		var before [game.MaxLenses]underrunCount
		var kindsBefore [world.MaxKinds]underrunCount
		for l := range game.MaxLenses {
			d := s.Stats(l).Overall
			before[l] = underrunCount{d.Underruns, d.InUnderrun}
		}
		for k := range world.NumBuiltIn {
			d := s.Stats(game.Interpolated).Kinds[k]
			kindsBefore[k] = underrunCount{d.Underruns, d.InUnderrun}
		}
		worstClock, needed := time.Duration(0), [world.MaxKinds]time.Duration{}
		for s.NextFrame() <= eventfulEnd {
			s.AdvanceTo(s.NextFrame())
			stats := s.Stats(game.Interpolated)
			worstClock = max(worstClock, time.Duration(stats.Applied-s.TrueOffset()).Abs())
			for k := range world.NumBuiltIn {
				if stats.Kinds[k].Measured {
					needed[k] = max(needed[k], stats.Kinds[k].Needed)
				}
			}
		}
		last := s.Now()
		over := over - (eventfulEnd - last) // the window ends at the last frame
		for l := range game.MaxLenses {
			var path, turn, all squares
			var kinds [world.MaxKinds]squares
			var wrong, compared [world.MaxKinds]float64
			for _, r := range rows {
				if r.lens != l {
					continue
				}
				if r.metres >= 0 {
					path.add(r.metres * r.metres)
					turn.add(r.degree * r.degree)
				}
				if r.now >= 0 {
					all.add(r.now * r.now)
					kinds[r.kind].add(r.now * r.now)
				}
				if r.compared {
					compared[r.kind]++
				}
				if r.wrong {
					wrong[r.kind]++
				}
			}
			got, inUnderrun := s.Recent(l, over), s.Stats(l).Overall
			if !near(got.PathError, path.rms()) || path.count == 0 {
				t.Errorf("%s, %s: path error %v m, want %v", mistake, l, got.PathError, path.rms())
			}
			if math.Abs(got.PathErrorDeg-turn.rms()) > 0.01 {
				t.Errorf("%s, %s: path error %v°, want %v", mistake, l, got.PathErrorDeg, turn.rms())
			}
			if math.Abs(got.ErrorDeg-all.rms()) > 0.01 || got.ErrorDeg < 5 {
				t.Errorf("%s, %s: error %v°, want %v, which is not small", mistake, l, got.ErrorDeg, all.rms())
			}
			for k := range world.NumBuiltIn {
				want := RecentRotation{kinds[k].rms(), wrong[k] / compared[k]}
				if of := got.Kinds[k]; math.Abs(of.ErrorDeg-want.ErrorDeg) > 0.01 || of.StateWrong != want.StateWrong {
					t.Errorf("%s, %s: of %ss %+v, want %+v", mistake, l, world.BuiltIn(k).Name, of, want)
				}
				if shown := got.Kinds[k].StateWrong > 0; shown != (k == world.Door) {
					t.Errorf("%s, %s: the state of %ss is wrong for a share of %v", mistake, l, world.BuiltIn(k).Name, got.Kinds[k].StateWrong)
				}
			}
			if want := inUnderrun.Underruns - before[l].underruns; got.Underruns != want {
				t.Errorf("%s, %s: %d underruns, want %d", mistake, l, got.Underruns, want)
			}
			if want := inUnderrun.InUnderrun - before[l].time; got.InUnderrun != want {
				t.Errorf("%s, %s: in underrun for %v, want %v", mistake, l, got.InUnderrun, want)
			}
		}
		for k := range world.NumBuiltIn {
			d, got := s.Stats(game.Interpolated).Kinds[k], s.RecentKind(k, over)
			if want := (RecentKind{d.Underruns - kindsBefore[k].underruns, d.InUnderrun - kindsBefore[k].time, needed[k]}); got != want {
				t.Errorf("%s, %s: %+v, want %+v", mistake, world.BuiltIn(k).Name, got, want)
			}
		}
		if got := s.RecentClockError(over); got != worstClock || got == 0 {
			t.Errorf("%s: clock off by %v, want %v", mistake, got, worstClock)
		}
	}
}

// eventfulEnd is how long the lively scenario is looked at.
const eventfulEnd = 6 * time.Second

// At any display rate the last seconds are remembered, and what is told of them is counted
// in them alone: of an early fault nothing is left, and corrections are by the time that
// there was.
func TestRecentAtFastDisplays(t *testing.T) {
	for _, hz := range []config.Rate{60, 144, 240} {
		sc := configtest.Lively(5)
		sc.Settings.DisplayRate = hz * config.Hertz
		s, err := NewRun(sc)
		if err != nil {
			t.Fatal(err)
		}
		const over = 15 * time.Second
		corrections, drawn, frames := 0, 0, 0 // of the last 15 s
		s.OnFrame(func(f *FrameRow) {
			if f.Lens == game.Interpolated && f.At > 25*time.Second {
				drawn++
				if f.Drawn.ID == 1 {
					frames++
				}
				if f.Corrected && (f.Correction >= visibleCorrection || f.CorrectionDeg >= 5 && f.Drawn.Kind == world.Turret) {
					corrections++
				}
			}
		})
		s.AdvanceTo(25 * time.Second)
		before := s.Stats(game.Interpolated).Overall
		s.AdvanceTo(40 * time.Second)
		after, got := s.Stats(game.Interpolated).Overall, s.Recent(game.Interpolated, over)
		// The window of 15 s ends at the last frame, which is up to a frame before 40 s.
		if want := after.Underruns - before.Underruns; got.Underruns < want || got.Underruns > want+1 || want == 0 {
			t.Errorf("%d Hz: %d underruns in the last 15 s, want %d", hz, got.Underruns, want)
		}
		want := float64(corrections) / over.Seconds() / (float64(drawn) / float64(frames))
		if math.Abs(got.Corrections-want) > 0.02*want || want == 0 {
			t.Errorf("%d Hz: %.4f corrections a second, want %.4f", hz, got.Corrections, want)
		}
		// Of more than is remembered: what there is, by its own time.
		if long := s.Recent(game.Interpolated, time.Hour); long.Corrections < want/2 || long.Corrections > 2*want || long.Underruns >= after.Underruns {
			t.Errorf("%d Hz: in an hour %.4f corrections a second and %d underruns, want about %.4f and fewer than the %d since the start", hz, long.Corrections, long.Underruns, want, after.Underruns)
		}
	}
}
