package ui

import (
	"bytes"
	"fmt"
	"image/png"
)

// savePicture writes the picture as it is to a PNG file.
func (a *App) savePicture() {
	name := fmt.Sprintf("snaplab-%s-%.2fs.png", a.scenario.Name, max(a.session.Now(), 0).Seconds())
	img, _ := a.Render()
	var out bytes.Buffer
	err := png.Encode(&out, img)
	if err == nil {
		name, err = a.save(name, out.Bytes())
	}
	if err != nil {
		a.say(fmt.Sprintf(a.text.Message.NotSaved, name, err))
		return
	}
	a.say(fmt.Sprintf(a.text.Message.Saved, name))
}

func (a *App) save(name string, data []byte) (string, error) {
	if a.options.Host == nil {
		return name, fmt.Errorf("nothing can be saved here")
	}
	saved, err := a.options.Host.Save(name, data)
	if err != nil {
		return name, err
	}
	return saved, nil
}
