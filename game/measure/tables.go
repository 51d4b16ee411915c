package measure

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strconv"
	"time"

	"snaplab/game"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// Span is a part of a run in simulation time, From and To included. The zero value is
// all of it.
type Span struct{ From, To time.Duration }

func (s Span) has(t time.Duration) bool { return s == (Span{}) || t >= s.From && t <= s.To }

// FrameRow is one entity as one lens drew it in one display frame.
type FrameRow struct {
	// At is the simulation time of the frame.
	At   time.Duration
	Lens game.Lens
	// Name is the lens's name, that of the mistake or engine for Fourth.
	Name string
	// RenderTime is the server time that the lens drew at, 0 for Raw.
	RenderTime interp.ServerTime
	Drawn      *interp.Drawn
	// Truth is the entity's true state at the frame.
	Truth *world.State
	// Correction is the correction in this frame in metres, if Corrected.
	Correction float32
	Corrected  bool
}

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

// Packets collects the packets of a run, to be written by sequence. Hand Add to the
// session's OnPacket. The zero value takes all.
type Packets struct {
	// Span is when the packets were sent that are wanted.
	Span Span

	records []game.PacketRecord
}

// PacketsHead is the first line.
const PacketsHead = "seq,copy,tick,size_bytes,sent_ms,arrived_ms,fate,verdict\n"

// Add takes a packet. It keeps a copy.
func (l *Packets) Add(r *game.PacketRecord) {
	if l.Span.has(r.Link.SentAt) {
		l.records = append(l.records, *r)
	}
}

// Write writes the packets of a session, with those that are still under way. A copy
// comes after its original, an arrival that never was is empty.
func (l *Packets) Write(w io.Writer, s *Run) error {
	for _, r := range underWay(s) {
		l.Add(&r)
	}
	slices.SortStableFunc(l.records, func(a, b game.PacketRecord) int {
		return cmp.Or(cmp.Compare(a.Link.Seq, b.Link.Seq), boolOrder(a.Link.Copy)-boolOrder(b.Link.Copy))
	})
	out := bufio.NewWriter(w)
	out.WriteString(PacketsHead)
	var line []byte
	for i := range l.records {
		line = appendPacket(line[:0], &l.records[i])
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

func boolOrder(b bool) int {
	if b {
		return 1
	}
	return 0
}

// underWay returns the packets that have been sent and not arrived, nor ever will be
// reported lost.
func underWay(s *Run) []game.PacketRecord {
	packets := s.AppendPackets(nil, s.Now()-netsim.MaxTransit, s.Now())
	return slices.DeleteFunc(packets, func(r game.PacketRecord) bool {
		return r.Arrived || r.Link.Fate != netsim.Delivered
	})
}

func appendPacket(b []byte, r *game.PacketRecord) []byte {
	b = append(strconv.AppendUint(b, uint64(r.Seq), 10), ',')
	b = append(strconv.AppendInt(b, int64(boolOrder(r.Link.Copy)), 10), ',')
	b = append(strconv.AppendUint(b, uint64(r.Tick), 10), ',')
	b = append(strconv.AppendInt(b, int64(r.Link.Size), 10), ',')
	b = append(appendMilliseconds(b, r.Link.SentAt), ',')
	if r.Arrived {
		b = appendMilliseconds(b, r.Link.ArrivesAt)
	}
	b = append(append(b, ','), fate(r)...)
	b = append(b, ',')
	if r.Arrived {
		b = append(b, r.Verdict.String()...)
	}
	return append(b, '\n')
}

func fate(r *game.PacketRecord) string {
	switch {
	case r.Link.Copy:
		return "duplicate"
	case r.Link.Fate == netsim.Delivered && !r.Arrived:
		return "under way"
	}
	return r.Link.Fate.String()
}
