package game

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"snaplab/interp/naive"
)

// withMistake is lively, with jitter enough for packets to overtake, and a mistake set
// from the start.
func withMistake(m Mistake) Scenario {
	s := lively(3)
	s.Settings.Down.Jitter = 150 * time.Millisecond
	s.Settings.Mistake = m
	return s
}

func TestMistakesAreSettings(t *testing.T) {
	setting := MustSetting("mistake")
	if want := 1 + len(naive.All()); len(setting.Choices) != want || setting.Choices[0] != "none" {
		t.Fatalf("choices %v, want none and the mistakes, %d in all", setting.Choices, want)
	}
	for i, m := range naive.All() {
		s := DefaultSettings()
		if err := setting.Assign(&s, m.Name); err != nil {
			t.Fatal(err)
		}
		if s.Mistake != Mistake(i+1) || s.Mistake.String() != m.Name || s.Mistake.Sentence() != m.Sentence || s.Mistake.Watch() != m.Watch {
			t.Errorf("%s is set as %v: %s", m.Name, s.Mistake, s.Mistake.Sentence())
		}
		if s.Lenses() != MaxLenses || s.LensName(Mistaken) != m.Name || s.LensName(Raw) != "raw" {
			t.Errorf("%s: %d lenses, the last called %s", m.Name, s.Lenses(), s.LensName(Mistaken))
		}
		s.Mistake++
		if err := s.Validate(); (err != nil) != (i == len(naive.All())-1) {
			t.Errorf("mistake %d: %v", s.Mistake, err)
		}
	}
	if none := DefaultSettings(); none.Lenses() != NumLenses || none.Mistake.Sentence() != "" {
		t.Errorf("by default there are %d lenses", none.Lenses())
	}
}

// A mistake changes nothing of what the other lenses do, and shows up under its name.
func TestMistakeLeavesTheOthersAlone(t *testing.T) {
	without := runWith(t, withMistake(NoMistake), to(end))
	plain := without.Report()
	for m := Mistake(1); int(m) <= len(mistakes); m++ {
		s := runWith(t, withMistake(m), to(end))
		r := s.Report()
		if _, ok := r.Lenses[m.String()]; !ok || len(r.Lenses) != int(MaxLenses) {
			t.Fatalf("%s: %d lenses are reported, and not it", m, len(r.Lenses))
		}
		for name, want := range plain.Lenses {
			if diff := cmp.Diff(want, r.Lenses[name]); diff != "" {
				t.Errorf("%s changed %s: %s", m, name, diff)
			}
		}
		if got := r.Lenses[m.String()].Overall; got.DisplayLatency.Max == 0 || reflect.DeepEqual(got, plain.Lenses["interpolated"].Overall) && m.String() != "euler-angles" && m.String() != "no-cap" {
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
func TestMistakeWhileRunning(t *testing.T) {
	change := func(s *Session, m Mistake) {
		t.Helper()
		settings := s.Settings()
		settings.Mistake = m
		if err := s.Apply(settings); err != nil {
			t.Fatal(err)
		}
	}
	s := runWith(t, withMistake(NoMistake), to(time.Second))
	if drawn := s.AppendDrawn(nil, Mistaken); drawn != nil {
		t.Errorf("without a mistake it draws %d entities", len(drawn))
	}
	change(s, 10)
	if drawn := s.AppendDrawn(nil, Mistaken); len(drawn) != 0 {
		t.Errorf("a fresh lens draws %d entities before its first packet", len(drawn))
	}
	s.AdvanceTo(3 * time.Second)
	total := s.Stats(Mistaken).Overall.Total
	if len(s.AppendDrawn(nil, Mistaken)) == 0 || total < 1500*time.Millisecond || s.Recent(Mistaken, time.Second).DisplayLatency == 0 {
		t.Errorf("after two seconds it has drawn for %v", total)
	}
	change(s, 4)
	if got := s.Recent(Mistaken, time.Second); got != (Recent{}) {
		t.Errorf("of the new lens the last second was %+v, want nothing", got)
	}
	s.AdvanceTo(3500 * time.Millisecond)
	if got := s.Stats(Mistaken).Overall.Total; got >= total {
		t.Errorf("the new lens has drawn for %v, want less than half a second", got)
	}
	change(s, NoMistake)
	s.AdvanceTo(4 * time.Second)
	if drawn := s.AppendDrawn(nil, Mistaken); drawn != nil || len(s.Report().Lenses) != int(NumLenses) {
		t.Errorf("without a mistake it draws %d entities", len(drawn))
	}
	again := runWith(t, s.Recording(), to(4*time.Second))
	if s.Digest() != again.Digest() {
		t.Error("the recording gives another run")
	}
}
