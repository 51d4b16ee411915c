package main

import (
	"testing"

	"snaplab/ui/im"
)

func TestKeyOf(t *testing.T) {
	for _, c := range []struct {
		typed string // all of them by the same key
		want  im.Key
	}{
		{"aA", im.KeyA},
		{"zZ", im.KeyZ},
		{"0", im.Key0},
		{"9", im.Key9},
		{"+=", im.KeyPlus},
		{"-_", im.KeyMinus},
		{",<", im.KeyComma},
		{".>", im.KeyPeriod},
		{"/?", im.KeySlash},
		{" ", im.KeySpace},
		{"é[{@\x00", im.KeyNone},
	} {
		for _, r := range c.typed {
			if got := keyOf(r); got != c.want {
				t.Errorf("keyOf(%q) = %d; want %d", r, got, c.want)
			}
		}
	}
}
