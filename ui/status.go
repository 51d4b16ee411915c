package ui

import (
	"encoding/json"
	"math"
	"time"

	"snaplab/game/measure"
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
		Frames:   framesStatus{a.intervals.total, a.intervals.status(), a.works.status()},
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

// frameTimes counts how long frames took, in whole milliseconds up to longestCounted.
type frameTimes struct {
	counts [longestCounted + 1]int // by ms, rounded up; the last also holds what took longer
	total  int
	max    time.Duration
}

const (
	longestCounted = 250 // ms
	slowFrame      = 50  // ms; what takes longer is seen as a jerk
)

// FrameTook notes that a frame was shown interval after the one before, and that making
// it took work of that. The shell tells it of every frame of a running window, for the
// status.
func (a *App) FrameTook(interval, work time.Duration) {
	a.intervals.add(interval)
	a.works.add(work)
}

func (f *frameTimes) add(d time.Duration) {
	ms := (max(d, 0) + time.Millisecond - 1) / time.Millisecond
	f.counts[min(int(ms), longestCounted)]++
	f.total++
	f.max = max(f.max, d)
}

// frameTimesStatus is frameTimes for scripts: percentiles by nearest rank, in ms rounded
// up.
type frameTimesStatus struct {
	P50  int     `json:"p50"`
	P99  int     `json:"p99"`
	P999 int     `json:"p99_9"`
	Max  float64 `json:"max"`
	Slow int     `json:"over_50"` // frames
}

// framesStatus is the frames shown so far.
type framesStatus struct {
	Count     int              `json:"count"`
	Intervals frameTimesStatus `json:"interval_ms"` // from frame to frame
	Works     frameTimesStatus `json:"work_ms"`     // to make each
}

func (f *frameTimes) status() frameTimesStatus {
	s := frameTimesStatus{P50: f.percentile(0.5), P99: f.percentile(0.99), P999: f.percentile(0.999)}
	s.Max = math.Round(f.max.Seconds()*1e4) / 10
	for _, n := range f.counts[slowFrame+1:] {
		s.Slow += n
	}
	return s
}

// percentile returns the time that a share of the frames did not exceed, in ms rounded
// up; 0 if there were none.
func (f *frameTimes) percentile(share float64) int {
	rank, seen := int(math.Ceil(share*float64(f.total))), 0
	for ms, n := range f.counts {
		if seen += n; seen >= rank {
			return ms
		}
	}
	return longestCounted
}
