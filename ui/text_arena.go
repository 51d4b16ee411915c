package ui

// ArenaText is the three arenas.
type ArenaText struct {
	Names               [3]string
	Sentences, Short    [3]string // what each does; for narrow windows
	Tips                [3]string
	Shows, ShowsTip     string
	OffBy, OffByTip     string
	Rough, RoughTip     string
	Corrections         string
	CorrectionsTip      string
	Ago, Now, PerSecond string // "112 ms ago", "now", "1.8 / s"
	Metres              string
	MetresPerSecond     string
	Truths              [3]string // now, at the time shown, off
	TruthTip            string
	Cameras             [2]string // tilted, straight down
	CameraTip           string
	Trails              [2]string // on, off
	TrailsTip           string
	NotDrawn            string // %s: "rocket 15"
	Latest, Between     string // what a lens does with an entity, after its name
	Guessed             string
	Extrapolating       string // %s: milliseconds
	Off                 string // %s: metres; after a name
	Held, Stale         string
	Bracket             string // %s: number and time of one sample and of the other
	Newest              string // %s: number and time of the sample
	Alpha               string // %s: render time, first sample's time, interval, alpha
	Exactly             string
	Jump                string // %s: seconds of server time
	ExtrapolatingFor    string // %s: milliseconds, milliseconds at most
	HeldFor             string // the same
}

// englishArena is the arenas' texts in English.
var englishArena = ArenaText{
	Names:     [3]string{"RAW", "INTERPOLATED", "EXTRAPOLATED"},
	Sentences: [3]string{"newest snapshot, as it comes", "between two snapshots, one delay ago", "guessed forward to now"},
	Short:     [3]string{"as it comes", "one delay ago", "guessed to now"},
	Tips: [3]string{
		"Draws the newest snapshot that has arrived, with no more ado. Click an entity to follow it in all three; drag to move the view, turn the wheel to zoom, double-click to see the whole field.",
		"Draws everything at one moment in the past, for which there are snapshots before and after: render time = clock − delay. Where there is none after it, an entity extrapolates, then is held.",
		"Draws where everything should be by now: the newest snapshot moved on with the velocity that was sent (dead reckoning). New data corrects the guess, at times with a jump.",
	},
	Shows:          "shows",
	ShowsTip:       "How old what is drawn is: display latency, the true server time now less the server time shown.",
	OffBy:          "off by",
	OffByTip:       "How far what is drawn is from where things truly are now: lag error, root mean square of the last second.",
	Rough:          "roughness",
	RoughTip:       "How much the drawn velocity changes from frame to frame beyond what the true one does.",
	Corrections:    "corrections",
	CorrectionsTip: "How often something drawn had to jump because new data said it was elsewhere.",
	Ago:            "%s ms ago",
	Now:            "now",
	PerSecond:      "%s / s",

	Metres:           "%s m",
	MetresPerSecond:  "%s m/s",
	Truths:           [3]string{"truth: now", "truth: as shown", "truth: off"},
	TruthTip:         "The dashed circles are where everything truly is: now, at the time that the lens shows, or off. Key G.",
	Cameras:          [2]string{"tilted", "from above"},
	CameraTip:        "Look down at a tilt or straight from above. Key V.",
	Trails:           [2]string{"trails", "no trails"},
	TrailsTip:        "Where everything was drawn in the last second. Dashes: extrapolating. Rings: held. Key W.",
	NotDrawn:         "%s is not drawn",
	Latest:           "newest snapshot",
	Between:          "between snapshots",
	Guessed:          "guessed to now",
	Extrapolating:    "dry, extrapolating %s ms",
	Off:              " · %s m off",
	Held:             "dry, held",
	Stale:            "dry, faded",
	Bracket:          "S%s %s s → S%s %s s",
	Newest:           "S%s %s s is the newest",
	Alpha:            "α = (%s − %s) ÷ %s = %s",
	Exactly:          "drawn as it is",
	Jump:             "a jump: the old place until %s s",
	ExtrapolatingFor: "extrapolating for %s ms, may extrapolate %s ms",
	HeldFor:          "nothing newer for %s ms, extrapolated %s ms",
}
