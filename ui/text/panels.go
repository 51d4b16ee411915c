package text

// ArenaText is the three arenas.
type ArenaText struct {
	Names               [3]string
	Sentences, Short    [3]string // what each does; for narrow windows
	Tips                [3]string
	Shows, ShowsTip     string
	OffBy, OffByTip     string
	OffDegreesTip       string // of a type that only turns
	OffState            string // of one that neither moves nor turns
	OffStateTip         string
	Underruns           string
	UnderrunsTip        string
	Corrections         string
	CorrectionsShort    string // where there is little room
	CorrectionsTip      string
	Ago, Now, PerMinute string // "112 ms", "< 20 ms", "1.8 / min"
	None                string // where there is no such figure
	Metres              string
	Degrees, Percent    string
	Truths              [3]string // now, at the time shown, off
	TruthTip            string
	Cameras             [2]string // tilted, straight down
	CameraTip           string
	Trails              [2]string // on, off
	TrailsTip           string
	NotDrawn            string // %s: "rocket 15"
	Latest, Between     string // what a lens does with an entity, after its name
	ExtrapolatedToNow   string
	Extrapolating       string // %s: milliseconds
	Off                 string // %s: metres; after a name
	OffByDegrees        string // %s: degrees
	InWrongState        string
	Held, Stale         string
	Bracket             string // %s: number and time of one sample and of the other
	Newest              string // %s: number and time of the sample
	Alpha               string // %s: render time, first sample's time, interval, alpha
	Exactly             string
	Jump                string // %s: seconds of server time
	ExtrapolatingFor    string // %s: milliseconds, milliseconds at most
	HeldFor             string // the same
}

// ComparisonText is what may be shown next to the three: the common mistakes, then the
// engines, in the order of config.AllComparisons.
type ComparisonText struct {
	Label, Tip string
	Groups     [3]string // what the mistakes, the engines and those with the rates they ship with are called in the list
	Names      []string  // the choices
	Titles     []string  // the same, as an arena's name
	// What stands next to the title of a mistake and of an engine, Short in its place
	// where it is narrow.
	What, Short [2]string

	// Line says an engine's version, its delay in ms, and what that is counted from, one of Zeros,
	// in this order; Shipped its name and the rate it ships with.
	Line, Shipped string
	Zeros         []string // of the engines alone

	Sentences []string // what is done, and of a mistake why it is wrong; "" for none
	Watches   []string // what to look for, and of an engine what its delay is counted from; "" for none
}

// FaultsText is what can be made to go wrong.
type FaultsText struct {
	Heading                            string
	More                               string // the button for all of them
	MoreTip                            string
	Page                               string // the heading of all of them
	Close                              string
	Names, Whats, Watches              [13]string // by config.FaultKind: each; what happens then; what to look for
	Watch                              string     // before what to look for
	For                                string     // %s: whom it happens to
	Key                                string     // %s
	Several, SeveralWhat, SeveralWatch string     // three losses in a row
	DriftWhat, DriftWatch              string     // the client's clock
}

// PacketsText is the packet timeline. What stands for a %s or %d is said next to it.
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
	Causes                                        [6]string // by netsim.Fate
	Corrupted, Spared                             string
	Lose, Spare, LoseTip, SpareTip                string // buttons of the card
	NowLost, NowSpared                            string // which packet
}

// BufferText is the panel of the buffer.
type BufferText struct {
	Heading                                         string
	AheadOf, AheadOfOne, AheadTip, SlotsTip         string // snapshots, slots
	Underruns, UnderrunsTip                         string
	InUnderrun, UnderrunTip                         string
	AheadRun, UnderrunRun                           string // the lagometer's corners
	Lagometer, LagometerTip                         string
	EachPacket, EachPacketTip                       string
	Formula, FormulaTip                             string
	Need, Have, Short, Spare, HaveTip               string // ms
	NotEvenOne, SurvivesNone, SurvivesOne, Survives string // packets
	Enough, EnoughShares                            string // ms; ms, ms
	EnoughTip                                       string
	Clock, ClockTip                                 string
	Offset, True, Slew, Steps, Off, ClockOff        string // ms, ms, ms, count, ms, ms
	Rate, RateTip                                   string // kbit/s sent, arrived, encoding; -
	Bytes, BytesTip, BytesEstimate                  string // kB; kB, kB
}

// CurveText is the what-if curve.
type CurveText struct {
	Heading, HeadingShort       string
	ForTip                      string
	All                         string // all types
	Shows, Units                [7]string
	ShowsTip                    string
	Run, RunRecent              string // seconds measured; -
	RunTip, RunRecentTip        string
	Study, StudyShort           string // runs, seconds of each; the same
	StudyOne, StudyOneShort     string // the same, where the runs have fewer entities
	StudyTip, StudyFewer        string // -; entities run, entities there are
	Studying                    string
	NoStudy, NoStudyTip         string
	Errors, ErrorTips           [3]string // of what moves, of what only turns, of a state
	Never                       string
	Losses                      string // k
	Yours                       string // ms
	Enough                      string // ms
	NeededTip                   string // the share of frames, per cent, ms
	At, RunColumn, StudyColumn  string // the readout: ms; -; -
	AtHint                      string
	BudgetUnderruns             string // a minute
	BudgetCorrection            string // m
	BudgetCorrectionDeg         string // °
	BudgetGap                   string // ms
	BudgetTip                   string
	Keeps, KeepsShort, KeepsFar string // ms, error; ms, error; ms
	KeepsTip                    string
	CorrectionTip, GapTip       string
	Why                         string // s, run, what
	WhyLost, WhyLostMany        string // packet; first, last packet
	WhyLostList                 string // packets
	WhyLate, WhyAnd, WhyNotDue  string // packet, ms; -; -
	NoneKeeps                   string // ms: more than can be told of
	Use, InUse                  string
	MostlyInUnderrun            string
	Empty                       string
	Unit                        string
}

// VerdictText is the line that says whether the delay in use will do.
type VerdictText struct {
	Tip            string
	At             string // kind, ms
	Most           string // ms
	Underruns      string // a minute
	Share          string // per cent
	Corrections    string // m
	CorrectionsDeg string // °
	Running        string
	Counting       string // runs made, runs
	Searching      string
	Dot            string
	Recommended    string // ms
	Interval       string // ms, ms
	None           string // ms
	Contradicts    string // ms, ms too much
	Use, UseTip    string // ms; -
	Why            string
	Formula        string // k, interval, jitter, ms, times a minute, packets
	Needed         string // ms
}

// TuningText is the page on which the playback of every kind is tuned.
type TuningText struct {
	Heading, CloseTip      string
	OpenTip                string // of the button that opens it
	Tabs, TabTips          [4]string
	Working                string
	Measured, MeasuredOnce string // runs, seconds of each; seconds of the only one
	MeasuredTip            string
	Budget                 [4][2]string // underruns, corrections, silence, corrections of what only turns: label, tip
	LockTip, LockedTip     string
	LockMark               string       // next to a locked kind's delay
	IsLocked               string       // kind
	Settings               [6][3]string // a column: word, unit, tip
	Costs                  [6][3]string
	Recommended            [3]string

	// The words of the columns where those above don't fit.
	Rate, Kbits               [3]string // columns like those of Settings
	RateShort, KbitsShort     string
	RateTip                   string
	SettingsShort, CostsShort [6]string
	RecommendedShort          string

	Blends                [2]string // in few letters
	NoDelay               string    // in the place of a delay
	MoreTip               string
	ResetKind, CopyToAll  string
	CopyTo                string // kind
	ApplyAll, ApplyAllTip string
	ResetAll, ResetAllTip string

	SoFar, SoFarTooMuch string // ms: what this run alone asks for; more than that

	// Why a delay is recommended, and no smaller one.
	WhyNone       string // ms
	WhyZero       string
	WhyGap        string // packets, ms between snapshots, ms of jitter, ms of silence
	WhyCorrection string // ms, m
	WhyUnderruns  string // ms, a minute, at most
	WhyShare      string // ms, per cent, at most
	WhyAt         string // s, seed

	Versus VersusText
	Losses LossesText
	Export ExportText
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

// ExportText is the tab of what is taken home.
type ExportText struct {
	Forms         [3]string // json, csv, markdown; engines have names
	Which         [2]string
	WhichTips     [2]string
	FormTip       string
	Save, SaveTip string
	Copy, CopyTip string
	TextTip       string
	Working       string
	Cannot        [13]string // by form
}
