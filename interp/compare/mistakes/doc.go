// Package mistakes is the common mistakes of drawing snapshots, each a lens that can be
// fed the same packets as the right one and watched beside it.
//
// Each is interp.Interpolated but for one thing: a setting that it overrides, a packet
// that it takes in otherwise, or a pose that it finds otherwise. So whatever differs on
// the screen and in the numbers is that mistake's doing. All and Named find them.
//
// They are for showing and for tests. Nothing here belongs in a game.
package mistakes
