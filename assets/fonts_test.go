package assets

import (
	"io/fs"
	"strings"
	"testing"
)

// Fonts stay small, since the browser loads them, and travel with their licence.
func TestFonts(t *testing.T) {
	fonts, err := fs.Glob(FS, "fonts/*.ttf")
	if err != nil || len(fonts) != 3 {
		t.Fatalf("%v, %v, want three fonts", fonts, err)
	}
	for _, name := range fonts {
		if info, err := fs.Stat(FS, name); err != nil || info.Size() > 60_000 {
			t.Errorf("%s: %v, %d bytes, want at most 60,000", name, err, info.Size())
		}
	}
	for _, name := range HangulFaces {
		if info, err := fs.Stat(Hangul, name); err != nil || info.Size() > 150_000 {
			t.Errorf("%s: %v, %d bytes, want at most 150,000", name, err, info.Size())
		}
	}
	if licence, err := Hangul.ReadFile("hangul/OFL.txt"); err != nil || !strings.Contains(string(licence), "Reserved Font Name Pretendard") {
		t.Errorf("the licence of the Korean faces is missing: %v", err)
	}
	licence, err := FS.ReadFile("fonts/OFL.txt")
	if err != nil || !strings.Contains(string(licence), "SIL OPEN FONT LICENSE Version 1.1") {
		t.Errorf("the licence of the fonts is missing: %v", err)
	}
}
