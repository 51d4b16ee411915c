// Package assets holds the files the program carries with it.
package assets

import "embed"

// FS holds the embedded files under the paths they have in this folder, for
// example "fonts/Inter-Regular.ttf".
//
//go:embed fonts/*.ttf fonts/OFL.txt scenarios/*.json presets/*.json
var FS embed.FS
