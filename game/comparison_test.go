package game_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/config/configtest"
	"snaplab/game/measure"
	"snaplab/interp/compare/engines"
	"snaplab/interp/compare/mistakes"
)

// withComparison is lively, with jitter enough for packets to overtake, and a mistake or an
// engine set from the start.
func withComparison(b config.Comparison) config.Scenario {
	s := configtest.Lively(3)
	s.Settings.Down.Jitter = 150 * time.Millisecond
	s.Settings.Comparison = b
	return s
}

// Mistakes and engines are two settings of one lens: where the one is set the other is
// none.
func TestComparisonsAreSettings(t *testing.T) {
	mistake, engine := config.MustSetting("mistake"), config.MustSetting("engine")
	if want := 1 + len(mistakes.All()); len(mistake.Choices) != want || mistake.Choices[0] != "none" {
		t.Fatalf("mistakes %v, want none and %d", mistake.Choices, want-1)
	}
	if want := 1 + len(engines.All()); len(engine.Choices) != want || engine.Choices[0] != "none" {
		t.Fatalf("engines %v, want none and %d", engine.Choices, want-1)
	}
	s := config.DefaultSettings()
	if game.Lenses(&s) != game.NumLenses || s.Comparison.Sentence() != "" || s.Comparison.Engine() {
		t.Errorf("by default there are %d lenses", game.Lenses(&s))
	}
	set := func(setting, other *config.Setting, name, sentence, watch string) {
		t.Helper()
		if err := setting.Assign(&s, name); err != nil {
			t.Fatal(err)
		}
		if s.Comparison.String() != name || s.Comparison.Sentence() != sentence || s.Comparison.Watch() != watch || s.Comparison.Engine() != (setting == engine) {
			t.Errorf("%s is set as %v: %s", name, s.Comparison, s.Comparison.Sentence())
		}
		if got := setting.Format(setting.Get(&s, 0)); got != name || other.Get(&s, 0) != 0 {
			t.Errorf("%s is set as %s, and %s as %s", name, got, other.Name, other.Format(other.Get(&s, 0)))
		}
		if game.Lenses(&s) != game.MaxLenses || game.LensName(&s, game.Fourth) != name || game.LensName(&s, game.Raw) != "raw" {
			t.Errorf("%s: %d lenses, the last called %s", name, game.Lenses(&s), game.LensName(&s, game.Fourth))
		}
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
		other.SetAll(&s, 0)
		if s.Comparison.String() != name {
			t.Errorf("%s none takes %s away", other.Name, name)
		}
	}
	for i, m := range mistakes.All() {
		set(mistake, engine, m.Name, m.Sentence, m.Watch)
		e := engines.All()[i%len(engines.All())]
		set(engine, mistake, e.Name, e.Sentence, e.Watch)
		if s.Comparison.Zero() != e.Zero {
			t.Errorf("the zero of %s is %q", e.Name, s.Comparison.Zero())
		}
	}
	engine.SetAll(&s, 0)
	if s.Comparison != config.NoComparison {
		t.Errorf("without an engine there is %v", s.Comparison)
	}
	if last := config.AllComparisons()[len(config.AllComparisons())-1]; last.String() != "rocicorp" || (last+1).String() != "unknown" || (last+1).Sentence() != "" {
		t.Errorf("the last of them is %v, and then comes %v", last, last+1)
	}
}

// It changes nothing of what the other lenses do, and shows up under its name.
func TestComparisonLeavesTheOthersAlone(t *testing.T) {
	without := runWith(t, withComparison(config.NoComparison), to(end))
	plain := without.Report()
	for _, m := range config.AllComparisons()[1:] {
		s := runWith(t, withComparison(m), to(end))
		r := s.Report()
		if _, ok := r.Lenses[m.String()]; !ok || len(r.Lenses) != int(game.MaxLenses) {
			t.Fatalf("%s: %d lenses are reported, and not it", m, len(r.Lenses))
		}
		for name, want := range plain.Lenses {
			if diff := cmp.Diff(want, r.Lenses[name]); diff != "" {
				t.Errorf("%s changed %s: %s", m, name, diff)
			}
		}
		if got := r.Lenses[m.String()].Overall; got.Latency.Max == 0 || reflect.DeepEqual(got, plain.Lenses["interpolated"].Overall) && m.String() != "euler-angles" && m.String() != "no-cap" {
			t.Errorf("%s was not measured, or is as the right lens is", m)
		}
		if s.Digest() == without.Digest() {
			t.Errorf("the digest leaves %s out", m)
		}
		if !reflect.DeepEqual(r.Link, plain.Link) {
			t.Errorf("%s changed the link's numbers", m)
		}
	}
}

// Changed while it runs, the lens starts afresh; taken away, it is gone; and the
// recording gives the same run again.
func TestComparisonWhileRunning(t *testing.T) {
	change := func(s *measure.Run, b config.Comparison) {
		t.Helper()
		settings := s.Settings()
		settings.Comparison = b
		if err := s.Apply(settings); err != nil {
			t.Fatal(err)
		}
	}
	s := runWith(t, withComparison(config.NoComparison), to(time.Second))
	if drawn := s.AppendDrawn(nil, game.Fourth); drawn != nil {
		t.Errorf("with nothing set it draws %d entities", len(drawn))
	}
	change(s, 10)
	if drawn := s.AppendDrawn(nil, game.Fourth); len(drawn) != 0 {
		t.Errorf("a fresh lens draws %d entities before its first packet", len(drawn))
	}
	s.AdvanceTo(3 * time.Second)
	total := s.Stats(game.Fourth).Overall.Total
	if len(s.AppendDrawn(nil, game.Fourth)) == 0 || total < 1500*time.Millisecond || s.Recent(game.Fourth, time.Second).Latency == 0 {
		t.Errorf("after two seconds it has drawn for %v", total)
	}
	change(s, 14)
	if got := s.Recent(game.Fourth, time.Second); got != (measure.Recent{}) {
		t.Errorf("of the new lens the last second was %+v, want nothing", got)
	}
	s.AdvanceTo(3500 * time.Millisecond)
	if got := s.Stats(game.Fourth).Overall.Total; got >= total {
		t.Errorf("the new lens has drawn for %v, want less than half a second", got)
	}
	change(s, config.NoComparison)
	s.AdvanceTo(4 * time.Second)
	if drawn := s.AppendDrawn(nil, game.Fourth); drawn != nil || len(s.Report().Lenses) != int(game.NumLenses) {
		t.Errorf("with nothing set it draws %d entities", len(drawn))
	}
	again := runWith(t, s.Recording(), to(4*time.Second))
	if s.Digest() != again.Digest() {
		t.Error("the recording gives another run")
	}
}

// Where the clocks start is only a number to each of them, after a restart of the server
// and a step of its clock too.
func TestComparisonTakesStartsForNumbers(t *testing.T) {
	for _, b := range config.AllComparisons()[1:] {
		digest := func(server, client time.Duration) uint64 {
			s := withComparison(b)
			s.Settings.ServerStart, s.Settings.ClientStart = server, client
			s.Script = []config.Timed{
				{At: 2 * time.Second, Settings: s.Settings, Fault: config.ServerRestart.Fault()},
				{At: 3 * time.Second, Settings: s.Settings, Fault: config.ClockStep.Fault()},
			}
			return runWith(t, s, to(end)).Digest()
		}
		if got, want := digest(1<<31*time.Millisecond, -1e9*time.Second), digest(0, 0); got != want {
			t.Errorf("%s: the digest is %016x, want %016x", b, got, want)
		}
	}
}
