package ui

// TimeText is about moving in the time of a run.
type TimeText struct {
	Seconds  string // %s: seconds
	Seeking  string // %s: seconds, per cent done
	Stopped  string
	Branched string
}

var englishTime = TimeText{
	Seconds:  "%s s",
	Seeking:  "Playing again up to %s s: %s %%. Esc stops.",
	Stopped:  "Stopped on the way.",
	Branched: "What came later in this run is dropped: it goes on from here.",
}
