package world

import (
	"testing"
	"time"

	"snaplab/interp"
)

func TestKindNames(t *testing.T) {
	want := []string{"walker", "car", "drone", "ball", "blinker", "rocket", "turret", "door"}
	if len(want) != int(NumBuiltIn) || NumBuiltIn > interp.MaxKinds {
		t.Fatalf("NumBuiltIn = %d, want %d and at most %d", NumBuiltIn, len(want), interp.MaxKinds)
	}
	for i, name := range want {
		k := interp.Kind(i)
		if got := (*Kinds)(nil).Name(k); got != name {
			t.Errorf("(*Kinds)(nil).Name(%d) = %q, want %q", k, got, name)
		}
		if got, ok := (*Kinds)(nil).Parse(name); got != k || !ok {
			t.Errorf("(*Kinds)(nil).Parse(%q) = %d, %v, want %d, true", name, got, ok, k)
		}
	}
	if got := (*Kinds)(nil).Name(NumBuiltIn); got != "unknown" {
		t.Errorf("(*Kinds)(nil).Name(%d) = %q, want unknown", NumBuiltIn, got)
	}
	for _, s := range []string{"", "Walker", " car", "unknown"} {
		if k, ok := (*Kinds)(nil).Parse(s); ok {
			t.Errorf("(*Kinds)(nil).Parse(%q) = %d, true, want false", s, k)
		}
	}
}

// TestVaries: over ten minutes a kind changes in what the table says, and in nothing that
// would be told before it.
func TestVaries(t *testing.T) {
	w, err := NewWorld(3, nil, allKinds(2))
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
			t.Errorf("a %s does not change", (*Kinds)(nil).Name(w.Kind(i)))
		}
		if want := (*Kinds)(nil).Varies(w.Kind(i)); got != want {
			t.Errorf("(*Kinds)(nil).Varies(%s) = %d, but it changes in %d", (*Kinds)(nil).Name(w.Kind(i)), want, got)
		}
	}
	if got := (*Kinds)(nil).Varies(NumBuiltIn); got != Position {
		t.Errorf("(*Kinds)(nil).Varies(%d) = %d, want Position", NumBuiltIn, got)
	}
}
