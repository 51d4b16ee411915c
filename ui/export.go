package ui

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
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

// saveSettings writes the run, with all that was set since it began, to a file that
// plays it again.
func (a *App) saveSettings() {
	recording := a.session.Recording()
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
