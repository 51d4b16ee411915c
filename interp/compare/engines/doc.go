// Package engines is how game engines and libraries play snapshots, each a lens that can
// be fed the same packets as interp.Interpolated and watched beside it.
//
// What differs between them is time: what the client's clock follows, how it is
// corrected, how large the delay is and what it is counted from. Each file has one of
// them, with its published constants under their own names and a note of what is left
// out. All else is interp.Interpolated: samples by server time, brackets, shortest turns,
// and counters for what can't be blended.
//
// Packets are taken in at display frames, as engines do that poll the network once a
// frame. All arithmetic is on integers, so that a run is the same on every platform.
//
// A delay is told as elsewhere, from what the fastest packet shows of the server, so
// that engines can be compared although each has a zero of its own: see Engine.Zero.
//
// None is that engine's code, and none of their names implies that its makers had to do
// with this.
package engines
