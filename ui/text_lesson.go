package ui

import (
	"snaplab/game"
	"snaplab/game/lesson"
)

// LessonText is the lessons' list and panel. What a lesson says is in its file.
type LessonText struct {
	Tip             string // of the button
	Heading, Drop   string
	Columns         [2]string // of the list
	StepOf          string    // %s: step, of how many
	NextTip         string
	BackTip         string
	AgainTip        string
	LeaveTip        string
	ChooseTip       string
	Solved          string
	MeasuredFor     string    // %d: seconds measured, of how many
	Bounds          [3]string // by lesson.Bound; %s: the value
	Measures, Units [lesson.NumMeasures]string
	NameOf          string // %s: measure or setting, of what
	Lenses          [game.MaxLenses]string
	Left            string // messages
	NotKept         string // %s: why
	NoScenarios     string
	MoreFaults      string // %s: the first fault; %d: how many more
}

var englishLesson = LessonText{
	Tip:         "Lessons: what to see, to predict and to try. Key L.",
	Heading:     "Lessons",
	Drop:        "A lesson of your own can be dropped on the window.",
	Columns:     [2]string{"HOW IT WORKS", "COMMON MISTAKES"},
	StepOf:      "step %s of %s",
	NextTip:     "On: the answer, the next step, or after the last one the next lesson. Page Down or →.",
	BackTip:     "Back a step. Page Up or ←.",
	AgainTip:    "Set the lesson's run up again, with its settings and seed.",
	LeaveTip:    "Leave the lesson. Settings and seed stay as they are. Esc.",
	ChooseTip:   "Choose by a click or by its number's key.",
	Solved:      "Done!",
	MeasuredFor: "%d of %d s",
	Bounds:      [3]string{"at most %s", "at least %s", "want %s"},
	Measures: [lesson.NumMeasures]string{
		"underruns", "dry", "shows the past", "off from now", "off its path", "turned wrongly",
		"roughness", "corrections", "clock is off", "needed delay", "sent",
	},
	Units: [lesson.NumMeasures]string{
		"%s", "%s %%", "%s ms", "%s m", "%s m", "%s°", "%s m/s", "%s / s", "%s ms", "%s ms", "%s kbit/s",
	},
	NameOf:      "%s, %s",
	Lenses:      [game.MaxLenses]string{"raw", "interpolated", "extrapolated", "mistake"},
	Left:        "The lesson is left. Its settings and its seed stay.",
	NotKept:     "The progress through the lessons can't be kept: %s.",
	NoScenarios: "there are no scenarios by name here",
	MoreFaults:  "%s (and %d more)",
}
