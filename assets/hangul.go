//go:build !js

package assets

import "embed"

// Hangul holds the faces with the Korean syllables, under the names HangulFaces. The
// browser's build leaves them out and fetches them when they are asked for.
//
//go:embed hangul/*.ttf hangul/OFL.txt
var Hangul embed.FS
