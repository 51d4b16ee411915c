package im

import (
	"strings"
	"time"

	"snaplab/ui/raster"
)

// Key is a key of the keyboard, named by what is printed on a US layout. One that types a
// letter, a figure or a sign has that character's code.
type Key uint8

// The keys that widgets and shortcuts know.
const (
	KeyNone Key = iota
	KeyTab
	KeyEnter
	KeyEscape
	KeyBackspace
	KeyDelete
	KeyLeft
	KeyRight
	KeyUp
	KeyDown
	KeyHome
	KeyEnd
	KeyPageUp
	KeyPageDown

	KeySpace, KeyPlus, KeyComma, KeyMinus, KeyPeriod, KeySlash Key = ' ', '+', ',', '-', '.', '/'

	Key0, Key1, Key2, Key3, Key4, Key5, Key6, Key7, Key8, Key9 Key = '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'

	KeyA, KeyB, KeyC, KeyD, KeyE, KeyF, KeyG, KeyH, KeyI Key = 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'
	KeyJ, KeyK, KeyL, KeyM, KeyN, KeyO, KeyP, KeyQ, KeyR Key = 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R'
	KeyS, KeyT, KeyU, KeyV, KeyW, KeyX, KeyY, KeyZ       Key = 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z'

	KeyF1, KeyF2, KeyF3, KeyF4, KeyF5, KeyF6    Key = 201, 202, 203, 204, 205, 206
	KeyF7, KeyF8, KeyF9, KeyF10, KeyF11, KeyF12 Key = 207, 208, 209, 210, 211, 212
)

// Mods is a set of modifier keys.
type Mods uint8

// The modifiers.
const (
	ModShift Mods = 1 << iota
	ModControl
	ModAlt
	ModMeta
)

// KeyPress is one press of a key, or one automatic repetition of it.
type KeyPress struct {
	Key    Key
	Mods   Mods // held at that moment
	Repeat bool // the key was held already
}

// Input is all that a shell supplies for one frame. The zero value means that
// nothing happened. The Context copies it in Begin; the slices stay the
// shell's and are read until End.
type Input struct {
	Pointer  raster.Point // last known position, dp
	Down     bool         // the primary button is held now
	Pressed  int          // how often it went down since the last input
	Released int          // how often it went up since the last input
	Wheel    raster.Point // notches since the last input; positive Y is away from the user
	Keys     []KeyPress   // in the order they were pressed
	Chars    []rune       // the characters typed, after layout and dead keys
	Focused  bool         // the window has the keyboard; without it a drag ends and tooltips hide
	// Now is a monotonic time with any zero. It decides double clicks and when
	// a tooltip is due, nothing else.
	Now time.Duration
}

// KeyOf returns the key that types r, or KeyNone. Letters go by what is printed on the
// user's own layout, so that a shortcut is where its letter is.
func KeyOf(r rune) Key {
	switch {
	case r >= 'a' && r <= 'z':
		return Key(r - 'a' + 'A')
	case r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == ' ':
		return Key(r)
	}
	shifted, signs := "=_<>?", "+-,./"
	if i := strings.IndexRune(shifted+signs, r); i >= 0 {
		return Key(signs[i%len(signs)])
	}
	return KeyNone
}
