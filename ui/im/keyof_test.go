package im

import "testing"

func TestKeyOf(t *testing.T) {
	for _, c := range []struct {
		typed string // all of them by the same key
		want  Key
	}{
		{"aA", KeyA},
		{"zZ", KeyZ},
		{"0", Key0},
		{"9", Key9},
		{"+=", KeyPlus},
		{"-_", KeyMinus},
		{",<", KeyComma},
		{".>", KeyPeriod},
		{"/?", KeySlash},
		{" ", KeySpace},
		{"é[{@\x00", KeyNone},
	} {
		for _, r := range c.typed {
			if got := KeyOf(r); got != c.want {
				t.Errorf("KeyOf(%q) = %d; want %d", r, got, c.want)
			}
		}
	}
}
