package world

import (
	"testing"

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
