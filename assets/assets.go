// Package assets holds the files the program carries with it.
package assets

import "embed"

// FS holds the embedded files under the paths they have in this folder, for
// example "fonts/Inter-Regular.ttf".
//
//go:embed fonts/*.ttf fonts/OFL.txt scenarios/*.json presets/*.json lessons/*.json text/*.json
var FS embed.FS

// HangulFaces are the files with the Korean syllables, regular and semibold, by their
// paths in this folder.
var HangulFaces = [2]string{"hangul/Hangul-Regular.ttf", "hangul/Hangul-SemiBold.ttf"}
