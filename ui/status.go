package ui

import (
	"encoding/json"
	"time"

	"snaplab/game/measure"
	"snaplab/ui/frametime"
	"snaplab/ui/raster"
)

// status is what the window tells tests and scripts about itself.
type status struct {
	Paused   bool               `json:"paused"`
	TimeS    float64            `json:"time_s"`
	Pictures int                `json:"pictures"` // drawn so far
	Frames   framesStatus       `json:"frames"`
	Study    studyStatus        `json:"study"`
	Theme    string             `json:"theme"`
	Message  string             `json:"message"`
	Lesson   *lessonStatus      `json:"lesson,omitempty"`
	Controls map[string]control `json:"controls"`
	measure.Report
}

// lessonStatus is the lesson that is on, and at which of its steps, counted from 1.
type lessonStatus struct {
	ID   string `json:"id"`
	Step int    `json:"step"`
}

// control is where a control is, in dp of the window at 100 %.
type control struct {
	X float32 `json:"x"`
	Y float32 `json:"y"`
	W float32 `json:"w"`
	H float32 `json:"h"`
}

// AppendStatus appends the application's state and metrics as one line of JSON.
func (a *App) AppendStatus(dst []byte) []byte {
	s := status{
		Paused:   !a.model.Playing,
		TimeS:    max(a.session.Now(), 0).Round(time.Microsecond).Seconds(),
		Pictures: a.drawn,
		Frames:   framesStatus{a.intervals.Total(), a.intervals.Status(), a.works.Status()},
		Study:    a.studyStatus(),
		Theme:    a.base.Name,
		Message:  a.message.text,
		Controls: map[string]control{},
		Report:   a.session.Report(),
	}
	if l, step := a.lessons.On(); l != nil {
		s.Lesson = &lessonStatus{l.ID, step + 1}
	}
	for _, id := range a.ctx.Focusables() {
		if r, ok := a.ctx.RectOf(id); ok {
			s.Controls[id] = placeOf(r, a.zoom())
		}
	}
	line, err := json.Marshal(s)
	if err != nil {
		return dst // every field has a form in JSON
	}
	return append(dst, line...)
}

// placeOf returns a place on the screen, where everything is zoom times as large.
func placeOf(r raster.Rect, zoom float32) control {
	return control{r.X * zoom, r.Y * zoom, r.W * zoom, r.H * zoom}
}

// FrameTook notes that a frame was shown interval after the one before, and that making
// it took work of that. The shell tells it of every frame of a running window, for the
// status.
func (a *App) FrameTook(interval, work time.Duration) {
	a.intervals.Add(interval)
	a.works.Add(work)
}

// framesStatus is the frames shown so far.
type framesStatus struct {
	Count     int              `json:"count"`
	Intervals frametime.Status `json:"interval_ms"` // from frame to frame
	Works     frametime.Status `json:"work_ms"`     // to make each
}
