package view

import (
	"time"

	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/interp"
	"snaplab/netsim"
)

// Actions is what the user wants, as the panels find it in a frame's input. Changes of
// settings, selection and focus show in the frame's Model at once; everything else is
// wanted in order, and done by the application after the frame.
type Actions struct {
	model  *Model
	wanted []Action
}

// Action is something that the application does after a frame: one of the types below.
type Action any

// Begin makes ready for a frame with a model.
func (a *Actions) Begin(m *Model) { a.model, a.wanted = m, nil }

// Do wants something done.
func (a *Actions) Do(x Action) { a.wanted = append(a.wanted, x) }

// Wanted returns what is to be done, in order. It is valid until the next Begin.
func (a *Actions) Wanted() []Action { return a.wanted }

// Take returns the next of what is to be done and forgets it, and whether there was one.
func (a *Actions) Take() (x Action, ok bool) {
	if len(a.wanted) == 0 {
		return nil, false
	}
	x, a.wanted = a.wanted[0], a.wanted[1:]
	return x, true
}

// Say shows a line over the lower edge of the window.
func (a *Actions) Say(text string) { a.Do(Say{text}) }

// Select selects an entity, 0 for none.
func (a *Actions) Select(id interp.EntityID) { a.model.Selected = id }

// FocusOn has the panels speak of a kind, or of AllKinds.
func (a *Actions) FocusOn(kind int) { a.model.Focus = kind }

// Lock has a kind left alone by what changes all kinds, or not any more.
func (a *Actions) Lock(k interp.Kind, on bool) { a.model.Locked[k] = on }

// SetAll changes a setting for all its qualifiers.
func (a *Actions) SetAll(k *Knob, v int64) { k.Setting.SetAll(a.model.Settings, v) }

// SetRate changes the packets' rate.
func (a *Actions) SetRate(v int64) { RateKnob.Setting.Set(a.model.Settings, 0, v) }

// SetKindRate changes how often each entity of a kind is sent, at most as often as packets.
func (a *Actions) SetKindRate(k interp.Kind, v int64) {
	s := a.model.Settings
	RateKnob.Setting.Set(s, RateKnob.Of(k), min(v, RateKnob.Get(s, 0)))
}

// Set changes a setting of playback for a kind, or for AllKinds that are not locked.
func (a *Actions) Set(k *Knob, kind int, v int64) {
	for q, locked := range a.model.Locked {
		if q == kind || kind < 0 && !locked {
			k.Setting.Set(a.model.Settings, q, v)
		}
	}
}

// SetDelay sets the delay of a kind, or of AllKinds that are not locked, by hand.
func (a *Actions) SetDelay(kind int, d time.Duration) {
	a.Set(DelayKnob, kind, int64(d))
	a.SetAdaptive(kind, false)
}

// SetAdaptive has the delay of a kind, or of AllKinds that are not locked, adapt or be set
// by hand.
func (a *Actions) SetAdaptive(kind int, on bool) {
	tuning := interp.ByHand
	if on {
		tuning = interp.Adaptive
	}
	a.Set(AdaptiveKnob, kind, int64(tuning))
}

// SetFocusDelay sets the delay of the kind in focus.
func (a *Actions) SetFocusDelay(d time.Duration) { a.SetDelay(a.model.Focus, d) }

// Settings returns the frame's settings to be changed as a whole.
func (a *Actions) Settings() *config.Settings { return a.model.Settings }

// The actions that the application knows.
type (
	// Say shows a line for a few seconds.
	Say struct{ Text string }
	// Play goes on or pauses.
	Play struct{ On bool }
	// SetSpeed chooses one of Speeds.
	SetSpeed struct{ Index int }
	// StepTo pauses and goes on to the next event of a sort, or back to the last one.
	StepTo struct {
		Event Event
		Back  bool
	}
	// SeekTo goes to a time of the run, SeekBy on or back from where it is.
	SeekTo struct{ At time.Duration }
	SeekBy struct{ By time.Duration }
	// Restart runs the scenario from its beginning with a seed.
	Restart struct{ Seed uint64 }
	// LoadScene runs a scenario by its name.
	LoadScene struct{ Name string }
	// Inject has a fault happen: to the kind in focus, where it is one for kinds. Watch
	// says what to look for.
	Inject struct {
		Fault config.Fault
		Watch string
	}
	// SetLists plays the run again from its start to this moment with other packets lost and
	// spared; Said tells what has become of it.
	SetLists struct {
		Lose, Spare netsim.PacketList
		Said        string
	}
	// ToggleTuning opens the tuning page or closes it.
	ToggleTuning struct{}
	// OpenLessons shows the list of lessons, StartLesson starts one, LeaveLesson ends the
	// one that is on, RestartLesson sets its run up anew.
	OpenLessons   struct{}
	StartLesson   struct{ Lesson *lesson.Lesson }
	LeaveLesson   struct{ Full bool } // Full: and goes to the full view
	RestartLesson struct{}
	// PutSettings puts settings in force.
	PutSettings struct{ Settings config.Settings }
	// ShowControls brings controls into view, by their identifiers.
	ShowControls struct{ IDs []string }
	// KeepProgress keeps the list of the lessons that are done.
	KeepProgress struct{ Data []byte }
	// Save hands a file to the host, or says why it could not be made.
	Save struct {
		Name string
		Data []byte
		Err  error
	}
	// SavePicture, SaveSettings and OpenFile are what their names say.
	SavePicture  struct{}
	SaveSettings struct{}
	OpenFile     struct{}
	// Copy puts a text on the clipboard; Done is told why it could not be, nil if it was.
	Copy struct {
		Text string
		Done func(error)
	}
	// Paste takes the clipboard's text as the run, or into the page that shares one.
	Paste struct{}
	// OpenShare shows the page where the run is a text, PlayText runs such a text; Done is
	// told what is wrong with it, nil for nothing.
	OpenShare struct{}
	PlayText  struct {
		Text string
		Done func(error)
	}
	// OpenRecorder shows the page on which a part of the run is recorded, Record begins
	// that, and CancelRecording ends it without a file.
	OpenRecorder struct{}
	Record       struct {
		Form     RecordForm
		From, To time.Duration
		View     string  // one of film.Views
		Rate     int     // pictures a second
		Speed    float64 // of the run in the film
	}
	CancelRecording struct{}
	// OpenHelp shows what the keys do, OpenLook how the window looks.
	OpenHelp struct{}
	OpenLook struct{}
	// Undo goes back to before the last change by hand, and Redo on to what was undone.
	Undo struct{}
	Redo struct{}
	// StartTour starts the tour, and DeclineTour takes its offer away.
	StartTour   struct{}
	DeclineTour struct{}
	// SetSimple goes to the simple view, or to the full one, which is remembered; ShowView
	// does so for a lesson.
	SetSimple struct{ On bool }
	ShowView  struct{ Full bool }
	// SetTheme, SetLanguage, SetScale, SetContrast, SetCalm and Present change how the
	// window looks: by name, code, per cent, and on or off.
	SetTheme    struct{ Name string }
	SetLanguage struct{ Code string }
	SetScale    struct{ Percent int }
	SetContrast struct{ On bool }
	SetCalm     struct{ On bool }
	Present     struct{ On bool }
)

// RecordForm is what a part of the run is recorded as, in the order of the texts'
// RecordText.Forms.
type RecordForm int

const (
	// RecordGIF is an animated GIF.
	RecordGIF RecordForm = iota
	// RecordPictures is an archive of numbered PNGs.
	RecordPictures
	// RecordTables is two tables, of frames and packets, in CSV.
	RecordTables
)

// Event is what a step goes to.
type Event uint8

const (
	// Frame is the next virtual display frame.
	Frame Event = iota
	// Tick is the server's next tick.
	Tick
	// Packet is the next arrival at the client.
	Packet
)
