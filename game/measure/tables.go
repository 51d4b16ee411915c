package measure

import (
	"encoding/csv"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"snaplab/game"
	"snaplab/game/config"
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
	// Kind is the name of the entity's kind.
	Kind string
	// RenderTime is the server time that the lens drew at, 0 for Raw.
	RenderTime interp.ServerTime
	Drawn      *interp.Drawn
	// Truth is the entity's true state at the frame.
	Truth *world.State
	// Correction is the correction in this frame in metres, CorrectionDeg in degrees,
	// if Corrected.
	Correction    float32
	CorrectionDeg float64
	Corrected     bool
	// ErrorDeg is the angle from the true rotation in degrees, if Compared: the entity
	// drawn is alive.
	ErrorDeg float64
	Compared bool
}

// Frames writes a row for each display frame, lens and entity. Make it with NewFrames,
// and hand Add to the run's OnFrame.
type Frames struct {
	out  *csv.Writer
	span Span
	row  []string
}

// FramesHead is the first line.
const FramesHead = "time_ms,lens,entity,kind,render_time_ms,shown_time_ms,from_seq,to_seq,alpha,state," +
	"drawn_x_m,drawn_y_m,drawn_z_m,true_x_m,true_y_m,true_z_m,correction_m," +
	"error_deg,correction_deg,drawn_stance,true_stance\n"

// NewFrames writes the first line, and begins a table of the frames of a span.
func NewFrames(w io.Writer, span Span) *Frames {
	return &Frames{out: headed(w, FramesHead), span: span}
}

// headed returns a writer that has written the first line. Its error comes with the last.
func headed(w io.Writer, head string) *csv.Writer {
	out := csv.NewWriter(w)
	_ = out.Write(strings.Split(strings.TrimSuffix(head, "\n"), ","))
	return out
}

// Add writes a row. The render time is what a lens aims at, the time shown the server time that
// what it draws stands for: in an underrun that is held it is the newest sample's.
// The columns that a row has nothing for are empty: the raw lens
// has no render time, a dead entity no true position, and few frames a correction.
func (l *Frames) Add(r *FrameRow) {
	if l.out.Error() != nil || !l.span.has(r.At) {
		return
	}
	d := r.Drawn
	renderTime, correction, correctionDeg := "", "", ""
	if r.Lens != game.Raw {
		renderTime = milliseconds(time.Duration(r.RenderTime))
	}
	if r.Corrected {
		correction, correctionDeg = decimals(r.Correction), decimals(float32(r.CorrectionDeg))
	}
	row := append(l.row[:0], milliseconds(r.At), r.Name, whole(uint64(d.ID)), r.Kind, renderTime, milliseconds(time.Duration(d.Time)),
		whole(uint64(d.From)), whole(uint64(d.To)), decimals(d.Alpha), d.State.String())
	row = appendPosition(row, d.Pose.Position, true)
	row = appendPosition(row, r.Truth.Pose.Position, r.Truth.Alive)
	errorDeg, stance := "", ""
	if r.Compared {
		errorDeg, stance = decimals(float32(r.ErrorDeg)), whole(uint64(r.Truth.Stance))
	}
	l.row = append(row, correction, errorDeg, correctionDeg, whole(uint64(d.Stance)), stance)
	_ = l.out.Write(l.row)
}

// Flush writes what is left and returns the first error.
func (l *Frames) Flush() error {
	l.out.Flush()
	return l.out.Error()
}

// milliseconds writes a time in ms to the microsecond, decimals a number to four digits
// behind the point.
func milliseconds(t time.Duration) string {
	return strconv.FormatFloat(config.Milliseconds(t), 'f', 3, 64)
}
func decimals(v float32) string { return strconv.FormatFloat(float64(v), 'f', 4, 32) }
func whole(v uint64) string     { return strconv.FormatUint(v, 10) }

func appendPosition(row []string, p [3]float32, known bool) []string {
	if !known {
		return append(row, "", "", "")
	}
	return append(row, decimals(p[0]), decimals(p[1]), decimals(p[2]))
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
	sort.SliceStable(l.records, func(i, j int) bool {
		a, b := &l.records[i].Link, &l.records[j].Link
		return a.Seq < b.Seq || a.Seq == b.Seq && !a.Copy && b.Copy
	})
	out := headed(w, PacketsHead)
	for i := range l.records {
		if err := out.Write(packetRow(&l.records[i])); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
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

func packetRow(r *game.PacketRecord) []string {
	arrived, verdict := "", ""
	if r.Arrived {
		arrived, verdict = milliseconds(r.Link.ArrivesAt), r.Verdict.String()
	}
	return []string{whole(uint64(r.Seq)), strconv.Itoa(boolOrder(r.Link.Copy)), whole(uint64(r.Tick)), strconv.Itoa(r.Link.Size),
		milliseconds(r.Link.SentAt), arrived, fate(r), verdict}
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
