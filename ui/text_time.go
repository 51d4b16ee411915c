package ui

// TimeText is about moving in the time of a run.
type TimeText struct {
	Line     string // for readers of the screen
	Seconds  string // %s: seconds
	Seeking  string // %s: seconds, per cent done
	Stopped  string
	Branched string
}

var englishTime = TimeText{
	Line:     "The run so far. Left and Right go a second back and on, Home and End to its ends.",
	Seconds:  "%s s",
	Seeking:  "Playing again up to %s s: %s %%. Esc stops.",
	Stopped:  "Stopped on the way.",
	Branched: "What came later in this run is dropped: it goes on from here.",
}
