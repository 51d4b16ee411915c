// Package text holds the words that the window shows. They are data: a JSON file for each
// language, with an object for each struct of this package and a key for each field, in
// the same order. Load reads and checks them.
package text

// Text is every word that the window shows, in one language. Labels are the field's
// terms, tooltips explain them in plain words. A %s or %d stands for what the program fills in.
type Text struct {
	Title      string
	Top        TopText
	Simple     SimpleText
	Undo       UndoText
	Controls   ControlsText
	Arena      ArenaText
	Packets    PacketsText
	Buffer     BufferText
	Curve      CurveText
	Verdict    VerdictText
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
	Widgets    WidgetText
	// Settings is what settings, their choices and whom they are for are called, by their
	// names in files. What is not there is called as in files.
	Settings map[string]string
}

// Setting returns what a setting, one of its choices or whom it is for is called.
func (t *Text) Setting(name string) string {
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

// SimpleText is the simple view.
type SimpleText struct {
	Views, ViewTips [2]string // the simple one, the full one
	Delay           string    // of its slider
	Dashed          string    // what the dashed circles are
}

// UndoText is what undoing and redoing says.
type UndoText struct {
	Tip, RedoTip         string // of the buttons
	Undone, Redone       string
	Change               string // %s: a setting, its value before and now
	Nothing, NothingMore string // there is nothing to undo, to redo
}

// NetworkText is a network that people know by name.
type NetworkText struct{ Name, About, Source string }

// ControlsText is the column at the left.
type ControlsText struct {
	Network, Delay                        string // headings
	Rate, RateTip                         string
	Encodings                             [2]string // by config.Encoding
	EncodingTip                           string
	Latency, LatencyTip                   string
	Jitter, JitterTip                     string
	Loss, LossTip                         string
	Outage, OutageTip                     string
	Duplicate, DuplicateTip               string
	OrderTip                              string
	Orders, OrderTips                     []string // as the setting's choices
	AllKinds, AllKindsTip                 string
	Auto, AutoMark, AutoTip               string // AutoMark: at a delay
	KindTip                               string // %s: kind
	InUnderrunStatus                      string // the word at a kind that is in underrun
	MaxExtrapolation, MaxExtrapolationTip string
	MaxDeadReckoning, MaxDeadReckoningTip string
	Smoothing, SmoothingTip               string
	Policies, PolicyTips                  []string
	Blends, BlendTips                     []string
	Gaps, GapTips                         []string
	ForTip, ForAll                        string
	UnderrunPages, UnderrunPageTips       []string
	Kinds                                 [8]string
}

// HelpText is the page of keys.
type HelpText struct {
	Heading string
	Close   string
	Keys    [][2]string // key, what it does
}

// LookText is the page of how the window looks, and of what it saves and loads.
type LookText struct {
	Tip                               string // of its button
	Theme, ThemeTip                   string
	Language, LanguageTip             string
	Themes                            [2]string // by Themes
	Scale, ScaleTip                   string
	Scaled, TooLarge                  string // %d: per cent; per cent asked for, at most
	Contrast, ContrastTip             string
	Calm, CalmTip                     string
	SaveSettings, SaveSettingsTip     string
	SavePicture, Open, OpenTip, Drop  string
	DropHere, DropTraceFirst, Nowhere string // messages; DropTraceFirst: the trace's file
}

// ShareText is the page where a run is a text.
type ShareText struct {
	Button, ButtonTip string // that opens it
	Heading           string
	About, AboutPaste string // what the page is for, two lines
	Placeholder       string // in the empty box
	Copy, CopyTip     string
	Paste, PasteTip   string
	Run, RunTip       string
	Copied, Runs      string // %d: characters; %s: scenario
	NoClipboard       string
}

// RecordText is the page where a part of the run is made into a film or tables.
type RecordText struct {
	Button, ButtonTip string // that opens it
	Heading           string
	Span, SpanTip     string
	Spans             [4]string // by recordSpans
	Form, FormTip     string
	Forms             [3]string
	View, ViewTip     string
	Views             [7]string // by film.Views
	Rate, RateTip     string
	Extent            string // %s: from, to, in seconds; speed
	Start, StartTip   string
	Progress          string // %s: done, of
	Cancel, CancelTip string
	Cancelled         string
}

// PresentText is the presentation mode.
type PresentText struct {
	Switch, SwitchTip string
	Paused            string
	Setting           string // %s: send rate, jitter range, loss
	Underruns, Ahead  string // counts
	Hint, LessonHint  string // which keys there are; the same while a lesson is on
}

// LessonText is the lessons' list and panel. What a lesson says is in its file.
type LessonText struct {
	Tip             string // of the button
	TourTip         string // of its button
	Offer           string // the tour's, and where there is little room
	OfferShort      string
	TakeTour        string
	NoTour          string
	Next, Finish    string // the tour's button to go on, and at its end
	Heading, Drop   string
	Columns         [2]string // of the list
	StepOf          string    // %s: step, of how many
	NextTip         string
	BackTip         string
	AgainTip        string
	LeaveTip        string
	ChooseTip       string
	Solved          string
	MeasuredFor     string     // %d: seconds measured, of how many
	Bounds          [3]string  // by lesson.Bound; %s: the value
	Measures, Units [13]string // by lesson.Measure; of Units %s: the value
	NameOf          string     // %s: measure or setting, of what
	Lenses          [4]string  // by game.Lens
	Left, LeftStays string     // messages: the run before it is back; its own stays
	NotKept         string     // %s: why
	NoScenarios     string
	MoreFaults      string // %s: the first fault; %d: how many more
}

// TimeText is about moving in the time of a run.
type TimeText struct {
	Line     string // for readers of the screen
	Seconds  string // %s: seconds
	Seeking  string // %s: seconds, per cent done
	Stopped  string
	Branched string
}

// MessageText is what the window says has happened.
type MessageText struct {
	Saved, NotSaved    string // %s: file; file, why
	Loaded, NotLoaded  string
	Follows            string // file, what it is, packets, lost
	Moves              string // file, entities, kinds, seconds, jumps
	Restarted, NewSeed string
	Clock              string
	NotKept            string // %s: why
}

// SpokenText is the words that only readers of the screen need.
type SpokenText struct {
	On, Off string // what a switch is
}

// WidgetText is what the widgets themselves say of a number that was typed and can't be
// taken.
type WidgetText struct {
	TypeNumber string // nothing was typed
	NotWhole   string // %s: what was typed
	NotBetween string // %s: what was typed, the smallest and the largest value
	Refused    string // the same: it is no such value
}
