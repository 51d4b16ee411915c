package engines

import "snaplab/interp"

// Engine is one way in which an engine or a library plays snapshots.
type Engine struct {
	// Name is short, in lower case with hyphens, for settings and keys.
	Name string
	// Sentence says what its clock and its delay do.
	Sentence string
	// Watch says what to set, and what to look for then.
	Watch string
	// Zero says what its delay is counted from.
	Zero string
	// New returns a fresh lens. Configure it first.
	New func() interp.Lens
}

// known are all of them: first the engines, then the libraries.
var known = [...]Engine{
	{
		Name:     "quake3",
		Sentence: "Quake III has no delay: its clock creeps up on the newest snapshot until it runs dry, and then backs off.",
		Watch:    "At 20 Hz it is sooner than any safe delay, and at the edge or past it before every third snapshot. At 10 Hz it is thrown forward again and again.",
		Zero:     "the newest snapshot as it is read: the clock settles where it comes within 5 ms of about every third one, or passes it, before the next is there",
		New:      func() interp.Lens { return newLens(new(quake3)) },
	},
	{
		Name:     "source",
		Sentence: "Source shows its own clock, which follows the mean packet, less 0.1 s or two intervals, whichever is more.",
		Watch:    "Set 20 Hz, then 60 Hz: the delay does not go below 0.1 s. At 10 Hz it is two intervals and a tick, which just bridges one lost packet.",
		Zero:     "the client's clock, which follows the mean of the last packets and is left alone within 10 ms of it",
		New:      func() interp.Lens { return newLens(new(source)) },
	},
	{
		Name:     "mirror",
		Sentence: "Mirror trails the mean packet by two intervals or more, and leaves its clock alone within one of that.",
		Watch:    "Raise the jitter or the loss: the buffer it wants grows, but what is shown moves only when it is a whole interval off.",
		Zero:     "the mean packet as it is read, give or take one interval",
		New:      func() interp.Lens { return newLens(new(mirror)) },
	},
	{
		Name:     "unity-entities",
		Sentence: "Netcode for Entities trails the snapshots' mean age by two intervals, or more where they are irregular.",
		Watch:    "Raise the loss to 50 %: the delay grows by itself, slowly, and with no loss shrinks again.",
		Zero:     "the mean age of the newest snapshot, to a tick",
		New:      func() interp.Lens { return newLens(new(unityEntities)) },
	},
	{
		Name:     "unity-gameobjects",
		Sentence: "Netcode for GameObjects trails one packet a second by 50 ms and two ticks or a round trip, by 1 % too fast or slow.",
		Watch:    "Set 60 Hz and raise the latency: the delay grows with the round trip, although what has come would do. Its own smoothing comes on top.",
		Zero:     "a packet that tells the time once a second, however slow it was",
		New:      func() interp.Lens { return newLens(new(unityGameObjects)) },
	},
	{
		Name:     "lightyear",
		Sentence: "lightyear counts its delay from the server's present, not from what has come, so latency eats it up.",
		Watch:    "Raise the latency to 200 ms: nothing is lost and nothing jitters more, and it is dry nearly all the time.",
		Zero:     "the server's present, estimated from round trips",
		New:      func() interp.Lens { return newLens(new(lightyear)) },
	},
	{
		Name:     "geckos",
		Sentence: "geckos.io trails the first packet by three intervals, until one is 50 ms off: then that one counts, and all jumps.",
		Watch:    "Raise the jitter above 50 ms: slow and fast packets take turns in setting the clock, and everything stops and leaps together.",
		Zero:     "the packet that set the clock: the first, or the last one that was 50 ms off",
		New:      func() interp.Lens { return newLens(new(geckos)) },
	},
	{
		Name:     "gaffer",
		Sentence: "The article: three and a half intervals behind the first packet, no clock to correct, nothing guessed.",
		Watch:    "It survives two lost packets in a row, and is late. Change the latency or let the clocks drift: it never follows.",
		Zero:     "the first packet, however slow it was",
		New:      func() interp.Lens { return newLens(new(gaffer)) },
	},
	{
		Name:     "rocicorp",
		Sentence: "It notes the delay that each frame needed and, every ten seconds, takes what was enough for 99.5 %.",
		Watch:    "Raise the jitter: for up to ten seconds it is dry, then it has learnt. It is what the adaptive delay here does, in steps.",
		Zero:     "the fastest packet of the last seconds, as here",
		New:      func() interp.Lens { return newLens(new(rocicorp)) },
	},
}

// All returns every engine, always in the same order. The slice is the caller's.
func All() []Engine { return append([]Engine(nil), known[:]...) }
