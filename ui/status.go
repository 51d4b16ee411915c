package ui

import (
	"encoding/json"
	"time"

	"snaplab/game"
	"snaplab/ui/raster"
)

// status is what the window tells tests and scripts about itself.
type status struct {
	Paused   bool               `json:"paused"`
	TimeS    float64            `json:"time_s"`
	Pictures int                `json:"pictures"` // drawn so far
	Theme    string             `json:"theme"`
	Message  string             `json:"message"`
	Controls map[string]control `json:"controls"`
	game.Report
}

// control is where a control is, in dp.
type control struct {
	X float32 `json:"x"`
	Y float32 `json:"y"`
	W float32 `json:"w"`
	H float32 `json:"h"`
}

// AppendStatus appends the application's state and metrics as one line of JSON.
func (a *App) AppendStatus(dst []byte) []byte {
	s := status{
		Paused:   !a.playing,
		TimeS:    max(a.session.Now(), 0).Round(time.Microsecond).Seconds(),
		Pictures: a.drawn,
		Theme:    a.theme.Name,
		Message:  a.message.text,
		Controls: map[string]control{},
		Report:   a.session.Report(),
	}
	for _, id := range a.ctx.Focusables(nil) {
		if r, ok := a.ctx.RectOf(id); ok {
			s.Controls[id] = placeOf(r)
		}
	}
	line, err := json.Marshal(s)
	if err != nil {
		return dst // every field has a form in JSON
	}
	return append(dst, line...)
}

func placeOf(r raster.Rect) control { return control{r.X, r.Y, r.W, r.H} }
