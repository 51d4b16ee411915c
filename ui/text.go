package ui

import "snaplab/ui/im"

// Text is every word that the window shows, in one language. Words are plain; the
// terms of the trade are in the tooltips. A %s stands for what the program fills in.
type Text struct {
	Title      string
	Top        TopText
	Controls   ControlsText
	Arena      ArenaText
	Packets    PacketsText
	Buffer     BufferText
	Curve      CurveText
	Comparison ComparisonText
	Faults     FaultsText
	Present    PresentText
	Help       HelpText
	Look       LookText
	Spoken     SpokenText
	Time       TimeText
	Share      ShareText
	Record     RecordText
	Tuning     TuningText
	Lesson     LessonText
	Message    MessageText
	Widgets    im.Words
	// Settings is what settings, their choices and whom they are for are called, by their
	// names in files. What is not there is called as in files.
	Settings map[string]string
}

// setting returns what something about settings is called.
func (t *Text) setting(name string) string {
	if word, ok := t.Settings[name]; ok {
		return word
	}
	return name
}

// TopText is the bar at the top.
type TopText struct {
	Scene, SceneTip                  string
	Restart, Play, Pause, Step, Seed string // tooltips
	SpeedTip                         string
	HelpTip, SaveTip                 string
	SeedLabel                        string // before the seed
	Network, NetworkTip, Custom      string
	NetworkFigures, NetworkSource    string // %s: latency, jitter, loss; where they come from

	// Scenes and Networks are what the program's own scenarios and networks are called
	// in the language, by their names in files. What is not there keeps its own words.
	Scenes   map[string]string
	Networks map[string]NetworkText
}

// NetworkText is a network that people know by name.
type NetworkText struct{ Name, About, Source string }

// ControlsText is the column at the left.
type ControlsText struct {
	Network, Delay                        string // headings
	Rate, RateTip                         string
	Encodings                             [2]string // by game.Encoding
	EncodingTip                           string
	Latency, LatencyTip                   string
	Jitter, JitterTip                     string
	Loss, LossTip                         string
	Outage, OutageTip                     string
	Duplicate, DuplicateTip               string
	OrderTip                              string
	Orders, OrderTips                     []string // as the setting's choices
	AllKinds, AllKindsTip                 string
	Auto, AutoMark, AutoTip               string // AutoMark: beside a delay
	KindTip                               string // %s: kind
	InUnderrunStatus                      string // the word beside a kind that is dry
	MaxExtrapolation, MaxExtrapolationTip string
	MaxDeadReckoning, MaxDeadReckoningTip string
	Smoothing, SmoothingTip               string
	Policies, PolicyTips                  []string
	Blends, BlendTips                     []string
	Gaps, GapTips                         []string
	For, ForTip, ForAll                   string
	UnderrunPages, UnderrunPageTips       []string
	Kinds                                 [8]string
}

// HelpText is the page of keys.
type HelpText struct {
	Heading string
	Close   string
	Keys    [][2]string // key, what it does
}

// MessageText is what the window says has happened.
type MessageText struct {
	Saved, NotSaved    string // %s: file; file, why
	Loaded, NotLoaded  string
	Follows            string // file, what it is, packets, lost
	Restarted, NewSeed string
	Clock              string
}

// English is the window's texts in English.
var English = Text{
	Title: "Snapshot Interpolation Lab",
	Top: TopText{
		Scene:    "Scene",
		SceneTip: "Which entities there are, and the settings to start from.",
		Restart:  "Start again with the same seed: the same run. Key R.",
		Play:     "Go on. Space.",
		Pause:    "Stop server, link and client together. Space.",
		Step:     "One display frame further. Key . (period); one tick with , and one packet with N.",
		Seed:     "A new seed: another run of the same settings. Shift+R.",
		SpeedTip: "How fast time passes for server, link and client alike. Keys − and +.",
		HelpTip:  "What the keys do. Key ?.",
		SaveTip:  "Save the picture as a PNG file. Ctrl+S.",

		SeedLabel: "seed",

		Network:        "Network",
		NetworkTip:     "Networks that people know by name. This one is of your own sliders.",
		Custom:         "custom",
		NetworkFigures: "%s + %s, loss %s",
		NetworkSource:  "(%s)",
	},
	Controls: ControlsText{
		Network: "NETWORK",
		Delay:   "DELAY BEHIND FASTEST PACKET",

		Rate:         "Send rate",
		RateTip:      "How many snapshots the server sends in a second. Fewer save bandwidth and need more delay.",
		Latency:      "Latency",
		LatencyTip:   "How long the fastest packet takes one way, both ways alike. It ages everything and needs no delay of its own.",
		Jitter:       "Jitter range",
		JitterTip:    "How much longer the slowest packet takes than the fastest. The delay has to cover it.",
		Loss:         "Loss",
		LossTip:      "The share of packets that never arrive. Each one lost costs an interval of delay.",
		Outage:       "Mean outage",
		OutageTip:    "How long losses last together on average. At 0 each packet is lost on its own.",
		Duplicate:    "Duplicates",
		DuplicateTip: "The share of packets that arrive twice. The first one counts.",
		Encodings:    [2]string{"full", "delta"},
		EncodingTip:  "How snapshots are written. Full: each packet says everything. Delta: only what has changed since a packet that has arrived. What is drawn is the same.",
		OrderTip:     "What jitter does to the order of packets.",
		Orders:       []string{"in order", "may overtake"},
		OrderTips: []string{
			"A slow packet holds up those behind it, and they arrive in a clump, as on most real paths.",
			"Each packet is delayed on its own and may arrive before older ones.",
		},

		AllKinds:         "All types",
		AllKindsTip:      "How far behind the fastest packet's view of the server everything is drawn. It sets all types at once.",
		Auto:             "auto",
		AutoMark:         "A",
		AutoTip:          "Lets every delay follow the network: as much as 99 % of the last ten seconds' frames needed.",
		KindTip:          "The delay of every %s. Those that turn fast or matter most may have another than the rest. A lets it follow the network.",
		InUnderrunStatus: "dry",

		MaxExtrapolation:    "Extrapolate for",
		MaxExtrapolationTip: "How long an entity without newer data goes on as it last moved (extrapolates) in the interpolated arena.",
		MaxDeadReckoning:    "Guess ahead",
		MaxDeadReckoningTip: "How far the extrapolated arena goes beyond the newest snapshot before it stops guessing.",
		Smoothing:           "Smooth back over",
		SmoothingTip:        "When data resumes the entity is in the wrong place: at 0 it jumps, otherwise it glides back in this time.",
		Policies:            []string{"hold", "fade", "hide"},
		PolicyTips: []string{
			"After extrapolating it stands still.",
			"After extrapolating it stands still and fades.",
			"After extrapolating it is not drawn.",
		},
		Blends: []string{"straight", "curved"},
		BlendTips: []string{
			"Straight lines between snapshots. Corners are cut.",
			"Curves (Hermite) that also meet the velocities that were sent.",
		},
		Gaps: []string{"skip lost spawn", "wait for it"},
		GapTips: []string{
			"A spawn or destroy in a lost packet is jumped over: who was born in it appears where the next packet shows it.",
			"The type stands still before a spawn or destroy in a missing packet until that comes, half a second at most.",
		},
		For:           "for",
		ForTip:        "Which type these settings are for.",
		UnderrunPages: []string{"if dry", "drawing"},
		UnderrunPageTips: []string{
			"What happens when there is no newer data (an underrun), and after it.",
			"How it is drawn while there is data, and how far the extrapolated arena guesses.",
		},
		ForAll: "all types",
		Kinds:  [8]string{"walker", "car", "drone", "ball", "blinker", "rocket", "turret", "door"},
	},
	Arena:      englishArena,
	Packets:    englishPackets,
	Buffer:     englishBuffer,
	Curve:      englishCurve,
	Comparison: englishComparison,
	Faults:     englishFaults,
	Look:       englishLook,
	Spoken:     englishSpoken,
	Time:       englishTime,
	Share:      englishShare,
	Record:     englishRecord,
	Present:    englishPresent,
	Tuning:     englishTuning,
	Lesson:     englishLesson,
	Help: HelpText{
		Heading: "Keys",
		Close:   "Close",
		Keys: [][2]string{
			{"Space", "pause and go on"},
			{".", "one display frame further"},
			{",", "one server tick further"},
			{"N", "to the next packet's arrival"},
			{"Shift . , N", "the same, back"},
			{"Shift ← →", "a second back, on; Home, End: to the ends"},
			{"− +", "slower, faster"},
			{"R", "start again with the same seed"},
			{"Shift R", "start with a new seed"},
			{"G", "truth: now, at the time shown, off"},
			{"V", "camera: tilted, straight down"},
			{"W", "trails on and off"},
			{"L", "the lessons"},
			{"D B K S", "lose a packet, blackout, lag spike, stall"},
			{"Tab, arrows", "walk through the controls, change them"},
			{"Arrows, Enter", "in an arena: choose an entity"},
			{"Page Up Down", "in an arena or paused packets: zoom"},
			{"Arrows, Enter", "in paused packets: choose one, pin it"},
			{"Home End Del", "smallest, largest, default"},
			{"A", "on a type's delay: automatic or by hand"},
			{"0 – 9", "type a value, Enter to apply"},
			{"Shift L", "another language"},
			{"P, F5", "presentation for a class, and back"},
			{"T", "tuning: table, A/B, losses, take home"},
			{"Shift T", "dark, light"},
			{"Ctrl + − 0", "larger, smaller, 100 %"},
			{"Ctrl S", "save the picture; with Shift the settings"},
			{"Ctrl C V", "copy this run as a text, play one"},
			{"Ctrl O", "load settings or a trace"},
			{"F1, ?", "this page"},
		},
	},
	Message: MessageText{
		Saved:     "Saved %s.",
		NotSaved:  "Could not save %s: %s.",
		Loaded:    "Loaded %s.",
		Follows:   "The link follows %s: %s, %d packets, %d of them lost.",
		NotLoaded: "Could not load %s: %s.",
		Restarted: "Started again: the same run.",
		NewSeed:   "Started with seed %s.",
		Clock:     "The clock estimate is off by %s ms: everything is drawn that much too early or too late.",
	},
	Widgets: im.Words{
		TypeNumber: "Type a number.",
		NotWhole:   "“%s” is not a whole number.",
		NotBetween: "%s is not between %s and %s.",
		Refused:    "“%s” is no such value: type one from %s to %s.",
	},
}
