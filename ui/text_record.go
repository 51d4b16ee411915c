package ui

// RecordText is the page where a part of the run is made into a film or tables.
type RecordText struct {
	Button, ButtonTip string // that opens it
	Heading           string
	Span, SpanTip     string
	Spans             [4]string // by recordSpans
	Form, FormTip     string
	Forms             [3]string
	View, ViewTip     string
	Views             [7]string // by FilmViews
	Rate, RateTip     string
	Extent            string // %s: from, to, in seconds; speed
	Start, StartTip   string
	Progress          string // %s: done, of
	Cancel, CancelTip string
	Cancelled         string
}

var englishRecord = RecordText{
	Button:    "Record …",
	ButtonTip: "Make a film or tables of the last seconds of this run.",
	Heading:   "Record this run",
	Span:      "The last",
	SpanTip:   "Which part of the run up to now is recorded. It is played again for that: no picture is ever missed.",
	Spans:     [4]string{"5 s", "10 s", "30 s", "all of it"},
	Form:      "As",
	FormTip:   "An animated GIF, numbered PNG pictures in a ZIP file, or two tables (CSV) of every display frame and every packet.",
	Forms:     [3]string{"GIF", "pictures", "tables"},
	View:      "Showing",
	ViewTip:   "All of the window, or one of its panels: raw, interpolated, extrapolated, packets, buffer, the curve.",
	Views:     [7]string{"all", "raw", "interp.", "extrap.", "packets", "buffer", "curve"},
	Rate:      "Pictures a second",
	RateTip:   "25 look smoother, 20 make a smaller file.",
	Extent:    "From %s s to %s s of the run, at speed %s, in the size and colours of the window.",
	Start:     "Record",
	StartTip:  "Begin. The run can go on meanwhile.",
	Progress:  "Recording: %s of %s",
	Cancel:    "Give up",
	CancelTip: "Stop recording. Nothing is saved.",
	Cancelled: "Nothing was recorded.",
}
