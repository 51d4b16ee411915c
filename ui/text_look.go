package ui

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

var englishLook = LookText{
	Tip:             "How the window looks, and its files: theme, language, size, contrast, motion; save and load.",
	Theme:           "Theme",
	ThemeTip:        "Dark, or light for projectors. Key T.",
	Themes:          [2]string{"dark", "light"},
	Language:        "Language",
	LanguageTip:     "The language of the window. Shift+L.",
	Scale:           "Size, %",
	ScaleTip:        "How large everything is. Ctrl+ and Ctrl− change it, Ctrl 0 is 100 %.",
	Scaled:          "Everything at %d %%.",
	TooLarge:        "The window is too small for %d %%: %d %% is the most that fits.",
	Contrast:        "High contrast",
	ContrastTip:     "Black and white grounds, and stronger lines and words.",
	Calm:            "Reduced motion",
	CalmTip:         "No trails, and numbers that change once a second.",
	SaveSettings:    "Save settings",
	SaveSettingsTip: "Save this run, with its seed and everything set since its start, as a file that plays it again. Ctrl+Shift+S.",
	SavePicture:     "Save picture",
	Open:            "Open …",
	OpenTip:         "Load settings or a measured trace. Ctrl+O.",
	Drop:            "Or drop settings or a measured trace on the window.",
	DropHere:        "Drop a settings file or a measured trace on the window to load it.",
	DropTraceFirst:  "it follows the trace %s: drop that on the window first",
	Nowhere:         "nothing can be saved here",
}
