package world

import (
	"testing"
	"time"

	"snaplab/interp"
)

func TestKindNames(t *testing.T) {
	want := []string{"walker", "car", "drone", "ball", "blinker", "rocket", "turret", "door"}
	if len(want) != int(NumKinds) || NumKinds > interp.MaxKinds {
		t.Fatalf("NumKinds = %d, want %d and at most %d", NumKinds, len(want), interp.MaxKinds)
	}
	for i, name := range want {
		k := interp.Kind(i)
		if got := KindName(k); got != name {
			t.Errorf("KindName(%d) = %q, want %q", k, got, name)
		}
		if got, ok := ParseKind(name); got != k || !ok {
			t.Errorf("ParseKind(%q) = %d, %v, want %d, true", name, got, ok, k)
		}
	}
	if got := KindName(NumKinds); got != "unknown" {
		t.Errorf("KindName(%d) = %q, want unknown", NumKinds, got)
	}
	for _, s := range []string{"", "Walker", " car", "unknown"} {
		if k, ok := ParseKind(s); ok {
			t.Errorf("ParseKind(%q) = %d, true, want false", s, k)
		}
	}
}

// TestVaries: over ten minutes a kind changes in what the table says, and in nothing that
// would be told before it.
func TestVaries(t *testing.T) {
	w, err := NewWorld(3, allKinds(2))
	if err != nil {
		t.Fatal(err)
	}
	for i := range w.Len() {
		var first, now State
		w.At(i, 0, &first)
		moves, turns, switches := false, false, false
		for at := time.Duration(0); at < 10*time.Minute; at += 250 * time.Millisecond {
			w.At(i, at, &now)
			moves = moves || now.Pose.Position != first.Pose.Position
			turns = turns || now.Pose.Rotation != first.Pose.Rotation
			switches = switches || now.Stance != first.Stance
		}
		got := Stance
		switch {
		case moves:
			got = Position
		case turns:
			got = Rotation
		case !switches:
			t.Errorf("a %s does not change", KindName(w.Kind(i)))
		}
		if want := Varies(w.Kind(i)); got != want {
			t.Errorf("Varies(%s) = %d, but it changes in %d", KindName(w.Kind(i)), want, got)
		}
	}
	if got := Varies(NumKinds); got != Position {
		t.Errorf("Varies(%d) = %d, want Position", NumKinds, got)
	}
}
