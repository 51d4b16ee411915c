package ui

// TuningText is the page on which the playback of every kind is tuned.
type TuningText struct {
	Heading, CloseTip      string
	OpenTip                string // of the button that opens it
	Tabs, TabTips          [4]string
	Working                string
	Measured, MeasuredOnce string // runs, seconds of each; seconds of the only one
	MeasuredTip            string
	Budget                 [3][2]string // underruns, corrections, silence: label, tip
	LockTip, LockedTip     string
	LockMark               string       // beside a locked kind's delay
	IsLocked               string       // kind
	Settings               [6][3]string // a column: word, unit, tip
	Costs                  [6][3]string
	Recommended            [3]string
	Blends                 [2]string // in few letters
	NoDelay                string    // in the place of a delay
	MoreTip                string
	ResetKind, CopyToAll   string
	CopyTo                 string // kind
	ApplyAll, ApplyAllTip  string
	ResetAll, ResetAllTip  string

	// Why a delay is recommended, and no smaller one.
	WhyNone       string // ms
	WhyZero       string
	WhyGap        string // packets, ms between snapshots, ms of jitter, ms of silence
	WhyCorrection string // ms, m
	WhyDry        string // ms, a minute
	WhyAt         string // s, seed

	Versus VersusText
	Losses LossesText
	Export ExportText
}

var englishTuning = TuningText{
	Heading:  "TUNING",
	CloseTip: "Back to packets, buffer and curve. Key T or Escape.",
	OpenTip:  "Tune every type in a table: what its delay costs, which one is recommended, A against B, and the numbers for your engine. Key T.",
	Tabs:     [4]string{"Table", "A / B", "Losses", "Take home"},
	TabTips: [4]string{
		"Every type in a row: how it is played, what that costs, and which delay is recommended.",
		"Hold the settings as they are, change them, and see what differs on the same packets.",
		"How many packets were lost in a row, and how much silence a delay survives.",
		"The delays as a file, or as settings for an engine.",
	},
	Working:      "running …",
	Measured:     "measured in %s runs of %s s",
	MeasuredOnce: "measured in one run of %s s",
	MeasuredTip:  "Runs in the background with these settings and this network, with the seeds from 1 on as the curve's, drawn by the same lenses. Of a crowd, 200 stand for all.",
	Budget: [3][2]string{
		{"Underruns/min ≤", "How many underruns a minute a type may have on average, as at the curve. The smallest delay that keeps to it is recommended."},
		{"Corrections ≤", "How far a type may jump when data resumes: 95 % of its corrections at most this. At 0 it does not matter."},
		{"Silence", "For how long nothing may arrive without a type running dry, by the formula."},
	},
	LockTip:   "Lock this type: what changes all types at once will leave it alone.",
	LockedTip: "Locked: what changes all types at once leaves it alone. Its own row still changes it.",
	LockMark:  "lock",
	IsLocked:  "%s is locked.",
	Settings: [6][3]string{
		{"delay", "ms", ""},
		{"auto", "", "Lets this type's delay follow what the network has needed lately."},
		{"extrapolate", "ms", "Maximal extrapolation: how long it goes on as it last moved when it runs dry."},
		{"then", "", "What becomes of it when it has extrapolated for so long."},
		{"path", "", "Straight lines between snapshots, or curves (Hermite) that also meet the sent velocities."},
		{"glide", "ms", "Smoothing: how long it takes to work off a correction; at 0 it jumps."},
	},
	Costs: [6][3]string{
		{"dry", "/min", "Underruns a minute: how often it runs dry with the settings in this row."},
		{"age", "ms", "Display latency, the middle one: how old what it shows is."},
		{"off", "m", "Lag error: how far what it shows is from the truth of now, root mean square."},
		{"jumps", "m", "Corrections: 95 % of the jumps when data resumes are at most this."},
		{"goes", "m", "What staleness costs: its mean speed × display latency. Fast types pay for a delay."},
		{"guess", "m", "What guessing would cost: how far off the extrapolated lens is, root mean square. Types that turn pay for extrapolation."},
	},
	Recommended: [3]string{"enough", "ms", "The smallest delay that keeps to the budget above, for this type. Press it to apply it."},
	Blends:      [2]string{"line", "curve"},
	NoDelay:     "none",
	MoreTip:     "Reset this type, or copy its settings to others.",
	ResetKind:   "reset to default",
	CopyToAll:   "copy to all types",
	CopyTo:      "copy to %s",
	ApplyAll:    "Apply all",
	ApplyAllTip: "Gives every type that is not locked the recommended delay.",
	ResetAll:    "Reset all",
	ResetAllTip: "Gives every type that is not locked the default settings.",

	WhyNone:       "no delay up to %s ms keeps to the budget.",
	WhyZero:       "no delay at all keeps to the budget.",
	WhyGap:        "(1 + %s)·%s + %s ms, to survive %s ms of silence.",
	WhyCorrection: "with %s ms more than 5 %% of the jumps exceed %s m.",
	WhyDry:        "with %s ms it runs dry %s times a minute",
	WhyAt:         ": at %s s of seed %s ",

	Versus: englishVersus,
	Losses: englishLosses,
	Export: englishExport,
}

// VersusText is the tab that holds two settings against each other.
type VersusText struct {
	Intro, Hold, HoldTip, HoldAgain string
	Swap, SwapTip, Drop, DropTip    string
	Measures                        [6][3]string // a column: word, unit, tip
	A, B, Difference                string
	Differ, Alike                   string // in what
	SamePackets, SameChances        string // runs, first seed, last seed
	PacketsShort, ChancesShort      string // runs
	Working                         string
	PacketsTip, ChancesTip          string
}

var englishVersus = VersusText{
	Intro:     "Hold the settings as they are now as A, then change whatever you like: that is B. Both play the same packets.",
	Hold:      "Hold as A",
	HoldTip:   "Keep the settings as they are now, to compare with.",
	HoldAgain: "Hold anew",
	Swap:      "Swap",
	SwapTip:   "Put A in force, and hold what is set now as A.",
	Drop:      "Drop A",
	DropTip:   "Forget A.",
	Measures: [6][3]string{
		{"underruns", "/min", "How often it runs dry."},
		{"dry", "% of time", "For how much of the time it is dry (gap ratio)."},
		{"shows", "ms ago", "Display latency, the middle one."},
		{"off", "m", "Lag error: how far what it shows is from the truth of now, root mean square."},
		{"jumps", "m", "95 % of the corrections when data resumes are at most this."},
		{"rough", "m/s", "Roughness: how much the drawn velocity changes from frame to frame beyond what the true one does."},
	},
	A: "A", B: "B", Difference: "B − A",
	Differ:       "B differs in %s",
	Alike:        "B is as A: change something.",
	SamePackets:  "The same packets, %s of 8 runs, seeds %s – %s",
	SameChances:  "Two networks, the same chances: %s of 8 runs, seeds %s – %s",
	PacketsShort: "The same packets, %s of 8 runs",
	ChancesShort: "The same chances, %s of 8 runs",
	Working:      "running …",
	PacketsTip:   "Only the playback differs: each run has one server and one link, and two lenses that are fed the very same packets.",
	ChancesTip:   "The network differs, so the packets do. Each seed draws the same numbers for every packet whatever the settings (common random numbers): what differs is due to the settings.",
}

// LossesText is the tab of losses in a row.
type LossesText struct {
	Heading        string // runs of losses, packets lost, packets sent
	None           string
	Axis, AxisTip  string
	LongestGap     [2]string
	For            string
	Losses         string // k: silence, interval
	Need           string // k, interval, jitter, delay
	Survives       string // per cent, runs, of
	NothingLost    string
	Use, UseTip    string // ms
	Used           string // for whom, ms
	Survived, Lost string
	More           string // the last bar: that many and more
}

var englishLosses = LossesText{
	Heading:     "%s runs of losses so far: %s of %s packets lost",
	None:        "No packet has been lost yet.",
	Axis:        "packets lost in a row",
	AxisTip:     "How often so many packets in a row were lost in this run.",
	LongestGap:  [2]string{"Silence to survive", "For how long nothing may arrive without running dry. Type or drag."},
	For:         "for",
	Losses:      "k = ceil(%s ÷ %s) = %s packets in a row",
	Need:        "D = (1 + %s)·%s + %s = %s ms",
	Survives:    "survives %s %% of them: %s of %s runs of losses",
	NothingLost: "nothing to survive so far",
	Use:         "Use %s ms",
	UseTip:      "Sets this delay. Locked types keep theirs.",
	Used:        "%s: %s ms.",
	Survived:    "survived",
	Lost:        "too long",
	More:        "%s+",
}

// ExportText is the tab of what is taken home.
type ExportText struct {
	Forms         [3]string // json, csv, markdown; engines have names
	Which         [2]string
	WhichTips     [2]string
	FormTip       string
	Save, SaveTip string
	TextTip       string
	Working       string
	Cannot        [11]string // by form
}

var englishExport = ExportText{
	Forms:     [3]string{"JSON, to load here again", "CSV, a line for each type", "Markdown, a table"},
	Which:     [2]string{"delays in use", "recommended"},
	WhichTips: [2]string{"The delays as they are set now.", "The delays that are recommended for the budget of the table."},
	FormTip:   "The form of the file.",
	Save:      "Save file",
	SaveTip:   "Save it as a file. Nothing is overwritten.",
	TextTip:   "What the file will say. Turn the wheel, drag, or use the arrow keys.",
	Working:   "running …",
	Cannot: [11]string{
		"Drop it on the window, or give it to --scenario: the same settings, delays and seed again.",
		"For a spreadsheet: the unit is part of every name.",
		"For a page or a wiki: the unit is part of every name.",
		"Source has one delay for all types (NPCs may have a larger one), and 0.5 s at most.",
		"Quake III has no delay to be set: a nudge of 30 ms at most, for all types.",
		"Mirror has one timeline for all types, and does not extrapolate.",
		"Netcode for Entities has one timeline for all types, in whole ticks, and adds to it by itself.",
		"Netcode for GameObjects has one timeline for all types, and NetworkTransform waits and smooths on top.",
		"lightyear has one timeline for all types, and adds four times the jitter it measures.",
		"geckos.io has one timeline for all types, does not extrapolate, and jumps when it sets its offset.",
		"netfox has no delay for snapshots: everything, the player too, is shown some whole ticks ago.",
	},
}
