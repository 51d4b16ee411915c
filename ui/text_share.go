package ui

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

var englishShare = ShareText{
	Button:      "Share …",
	ButtonTip:   "This run as a line of text, to send to somebody. Ctrl+C copies it, Ctrl+V plays one.",
	Heading:     "This run as a text",
	About:       "It says the scenario, the seed, and what was done at which time: whoever plays it sees the same run.",
	AboutPaste:  "Paste another one in its place and press Enter to play that. Links and --run take it too.",
	Placeholder: "A run, from a link or a message",
	Copy:        "Copy",
	CopyTip:     "Put the text on the clipboard. Ctrl+C.",
	Paste:       "Paste",
	PasteTip:    "Take a text from the clipboard. Ctrl+V.",
	Run:         "Play this run",
	RunTip:      "Start the run that the text says. Enter.",
	Copied:      "Copied: this run as a text of %d characters.",
	Runs:        "This is the run of the text: %s.",
	NoClipboard: "The clipboard can't be reached: type, or save the settings as a file.",
}
