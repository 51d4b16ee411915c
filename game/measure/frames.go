// Package measure writes every display frame and every packet of a run as tables (CSV).
package measure

import (
	"bufio"
	"io"
	"strconv"
	"time"

	"snaplab/game"
	"snaplab/game/world"
)

// Frames writes a row for each display frame, lens and entity. Make it with NewFrames,
// and hand Add to the session's OnFrame.
type Frames struct {
	out  *bufio.Writer
	span Span
	line []byte
	err  error
}

// FramesHead is the first line.
const FramesHead = "time_ms,lens,entity,kind,render_time_ms,from_seq,to_seq,alpha,state," +
	"drawn_x_m,drawn_y_m,drawn_z_m,true_x_m,true_y_m,true_z_m,correction_m\n"

// NewFrames writes the first line, and begins a table of the frames of a span.
func NewFrames(w io.Writer, span Span) *Frames {
	l := &Frames{out: bufio.NewWriterSize(w, 1<<16), span: span}
	_, l.err = l.out.WriteString(FramesHead)
	return l
}

// Add writes a row. The columns that a row has nothing for are empty: the raw lens
// has no render time, a dead entity no true position, and few frames a correction.
func (l *Frames) Add(r *FrameRow) {
	if l.err != nil || !l.span.has(r.At) {
		return
	}
	d := r.Drawn
	b := appendMilliseconds(l.line[:0], r.At)
	b = append(append(append(b, ','), r.Name...), ',')
	b = append(strconv.AppendUint(b, uint64(d.ID), 10), ',')
	b = append(append(b, world.KindName(d.Kind)...), ',')
	if r.Lens != game.Raw {
		b = appendMilliseconds(b, time.Duration(r.RenderTime))
	}
	b = append(strconv.AppendUint(append(b, ','), uint64(d.From), 10), ',')
	b = append(strconv.AppendUint(b, uint64(d.To), 10), ',')
	b = append(strconv.AppendFloat(b, float64(d.Alpha), 'f', 4, 32), ',')
	b = append(b, d.State.String()...)
	b = appendPosition(b, d.Pose.Position)
	if r.Truth.Alive {
		b = appendPosition(b, r.Truth.Pose.Position)
	} else {
		b = append(b, ",,,"...)
	}
	b = append(b, ',')
	if r.Corrected {
		b = strconv.AppendFloat(b, float64(r.Correction), 'f', 4, 32)
	}
	l.line = append(b, '\n')
	_, l.err = l.out.Write(l.line)
}

// Flush writes what is left and returns the first error.
func (l *Frames) Flush() error {
	if l.err != nil {
		return l.err
	}
	return l.out.Flush()
}

// appendMilliseconds appends a time in ms to the microsecond.
func appendMilliseconds(dst []byte, t time.Duration) []byte {
	return strconv.AppendFloat(dst, float64(t)/1e6, 'f', 3, 64)
}

func appendPosition(dst []byte, p [3]float32) []byte {
	for _, v := range p {
		dst = strconv.AppendFloat(append(dst, ','), float64(v), 'f', 4, 32)
	}
	return dst
}
