package mistakes

import "snaplab/interp"

// Mistake is one common mistake.
type Mistake struct {
	// Name is short, in lower case with hyphens, for settings and keys.
	Name string
	// Sentence says what is done wrong and why it is wrong.
	Sentence string
	// Watch says what to set, and what to look for then.
	Watch string
	// New returns a fresh lens that makes the mistake. Configure it first.
	New func() interp.Lens
}

// mistakes are all of them: first those of time, then those of the buffer, then those
// of the pose.
var mistakes = [...]Mistake{
	{
		Name:     "fixed-delay",
		Sentence: "The delay is 100 ms whatever the send rate, so at 10 Hz it is one interval and has nothing left for jitter or loss.",
		Watch:    "At a send rate of 10 Hz it runs dry before most packets and the delay slider does nothing; at 60 Hz all is well.",
		New:      func() interp.Lens { return new(FixedDelay) },
	},
	{
		Name:     "arrival-order",
		Sentence: "Snapshots are kept in the order in which they came, so a late one is taken for the newest and hides those that are newer.",
		Watch:    "Let packets overtake, with more jitter than an interval: things stop or step back although newer data is there.",
		New:      func() interp.Lens { return new(ArrivalOrder) },
	},
	{
		Name:     "arrival-times",
		Sentence: "Snapshots are blended by when they came instead of when they were true, so the jitter of the network becomes the speed of things.",
		Watch:    "Raise the jitter: even motion speeds up and slows down although nothing is missing, and no delay makes it smooth.",
		New:      func() interp.Lens { return new(ArrivalTimes) },
	},
	{
		Name:     "offset-once",
		Sentence: "The offset of the clocks is taken from the first packet and kept, so a slow first packet or clocks that drift are never made up for.",
		Watch:    "Set the drift to 200 ppm and wait, or change the latency: the delay is eaten up, and in the end it is always dry.",
		New:      func() interp.Lens { return new(OffsetOnce) },
	},
	{
		Name:     "offset-snapped",
		Sentence: "The offset of the clocks is set anew from each packet instead of slewed, so its jitter moves the render time of everything at once.",
		Watch:    "Raise the jitter: with each packet all things stop or leap together, however smooth their own data is.",
		New:      func() interp.Lens { return new(OffsetSnapped) },
	},
	{
		Name:     "reliable-ordered",
		Sentence: "Snapshots go over a reliable ordered channel, so one lost packet holds back all newer ones until it has been sent again.",
		Watch:    "Raise the loss: with each lost packet everything freezes and then leaps, at a delay that would have bridged the gap.",
		New:      func() interp.Lens { return new(ReliableOrdered) },
	},
	{
		Name:     "across-teleports",
		Sentence: "A teleport is blended like motion, so things are drawn at places where they never were.",
		Watch:    "Choose the blinker scene: instead of being gone here and there at once, they streak across the field.",
		New:      func() interp.Lens { return new(AcrossTeleports) },
	},
	{
		Name:     "generations-ignored",
		Sentence: "An entity is known by its number alone, so the next user of a number is taken for the last one moved on.",
		Watch:    "Choose the rocket scene: where one ended a ghost stays, until it slides over to where the next one starts.",
		New:      func() interp.Lens { return new(GenerationsIgnored) },
	},
	{
		Name:     "euler-angles",
		Sentence: "Rotations are blended angle by angle, so a turn from 179° to −179° goes 358° the other way round.",
		Watch:    "Choose the turret or drone scene: heads spin backwards once as they pass the seam of the angles.",
		New:      func() interp.Lens { return new(EulerAngles) },
	},
	{
		Name:     "no-cap",
		Sentence: "What has run dry goes on as it last moved for as long as nothing comes, so a guess that was good for a moment is believed for seconds.",
		Watch:    "Set loss with long outages: balls fly through walls, cars off the field, and all of them snap back.",
		New:      func() interp.Lens { return new(Uncapped) },
	},
}

// All returns every mistake, always in the same order. The slice is the caller's.
func All() []Mistake { return append([]Mistake(nil), mistakes[:]...) }
