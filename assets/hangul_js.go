package assets

import "embed"

// Hangul is empty: whoever needs the faces HangulFaces fetches them.
var Hangul embed.FS
