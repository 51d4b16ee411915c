package ui

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"strings"
	"unicode/utf8"

	"snaplab/game/config"
	"snaplab/netsim/trace"
	"snaplab/ui/recorder"
)

// Opener is a Host that can ask the user for a file to load.
type Opener interface {
	// Open lets the user choose a file, and hands it to taken later on, between two
	// frames. Nothing happens if none is chosen.
	Open(taken func(name string, data []byte))
}

// savePicture writes the picture as it is to a PNG file.
func (a *App) savePicture() {
	img, _ := a.Render()
	var out bytes.Buffer
	err := png.Encode(&out, img)
	a.save(a.model.FileName(fmt.Sprintf("%.2fs.png", a.model.Now.Seconds())), out.Bytes(), err)
}

// recorded returns the run with all that was set since it began, and the budgets.
func (a *App) recorded() config.Scenario {
	s := a.session.Recording()
	s.Budgets = a.model.Budgets
	return s
}

// saveSettings writes the run, with all that was set since it began, to a file that
// plays it again.
func (a *App) saveSettings() {
	recording := a.recorded()
	recording.Version = a.options.Version
	data, err := json.MarshalIndent(recording, "", "  ")
	a.save(a.model.FileName(fmt.Sprintf("seed%d.json", a.scenario.Seed)), append(data, '\n'), err)
}

// save hands a file to the host, unless making it failed with err, and says what has
// become of it.
func (a *App) save(name string, data []byte, err error) {
	if err == nil && a.options.Host == nil {
		err = errors.New(a.model.Text.Look.Nowhere)
	}
	saved := name
	if err == nil {
		saved, err = a.options.Host.Save(name, data)
	}
	if err != nil {
		a.say(fmt.Sprintf(a.model.Text.Message.NotSaved, name, err))
		return
	}
	a.say(fmt.Sprintf(a.model.Text.Message.Saved, saved))
}

// open asks for a file to load, or says how else to load one.
func (a *App) open() {
	if host, ok := a.options.Host.(Opener); ok {
		host.Open(a.Drop)
		return
	}
	a.say(a.model.Text.Look.DropHere)
}

// Drop takes a file that was dropped on the window: a scenario, the settings that a
// run was saved with, a measured trace for the link to follow, or a recording for the
// entities to move by.
func (a *App) Drop(name string, data []byte) {
	said, err := a.load(name, data)
	if err != nil {
		a.say(fmt.Sprintf(a.model.Text.Message.NotLoaded, name, err))
		return
	}
	a.say(said)
}

// load runs what a file has, and returns what is to be said of it.
func (a *App) load(name string, data []byte) (string, error) {
	if isLesson(data) {
		return fmt.Sprintf(a.model.Text.Message.Loaded, name), a.dropLesson(data)
	}
	s, err := config.ParseScenario(data)
	if err == nil {
		if err := a.adoptTrace(&s); err != nil {
			return "", err
		}
		return fmt.Sprintf(a.model.Text.Message.Loaded, name), a.Run(s)
	}
	if config.IsRunText(data) {
		return fmt.Sprintf(a.model.Text.Message.Loaded, name), a.runFrom(string(data))
	}
	if strings.HasSuffix(name, ".json") && bytes.Contains(data, []byte(`"entities"`)) {
		return "", err // it was meant for a scenario
	}
	s = a.scenario
	s.Rebase(a.settings)
	if config.IsMotion(data) {
		sum, err := s.ReadMotion(name, bytes.NewReader(data))
		if err == nil {
			err = a.Run(s)
		}
		return fmt.Sprintf(a.model.Text.Message.Moves, name, sum.Entities, sum.Kinds, sum.Length.Seconds(), sum.Jumps), err
	}
	if err := s.ReadTrace(name, bytes.NewReader(data), trace.Options{}, false); err != nil {
		return "", err
	}
	if err := a.Run(s); err != nil {
		return "", err
	}
	sum := s.Measured.Trace.Summarise(name)
	sent, lost := 0, 0
	if sum.Packets.Sent != nil {
		sent = *sum.Packets.Sent
	}
	if sum.Packets.Lost != nil {
		lost = *sum.Packets.Lost
	}
	return fmt.Sprintf(a.model.Text.Message.Follows, name, sum.Format, sent, lost), nil
}

// adoptTrace gives a run the trace that it names, if the present one follows that.
func (a *App) adoptTrace(s *config.Scenario) error {
	err := s.Adopt(&a.scenario.Measured)
	if errors.Is(err, config.ErrNoTrace) {
		return fmt.Errorf(a.model.Text.Look.DropTraceFirst, s.Measured.File)
	}
	return err
}

// Clipboard is a Host that reaches the system's clipboard.
type Clipboard interface {
	// Copy puts a text on the clipboard and hands the outcome to done, at once or later
	// on between two frames.
	Copy(text string, done func(error))
	// Paste hands the clipboard's text to taken, at once or later on between two
	// frames.
	Paste(taken func(text string, err error))
}

// openShare shows the page with the run, and all that was done in it, as a text.
func (a *App) openShare() {
	recording := a.recorded()
	text, err := config.RunText(a.options.Scenarios, &recording)
	a.share.Open(&a.ctx, text, err)
}

// copyRun puts the run on the clipboard as a text, or shows it where that can't be.
func (a *App) copyRun() {
	recording := a.recorded()
	text, err := config.RunText(a.options.Scenarios, &recording)
	if err != nil {
		a.openShare()
		return
	}
	a.copy(text, func(err error) {
		if err != nil {
			a.share.Open(&a.ctx, text, err)
		}
	})
}

// copy puts a text on the clipboard and says so. done is told the outcome.
func (a *App) copy(text string, done func(error)) {
	host, ok := a.options.Host.(Clipboard)
	if !ok {
		done(errors.New(a.model.Text.Share.NoClipboard))
		return
	}
	host.Copy(text, func(err error) {
		if err == nil {
			a.say(fmt.Sprintf(a.model.Text.Share.Copied, utf8.RuneCountInString(text)))
		}
		done(err)
	})
}

// paste takes a text from the clipboard: into the page if it is open, else as the run.
func (a *App) paste() {
	host, ok := a.options.Host.(Clipboard)
	if !ok {
		a.pasted("", errors.New(a.model.Text.Share.NoClipboard))
		return
	}
	host.Paste(a.pasted)
}

func (a *App) pasted(text string, err error) {
	if !a.ctx.PopupOpen(recorder.SharePopup) {
		if err == nil {
			err = a.runFrom(text)
		}
		if err == nil {
			return
		}
		a.openShare()
	}
	a.share.Paste(text, err)
}

// runFrom runs what a text says.
func (a *App) runFrom(text string) error {
	s, err := config.ParseRun(a.options.Scenarios, text)
	if err == nil {
		err = a.adoptTrace(&s)
	}
	if err != nil {
		return err
	}
	if err := a.Run(s); err != nil {
		return err
	}
	a.say(fmt.Sprintf(a.model.Text.Share.Runs, s.Name))
	return nil
}
