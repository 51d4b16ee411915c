package ui

import "snaplab/netsim"

// PacketsText is the packet timeline. What stands for a %s or %d is said beside it.
type PacketsText struct {
	Heading, Span                                 string
	Used, Late, Stale, Lost, Duplicate            string // the legend
	UsedTip, LateTip, StaleTip, LostTip, TwiceTip string
	RenderTime, RenderTimeTip                     string
	Sends, Gets, SendsTip, GetsTip                string
	AllKinds, MostKinds, SomeKinds                string // whose render time; %s: how many
	Packet                                        string // sequence, tick, bytes, time sent in s
	Arrived                                       string // time in s, time taken in ms
	Flying, Never, Twice                          string // -, -, ms after the first
	Losses, LossesTip                             string // packets lost, packets sent
	Between                                       string // s, s
	PlotTip                                       string
	Number, Tick, Stamp, Size, Bytes, SentAt      string // the card; Bytes: how many
	ArrivedAt, Took, SentAgain, CopyAfter         string
	Causes                                        [netsim.LostFault + 1]string
	Corrupted                                     string
}

// BufferText is the panel of the buffer.
type BufferText struct {
	Heading                                         string
	AheadOf, AheadOfOne, AheadTip, SlotsTip         string // snapshots, slots
	Underruns, UnderrunsTip                         string
	InUnderrun, UnderrunTip                         string
	Ahead, AheadRun, UnderrunRun                    string // the lagometer's corners
	Lagometer, LagometerTip                         string
	EachPacket, EachPacketTip                       string
	Formula, FormulaTip                             string
	Need, Have, Short, Spare, HaveTip               string // ms
	NotEvenOne, SurvivesNone, SurvivesOne, Survives string // packets
	Enough, EnoughShares                            string // ms; ms, ms
	EnoughTip                                       string
	Clock, ClockTip                                 string
	Offset, True, Slew, Steps, Off, ClockOff        string // ms, ms, ms, count, ms, ms
	Rate, RateTip                                   string // %s: kbit/s, encoding
	Bytes, BytesTip, BytesEstimate                  string // kB; kB, kB
}

// CurveText is the what-if curve.
type CurveText struct {
	Heading, HeadingShort       string
	ForTip                      string
	All                         string // all types
	Shows, Units                [numQuantities]string
	ShowsTip                    string
	Run, RunRecent              string // seconds measured; -
	RunTip, RunRecentTip        string
	Ahead, AheadShort           string // runs, seconds of each; the same
	AheadOne, AheadOneShort     string // the same, where the runs have fewer entities
	AheadTip, AheadFewer        string // -; entities run, entities there are
	LookingAhead                string
	NoLookAhead, NoLookAheadTip string
	Error, ErrorTip             string
	Never                       string
	Losses                      string // k
	Yours                       string // ms
	Enough                      string // ms
	NeededTip                   string // the share of frames, per cent, ms
	At, RunColumn, AheadColumn  string // the readout: ms; -; -
	AtHint                      string
	BudgetUnderruns             string // a minute
	BudgetCorrection            string // m
	BudgetGap                   string // ms
	BudgetTip                   string
	Keeps, KeepsShort, KeepsFar string // ms, m; ms, m; ms
	KeepsTip, KeepsRunTip       string
	CorrectionTip, GapTip       string
	Why, WhyLooking             string // s, run, what; -
	WhyLost, WhyLostMany        string // packet; first, last packet
	WhyLate, WhyAnd, WhyNotDue  string // packet, ms; -; -
	NoneKeeps                   string // ms: more than can be told of
	Use, InUse                  string
	MostlyDry                   string
	Empty                       string
	Unit                        string
}

var englishPackets = PacketsText{
	Heading:       "PACKETS",
	Span:          "last 3 s",
	Used:          "used",
	UsedTip:       "Arrived before it was needed.",
	Late:          "late, still useful",
	LateTip:       "Arrived after render time had passed it. It still improves what follows.",
	Stale:         "too late",
	StaleTip:      "Arrived when nothing could be made of it any more (stale), or was refused.",
	Lost:          "lost",
	LostTip:       "Never arrives. The next packet has to bridge the gap.",
	Duplicate:     "came twice",
	TwiceTip:      "The network delivered a second copy, which is ignored.",
	RenderTime:    "render time",
	RenderTimeTip: "What is drawn now was sent at this moment. When the line passes the newest packet that has arrived, there is nothing to draw from: an underrun. Dashed: that has happened in the last second.",
	Sends:         "server sends",
	SendsTip:      "When the server sent each packet.",
	Gets:          "client gets",
	GetsTip:       "When each packet reached the client.",
	AllKinds:      "all types",
	MostKinds:     "most types",
	SomeKinds:     "%s types",
	Packet:        "Packet %d of tick %d, %d bytes.\nSent at %s s.",
	Arrived:       "Arrived at %s s, %s ms later.",
	Flying:        "On its way.",
	Never:         "Lost on the way.",
	Twice:         "A copy came %s ms after it.",
	Losses:        "%s lost of %s",
	LossesTip:     "Packets sent in the time shown that never arrive, of those whose fate is known.",
	Between:       "%s – %s s",
	PlotTip:       "Paused: drag to look back, turn the wheel to look closer, click a packet to pin its numbers. By the keyboard: arrows, Enter; Shift and arrows, Page Up and Down; Home for the present.",
	Number:        "Packet",
	Tick:          "of tick",
	Stamp:         "server time",
	Size:          "size",
	Bytes:         "%d bytes",
	SentAt:        "sent at",
	ArrivedAt:     "arrived at",
	Took:          "took",
	SentAgain:     "sent again",
	CopyAfter:     "a copy came after",
	Causes: [netsim.LostFault + 1]string{
		netsim.LostRandom: "Lost on its own. The next packet has to bridge the gap.",
		netsim.LostOutage: "Lost in an outage, with its neighbours.",
		netsim.LostQueue:  "Lost before the bottleneck: its queue was full.",
		netsim.LostListed: "Lost because the list of losses has it.",
		netsim.LostFault:  "Dropped on purpose.",
	},
	Corrupted: "Bits were flipped on its way: it was refused.",
}

var englishBuffer = BufferText{
	Heading:       "BUFFER",
	AheadOf:       "%s ahead, %s slots",
	AheadOfOne:    "%s ahead, one slot",
	AheadTip:      "Occupancy: how many snapshots lie ahead of render time now. None means an underrun.",
	SlotsTip:      "The filled box at the left is the snapshot behind render time, those after the line are ahead of it, empty ones are missing. This delay spans that many slots: ceil(D ÷ I) + 1.",
	Underruns:     "underruns",
	UnderrunsTip:  "How often render time has passed the newest snapshot. One dry spell counts once, however long.",
	InUnderrun:    "dry",
	UnderrunTip:   "How long that lasted in all, and its share of the run (gap ratio).",
	Ahead:         "ahead",
	AheadRun:      "ahead %s ms",
	UnderrunRun:   "dry",
	Lagometer:     "newest snapshot against render time, last 6 s",
	LagometerTip:  "Each frame of the last six seconds. Above the line: how much newer than render time the newest snapshot is. Below: how long render time has been beyond it; light while it extrapolates, striped when it stands still.",
	EachPacket:    "each packet",
	EachPacketTip: "Each packet at its arrival: short is used, a diamond is late, a hollow square too late, a tall bar is lost.",
	Formula:       "D ≥ (1 + k)·I + J",
	FormulaTip:    "The delay D that no k packets lost in a row can run dry: I is the longest time between snapshots, J the jitter range, all in ms.",
	Need:          "need %s ms",
	Have:          "have %s ms",
	HaveTip:       "The delay that is set; of all types, the smallest.",
	Short:         "%s ms short",
	Spare:         "✓ %s ms to spare",
	NotEvenOne:    "Less than one interval and the jitter.",
	SurvivesNone:  "Survives no lost packet at this jitter.",
	SurvivesOne:   "Survives one lost packet at this jitter.",
	Survives:      "Survives %s packets lost in a row.",
	Enough:        "Enough so far: %s ms.",
	EnoughShares:  "Enough so far: %s ms (99.5 %% of frames: %s ms).",
	EnoughTip:     "The needed delay, measured: the smallest that would have had a snapshot ahead in every frame since the link last changed.",
	Clock:         "Clock",
	ClockTip:      "The client's estimate of the offset between the two clocks, seen through the fastest packet. True is what it ought to be; slew is how far it still has to glide; steps are how often it was set at once.",
	Offset:        "offset %s ms",
	True:          "true %s",
	Slew:          "slew %s",
	Steps:         "steps %s",
	Off:           "! off by %s ms",
	ClockOff:      "! clock off by %s ms",
	Rate:          "%s kbit/s %s",
	RateTip:       "What the server sends to this client, over the last two seconds, in whole packets (full) or in changes (delta).",
	Bytes:         "buffers %s kB",
	BytesEstimate: "buffers %s kB, bare %s kB",
	BytesTip:      "Memory of the client's buffers for this connection. Bare is 32 bytes for each entity and slot, to compare.",
}

var englishCurve = CurveText{
	Heading:        "WHAT IF THE DELAY WERE …",
	HeadingShort:   "WHAT IF …",
	ForTip:         "Whose delay the curve and the buffer are about.",
	All:            "all types",
	Shows:          [numQuantities]string{"underruns", "time dry", "error", "corrections"},
	Units:          [numQuantities]string{"a minute", "per cent of the frames", "m", "m"},
	ShowsTip:       "What the curve shows: how often it runs dry, for how large a share of the time, how far what is drawn is from the truth of now (root mean square), or how far things jump when data resumes (95 of 100 jump less).",
	Run:            "this run, %s s",
	RunRecent:      "this run, last 3 s",
	RunTip:         "What every delay would have brought in this run since the link last changed. Every frame tells which delay it needed.",
	RunRecentTip:   "How far things have moved on since what each delay would show, over the last three seconds, even if nothing ever ran dry.",
	Ahead:          "%s runs × %s s ahead: mean, and 8 of 10 runs",
	AheadShort:     "%s × %s s ahead, 8 of 10",
	AheadOneShort:  "%s × %s s, one entity",
	AheadOne:       "%s × %s s ahead, one entity, 8 of 10",
	AheadTip:       "Other runs of the same settings, worked out in the background: the line is their mean, or what 95 % of the corrections of all together are below, and in the band are 8 of 10 of them. It follows the sliders, coarse first.",
	AheadFewer:     "They have %s of the %s entities and tell of each, while this run tells of the worst: in a snapshot of many packets one is lost much more often.",
	LookingAhead:   "looking ahead …",
	NoLookAhead:    "can't look ahead",
	NoLookAheadTip: "On a limited bandwidth every entity counts, and there are too many to run them all ahead. What this run has measured is known all the same.",
	Error:          "error, m",
	ErrorTip:       "What the delay costs: how far what is drawn is from the truth of now (root mean square), on the scale at the right.",
	Never:          "never",
	Losses:         "k = %s",
	Yours:          "yours %s",
	Enough:         "enough so far %s",
	NeededTip:      "%s %% of the frames of this run would have done with %s ms.",
	At:             "at %s ms",
	RunColumn:      "this run",
	AheadColumn:    "ahead",
	AtHint:         "drag or click to set it",

	BudgetUnderruns:  "underruns ≤ %s/min",
	BudgetCorrection: "corrections ≤ %s m",
	BudgetGap:        "silence of %s ms",
	BudgetTip:        "What may go wrong at most. The smallest delay that keeps to it is worked out from the runs ahead: so many underruns a minute on average, corrections of which 95 of 100 are smaller, or by the formula so long a silence without an underrun.",
	Keeps:            "Takes %s ms, which costs %s m of error.",
	KeepsShort:       "%s ms, costs %s m",
	KeepsFar:         "Takes %s ms.",
	KeepsTip:         "The smallest delay from which on the runs ahead keep to it, and the error that it brings. The button sets it, the slider any other.",
	KeepsRunTip:      "The smallest delay from which on this run would have kept to it so far, and the error that it brings.",
	CorrectionTip:    "The smallest delay from which on, in the runs ahead, 95 of 100 corrections are smaller, on the straight line between the delays that were run.",
	GapTip:           "By the formula: (1 + k)·I + J, where k = silence ÷ I, rounded up, is how many packets in a row it costs.",
	Why:              "With a millisecond less it would have run dry at %s s of run %s: %s.",
	WhyLooking:       "Looking for the packets that a smaller one would have missed …",
	WhyLost:          "packet %s was lost",
	WhyLostMany:      "packets %s to %s were lost",
	WhyLate:          "packet %s came %s ms after the fastest",
	WhyAnd:           " and ",
	WhyNotDue:        "the next packet was not due yet",
	NoneKeeps:        "No delay up to %s ms keeps to it.",
	Use:              "Use it",
	InUse:            "in use",
	MostlyDry:        "mostly dry",
	Empty:            "nothing measured yet",
	Unit:             "ms",
}
