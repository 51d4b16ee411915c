package raster

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"snaplab/assets"
)

func fontFile(t testing.TB) []byte {
	data, err := assets.FS.ReadFile("fonts/Inter-Regular.ttf")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestParseOutlinesRefuses(t *testing.T) {
	good := fontFile(t)
	table := func(tag string) int { // the directory entry of a table
		for i := range u16(good, 4) {
			if string(good[12+16*i:16+16*i]) == tag {
				return 12 + 16*i
			}
		}
		t.Fatalf("no table %s", tag)
		return 0
	}
	for _, tc := range []struct {
		name string
		edit func(b []byte) []byte
		want string
	}{
		{"nothing", func(b []byte) []byte { return nil }, "not a TrueType file"},
		{"another format", func(b []byte) []byte { copy(b, "OTTO"); return b }, "not a TrueType file"},
		{"a short directory", func(b []byte) []byte { return b[:20] }, "table directory: truncated"},
		{"a short file", func(b []byte) []byte { return b[:2000] }, "truncated"},
		{"no outlines", func(b []byte) []byte { copy(b[table("glyf"):], "none"); return b }, "table glyf"},
		{"a zero em", func(b []byte) []byte { copy(b[u32(b, table("head")+8)+18:], "\x00\x00"); return b }, "unitsPerEm is 0"},
		{"no map", func(b []byte) []byte { copy(b[u32(b, table("cmap")+8)+2:], "\x00\x00"); return b }, "format 4"},
		{"few advances", func(b []byte) []byte { binary.BigEndian.PutUint16(b[u32(b, table("hhea")+8)+34:], 60000); return b }, "hmtx"},
	} {
		_, err := parseOutlines(tc.edit(append([]byte(nil), good...)))
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error %v, want one with %q", tc.name, err, tc.want)
		}
	}
}

func TestContoursRefuse(t *testing.T) {
	f, err := parseOutlines(fontFile(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []int{-1, f.glyphCount, 1 << 20} {
		if _, err := f.contours(nil, g); err == nil {
			t.Errorf("glyph %d exists", g)
		}
	}
	start, end, _ := f.location(f.glyph('A'))
	whole := f.glyf
	f.glyf = append([]byte(nil), whole...)
	clear(f.glyf[start:end])
	copy(f.glyf[start:], "\xff\xff")
	if _, err := f.contours(nil, f.glyph('A')); err == nil || !strings.Contains(err.Error(), "composed") {
		t.Errorf("a composed glyph: %v", err)
	}
	copy(f.glyf[start:], "\x00\x05")
	f.glyf[start+10+8] = 0x08
	if _, err := f.contours(nil, f.glyph('A')); !errors.Is(err, errTruncated) {
		t.Errorf("a glyph that ends before its points: %v", err)
	}
	f.glyf[start+10+8] = 0x40
	if _, err := f.contours(nil, f.glyph('A')); err == nil || !strings.Contains(err.Error(), "at most 4096") {
		t.Errorf("a glyph of too many points: %v", err)
	}
}

// Any bytes give a font or an error, and a font's glyphs can be drawn.
func FuzzOutlines(f *testing.F) {
	good := fontFile(f)
	f.Add(good)
	f.Add(good[:1000])
	f.Add([]byte("\x00\x01\x00\x00\x00\x01"))
	f.Fuzz(func(t *testing.T, data []byte) {
		face, err := newFace(data)
		if err != nil {
			return
		}
		var cache glyphCache
		for _, r := range "A%é" {
			cache.rasterise(face, glyphKey{Regular, 13 * 64, 0, r})
		}
		for g := range min(face.glyphCount, 30) {
			cache.points, _ = face.contours(cache.points[:0], g)
		}
	})
}
