package recorder

import (
	"bytes"
	"time"

	"snaplab/game/measure"
	"snaplab/ui/film"
	"snaplab/ui/view"
)

// Work is a recording that is made piece by piece while the run goes on. The zero value
// has nothing to do.
type Work struct {
	job   job
	files []File
}

// File is a file that is recorded.
type File struct {
	Name string
	Data *bytes.Buffer
}

// job is work in bounded pieces.
type job interface {
	Step() (more bool, err error)
	Progress() (done, of int)
}

// Film begins a film of what a stage shows, by an action whose form is that of a film. The
// file's name is without its end. An error, that of film.New, leaves the work as it was.
func (w *Work) Film(stage film.Stage, x view.Record, name string) error {
	plan := film.Plan{From: x.From, To: x.To, Rate: x.Rate, Speed: x.Speed, View: x.View}
	file := File{name + ".gif", new(bytes.Buffer)}
	var sink film.Sink = &film.Animation{Out: file.Data, Delay: 100 / max(plan.Rate, 1)}
	if x.Form == view.RecordPictures {
		file.Name = name + ".zip"
		sink = film.NewArchive(file.Data)
	}
	made, err := film.New(stage, plan, sink)
	if err != nil {
		return err
	}
	w.job, w.files = made, []File{file}
	return nil
}

// Tables begins two tables: of every frame and of every packet of a part of a run that has
// not begun, which belongs to the work from then on.
func (w *Work) Tables(run *measure.Run, from, to time.Duration, name string) {
	span := measure.Span{From: from, To: to}
	w.files = []File{{name + "-frames.csv", new(bytes.Buffer)}, {name + "-packets.csv", new(bytes.Buffer)}}
	t := &tables{run: run, span: span, frames: measure.NewFrames(w.files[0].Data, span), out: w.files[1].Data}
	t.packets.Span = span
	run.OnFrame(t.frames.Add)
	run.OnPacket(t.packets.Add)
	w.job = t
}

// Step does the next piece, and returns the files after the last, or what they could not be
// made for: then they are incomplete.
func (w *Work) Step() (done []File, err error) {
	if w.job == nil {
		return nil, nil
	}
	more, err := w.job.Step()
	if more && err == nil {
		return nil, nil
	}
	done = w.files
	w.Cancel()
	return done, err
}

// Cancel stops the work and drops what has been made.
func (w *Work) Cancel() { *w = Work{} }

// Progress returns how far the work is.
func (w *Work) Progress() view.Recording {
	if w.job == nil {
		return view.Recording{}
	}
	done, of := w.job.Progress()
	return view.Recording{On: true, Done: done, Of: of}
}

// tables writes every frame and packet of a part of a run.
type tables struct {
	run     *measure.Run
	span    measure.Span
	frames  *measure.Frames
	packets measure.Packets
	out     *bytes.Buffer // of the packets
}

// Step plays a piece of the run. The last one finishes the tables.
func (t *tables) Step() (more bool, err error) {
	t.run.AdvanceTo(min(max(t.run.Now(), 0)+view.PlayedAtOnce(t.run), t.span.To))
	if t.run.Now() < t.span.To {
		return true, nil
	}
	if err := t.frames.Flush(); err != nil {
		return false, err
	}
	return false, t.packets.Write(t.out, t.run)
}

// Progress returns milliseconds of the run.
func (t *tables) Progress() (done, of int) {
	return int(max(t.run.Now(), 0).Milliseconds()), int(t.span.To.Milliseconds())
}
