package raster

import (
	"fmt"
	"sync"
	"sync/atomic"

	"snaplab/assets"
)

// Korean syllables have faces of their own, one for regular text and one for heavier
// text. Embedded ones are read when the first syllable is measured or drawn. A build
// without them draws hollow boxes until LoadHangul is called.
const (
	firstSyllable = '가'
	lastSyllable  = '힣'
)

// syllables is a face with Korean syllables, once it is there.
type syllables = atomic.Pointer[face]

// hangul are the Korean faces that go with Regular and with the heavier weights.
var hangul [2]syllables

// syllableLoads counts the calls of LoadHangul; each makes cached masks of syllables
// invalid.
var syllableLoads atomic.Uint32

// embeddedHangul reads the faces that the program carries, if it does.
var embeddedHangul = sync.OnceFunc(func() {
	var data [2][]byte
	for i, path := range assets.HangulFaces {
		var err error
		if data[i], err = assets.Hangul.ReadFile(path); err != nil {
			return // this build has none
		}
	}
	if err := LoadHangul(data[0], data[1]); err != nil {
		panic(err) // they are part of the program, and a test loads them
	}
})

// LoadHangul takes the font files with the Korean syllables, regular and semibold, for a
// build that doesn't carry them. Text is measured and drawn with them from then on. It may
// be called while others draw. After an error all is as it was.
func LoadHangul(regular, semibold []byte) error {
	var loaded [2]*face
	for i, data := range [2][]byte{regular, semibold} {
		f, err := newFace(data, firstSyllable, lastSyllable-firstSyllable+1)
		if err != nil {
			return err
		}
		// Their widths are added to those of the typeface.
		if want := faceOf(Regular).unitsPerEm; f.unitsPerEm != want {
			return fmt.Errorf("font units per em are %d, want %d", f.unitsPerEm, want)
		}
		loaded[i] = f
	}
	for i, f := range loaded {
		hangul[i].Store(f)
	}
	syllableLoads.Add(1)
	return nil
}

// wanted is set once a syllable was measured or drawn without a face for it.
var wanted atomic.Bool

// WantsHangul reports whether Korean syllables were drawn as boxes because this build
// doesn't carry their faces: LoadHangul is then needed.
func WantsHangul() bool { return wanted.Load() && hangul[0].Load() == nil }

// IsSyllable reports whether a character is a Korean syllable, which is drawn as a square
// and before and after which a line may be broken.
func IsSyllable(r rune) bool { return r >= firstSyllable && r <= lastSyllable }

// syllableFace returns the Korean face that has the syllable r; nil if there is none or
// r is no syllable.
func (f *face) syllableFace(r rune) *face {
	if !IsSyllable(r) || f.syllables == nil {
		return nil
	}
	embeddedHangul()
	h := f.syllables.Load()
	if h == nil {
		wanted.Store(true)
	} else if h.glyphOf(r) == 0 {
		return nil
	}
	return h
}

// follow forgets the masks if Korean faces were loaded after they were made.
func (t *glyphCache) follow() {
	if loads := syllableLoads.Load(); loads != t.loads {
		t.loads = loads
		t.masks, t.bytes = nil, 0
	}
}
