package view

import (
	"strings"
	"testing"

	"snaplab/game/config"
)

func TestFileName(t *testing.T) {
	for _, tc := range [][2]string{
		{"crowd", "crowd"}, {"", "run"}, {"../../etc/passwd", "------etc-passwd"}, {"wi-fi 2 (mesh)", "wi-fi-2--mesh-"}, {"카페", "카페"},
		{strings.Repeat("n", 100), strings.Repeat("n", 60)}, {"a\\b:c\x00", "a-b-c-"},
	} {
		m := Model{Scenario: &config.Scenario{Name: tc[0]}}
		if got, want := m.FileName("1.00s.png"), "snaplab-"+tc[1]+"-1.00s.png"; got != want {
			t.Errorf("%q gives %q, want %q", tc[0], got, want)
		}
	}
}
