package engines

import (
	"cmp"
	"math"
	"slices"
	"time"

	"snaplab/interp"
	"snaplab/interp/compare"
)

// Mirror's SnapshotInterpolationSettings, with I the send interval.
const (
	mirrorLimit      = 32                     // bufferLimit, snapshots
	mirrorCatchup    = float64(float32(0.02)) // catchupSpeed
	mirrorSlowdown   = float64(float32(0.04)) // slowdownSpeed
	mirrorDrift      = 1                      // driftEmaDuration, s
	mirrorDelivery   = 2                      // deliveryTimeEmaDuration, s
	mirrorCorrection = 2                      // onlySyncOnChangeCorrectionMultiplier, × I
)

// mirror has one timeline for all objects, a buffer time B behind each snapshot as it is read: of
// how far behind it takes a moving average (1 s; α = 2/(n+1) of n snapshots), and where that is more
// than I from B the timeline runs 2 % faster or 4 % slower, else exactly as time does. Each snapshot,
// overtaken ones too, clamps it to within B of where that one would have it. B is I + σ + I · tolerance,
// with σ the deviation of the times between two arrivals (2 s). Objects trail it by I · timelineOffset.
type mirror struct {
	compare.Base
	multiplier float64 // bufferTimeMultiplier, obeyed without dynamicAdjustment
	dynamic    bool    // dynamicAdjustment
	tolerance  float64 // dynamicAdjustmentTolerance
	offset     float64 // timelineOffset, 1 or 0
	rate       int     // sendRate, Hz
	send       float64 // sendInterval, s, a float32 in the engine: hardly one of them is exact

	zero            interp.ServerTime // the first stamp
	timeline, scale float64           // s since that, as the engine has it, since ties decide
	drift, delivery average           // s
	held            mirrorBuffer
}

// mirrorBuffer is the snapshots of time, or of an object, sorted by the time of filing in s.
type mirrorBuffer []mirrorSnapshot

type mirrorSnapshot struct {
	interp.Sample
	filed float64
	read  interp.LocalTime
}

func (b mirrorBuffer) Len() int                { return len(b) }
func (b mirrorBuffer) At(i int) *interp.Sample { return &b[i].Sample }

// insert refuses the newest when it is full, and reports whether a snapshot is a new one; a
// copy overwrites.
func (b *mirrorBuffer) insert(s mirrorSnapshot) bool {
	i, found := slices.BinarySearchFunc(*b, s.filed, func(s mirrorSnapshot, t float64) int { return cmp.Compare(s.filed, t) })
	full := len(*b) >= mirrorLimit
	if found && !full {
		(*b)[i] = s
	} else if !full {
		*b = slices.Insert(*b, i, s)
	}
	return !found && !full
}

// step keeps the one before an instant and all after it.
func (b *mirrorBuffer) step(at float64) {
	passed := 0
	for passed+1 < len(*b) && (*b)[passed+1].filed < at {
		passed++
	}
	*b = slices.Delete(*b, 0, passed)
}

func (m *mirror) Configure(c *interp.Config) {
	m.Base.Configure(c)
	m.rate = int(max(1, (time.Second+c.Interval/2)/c.Interval))
	m.send = float64(1 / float32(m.rate))
}

func (m *mirror) Reset(h interp.Header) {
	m.zero, m.scale, m.drift, m.delivery, m.held = h.Time, 1, average{}, average{}, m.held[:0]
}

func (m *mirror) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	for i := range f.Packets {
		m.insert(f.Packets[i].Stamp, f.Now)
	}
	m.timeline += float64(float64(float32(f.Elapsed.Seconds())) * m.scale)
	m.held.step(m.timeline)
	return m.zero.Add(seconds(m.timeline - float64(m.offset*m.send))), true
}

// insert takes a snapshot that is read at a local time.
func (m *mirror) insert(stamp interp.ServerTime, now interp.LocalTime) {
	buffer := m.multiplier * m.send
	if m.dynamic {
		buffer = m.send * ((m.send+math.Sqrt(m.delivery.variance))/m.send + m.tolerance)
	}
	at := m.since(stamp)
	if len(m.held) == 0 {
		m.timeline = at - buffer
	}
	if !m.held.insert(mirrorSnapshot{filed: at, read: now}) {
		return
	}
	if n := len(m.held); n >= 2 {
		m.delivery.add(m.held[n-1].read.Sub(m.held[n-2].read).Seconds(), m.share(mirrorDelivery))
	}
	m.timeline = max(at-buffer-buffer, min(m.timeline, at-buffer+buffer))
	m.drift.add(at-m.timeline, m.share(mirrorDrift))
	m.scale = 1
	if behind := m.drift.value - buffer; behind > m.send {
		m.scale += mirrorCatchup
	} else if behind < -m.send {
		m.scale -= mirrorSlowdown
	}
}

// since returns the seconds from the first stamp to another.
func (m *mirror) since(t interp.ServerTime) float64 { return float64(t.Sub(m.zero)) / 1e9 }

// share is that of a new value in an average over the snapshots of some seconds.
func (m *mirror) share(seconds int) float64 { return float64(2 / float32(m.rate*seconds+1)) }

// File keeps an object's snapshots as NetworkTransformReliable does: after a gap of 2·I (filed)
// with one left, that one is dropped, and the object goes from what is drawn of it, as of one
// interval before the new one, to the new one.
func (m *mirror) File(e *compare.Entity, s *interp.Sample) {
	b, _ := e.Own.(*mirrorBuffer)
	if b == nil {
		b = new(mirrorBuffer)
		e.Own = b
	}
	at := m.since(s.Time)
	if len(*b) == 1 && interp.SameSegment(&(*b)[0].Sample, s) && at-(*b)[0].filed >= mirrorCorrection*m.send {
		from := &(*b)[0]
		from.filed, from.Time = at-m.send, s.Time.Add(-time.Duration(1+m.offset)*m.Interval)
		if e.Shown.State != interp.Empty {
			from.Pose = e.Shown.Pose
		}
	}
	b.insert(mirrorSnapshot{Sample: *s, filed: at + float64(m.offset*m.send)})
}

// Bracket draws the first snapshot before its time, as the engine does.
func (m *mirror) Bracket(e *compare.Entity, at interp.ServerTime) interp.Bracket {
	b := compare.Around(*e.Own.(*mirrorBuffer), at)
	if b.A == nil {
		b.A, b.B = b.B, nil
	}
	return b
}

func (m *mirror) Pose(_ *interp.Drawn, e *compare.Entity, since time.Duration) {
	if since >= 0 {
		e.Own.(*mirrorBuffer).step(m.timeline)
	}
}

func seconds(s float64) time.Duration { return time.Duration(math.Round(s * 1e9)) }

// average is an exponential moving average, with its variance.
type average struct {
	value, variance float64
	known           bool
}

// add takes a share of a value, of the first all. Conversions keep a compiler from fusing.
func (a *average) add(v, share float64) {
	off := v - a.value
	if !a.known {
		a.known, a.value = true, v
		return
	}
	a.value += float64(share * off)
	a.variance = float64((1 - share) * (a.variance + float64(share*float64(off*off))))
}
