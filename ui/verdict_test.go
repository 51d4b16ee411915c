package ui

import (
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/view"
)

// TestVerdictAsTheStudy: for six scenarios the window's line shows the delay and the interval of
// a study that is asked for the same directly, of every kind and of all together.
func TestVerdictAsTheStudy(t *testing.T) {
	settings := map[string]func(*config.Settings){
		"default": func(*config.Settings) {},
		"60 Hz":   func(s *config.Settings) { s.SendRate = 60 * config.Hertz },
		"perfect": func(s *config.Settings) { s.Down.Loss, s.Down.Jitter = 0, 0 },
		"bursts":  func(s *config.Settings) { s.Down.Loss, s.Down.Outage = 100_000, 200*time.Millisecond },
		"jitter":  func(s *config.Settings) { s.SendRate, s.Down.Jitter = 20*config.Hertz, 120*time.Millisecond },
		"all is lost": func(s *config.Settings) {
			s.Down.Loss = 1_000_000
		},
	}
	for name, set := range settings {
		s := config.DefaultScenario()
		set(&s.Settings)
		a := testApp(t, s)
		a.studyUntil(settled)
		q := &study.Question{Scenario: s, FirstSeed: study.FirstSeed, AtOnce: true}
		direct, err := study.New(q)
		if err != nil {
			t.Fatal(err)
		}
		direct.Step(func() bool { return false })
		h := &hand{app: a}
		for focus := view.AllKinds; focus < 4; focus++ {
			a.model.Focus = focus
			h.rest()
			place := study.AllKinds
			if focus >= 0 {
				place = focus
			}
			want := direct.Result().Kinds[place].Recommended
			said := []string{view.Fill("recommended %s ms", view.Millis(want.Delay)), view.Fill(" (%s–%s)", view.Millis(want.Low), view.Millis(want.High))}
			if !want.Met {
				said = []string{"no delay up to 2000 ms keeps to the budget"}
			}
			list := a.List().String()
			for _, text := range said {
				if !strings.Contains(list, text) {
					t.Errorf("%s, %s: it does not say %q", name, a.model.FocusName(), text)
				}
			}
			if got := strings.Contains(list, "recommended"); got != want.Met {
				t.Errorf("%s, %s: it recommends %v, want %v", name, a.model.FocusName(), got, want.Met)
			}
		}
	}
}

// TestVerdictWaits: as long as not all runs are made it says how many are, and offers nothing;
// and a recommendation for other settings is not offered either.
func TestVerdictWaits(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	a.studyUntil(func(*study.Result) bool { return true })
	h.rest()
	if _, ok := a.ctx.RectOf("verdict/why"); ok {
		t.Error("it offers to say why before there is anything to say")
	}
	if list := a.List().String(); !strings.Contains(list, "study: 5 of 50") || strings.Contains(list, "recommended") || strings.Contains(list, "verdict/use") {
		t.Error("of a part of the runs it does not only say of how many")
	}
	a.studyUntil(settled)
	h.rest()
	a.settings.Down.Jitter += 50 * time.Millisecond
	h.rest()
	if list := a.List().String(); !strings.Contains(list, "study: 0 of 50") || strings.Contains(list, "recommended") {
		t.Error("it offers what was recommended for other settings")
	}
}

// TestVerdictIsUsed: the button sets the delay that is recommended, which then keeps to the
// budget, and every kind has a tick.
func TestVerdictIsUsed(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	a.studyUntil(settled)
	h.rest()
	if strings.Count(a.List().String(), `"✓"`) > 0 {
		t.Error("200 ms have a tick")
	}
	want := a.study.Latest.Kinds[study.AllKinds].Recommended.Delay
	h.push("verdict/use", im.KeyEnter)
	h.rest()
	if a.model.FocusDelay() != want || !a.model.Verdict().Keeps {
		t.Errorf("%v is set, want %v", a.model.FocusDelay(), want)
	}
}

// TestVerdictOfMixedDelays: where most kinds have one delay and some another, the line on all
// types says so, is on the worst of them, and offers to give all what is recommended; kinds
// that the scenario has not count for nothing.
func TestVerdictOfMixedDelays(t *testing.T) {
	s := config.DefaultScenario()
	for k := range s.Settings.Policies {
		s.Settings.Policies[k].Delay = 320 * time.Millisecond
	}
	s.Settings.Policies[world.Drone].Delay = 120 * time.Millisecond
	a := testApp(t, s)
	h := &hand{app: a}
	a.studyUntil(settled)
	h.rest()
	drone, _ := a.study.Latest.Kinds[world.Drone].At(120 * time.Millisecond)
	v := a.model.Verdict()
	if !v.Mixed || v.Delay != 320*time.Millisecond || v.Keeps || v.PerMinute != drone || !v.PerMinuteOver {
		t.Errorf("of 320 ms and a drone's 120 it says %+v", v)
	}
	if list := a.List().String(); !strings.Contains(list, "Most types at 320 ms, the worst: ") {
		t.Error("it does not say that they differ")
	}
	h.push("verdict/use", im.KeyEnter)
	h.rest()
	if v := a.model.Verdict(); v.Mixed || !v.Keeps || v.Delay != v.Recommendation.Delay {
		t.Errorf("once used it says %+v", v)
	}

	s.Entities = []world.Group{{Kind: world.Drone, Count: 1}}
	a = testApp(t, s)
	a.studyUntil(settled)
	(&hand{app: a}).rest()
	if v := a.model.Verdict(); v.Mixed || v.Delay != 120*time.Millisecond {
		t.Errorf("of drones alone it says %+v", v)
	}
}
