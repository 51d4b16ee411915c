package engines

import (
	"time"

	"snaplab/interp"
)

// Mirror's snapshot interpolation (SnapshotInterpolationSettings), with I the send
// interval.
const (
	mirrorMultiplier    = 2  // bufferTimeMultiplier to start with, × I
	mirrorTolerance     = 1  // dynamicAdjustmentTolerance, × I
	mirrorLimit         = 32 // bufferLimit, snapshots
	mirrorCatchup       = 2  // catchupSpeed, per cent
	mirrorSlowdown      = 4  // slowdownSpeed, per cent
	mirrorDriftSeconds  = 1  // driftEmaDuration
	mirrorDeliverySecs  = 2  // deliveryTimeEmaDuration
	mirrorCatchupBeyond = 1  // catchupPositiveThreshold and catchupNegativeThreshold, × I
)

// mirror trails the snapshots by a buffer time B, counted from each as it is read: of
// how far the timeline is behind them it takes a moving average (over 1 s, α = 2/(n+1) of
// n snapshots). Where that is more than an interval from B the timeline runs 2 % faster or
// 4 % slower, and else exactly as time does. At each snapshot it is at most B from where
// that snapshot would have it.
//
// B is (I + σ)/I + 1 intervals, with σ the deviation of the times between two
// arrivals (over 2 s), of which a lost packet makes one twice as long. Since that moves B
// by less than an interval, it rarely moves anything on the screen.
//
// It does not extrapolate: what runs dry stands.
//
// Not modelled: a timeline that is set back. Here it stands until its time has come.
type mirror struct {
	interval time.Duration
	timeline interp.ServerTime
	buffer   time.Duration // B
	percent  int64         // how much faster time passes
	drift    average
	delivery average
	arrived  interp.LocalTime // of the newest snapshot
	stamps   [mirrorLimit]interp.ServerTime
	held     int // of stamps
}

func (m *mirror) plays() playing                   { return playing{} }
func (m *mirror) configure(interval time.Duration) { m.interval = interval }

func (m *mirror) start(p *packet) {
	*m = mirror{interval: m.interval, buffer: mirrorMultiplier * m.interval}
	m.timeline = p.stamp.Add(-m.buffer)
	m.insert(p)
}

func (m *mirror) receive(p *packet) {
	m.buffer = m.interval + m.delivery.deviation() + mirrorTolerance*m.interval
	if m.held == mirrorLimit {
		return // it refuses the newest
	}
	m.delivery.add(p.read.Sub(m.arrived), 2, m.over(mirrorDeliverySecs)+1)
	m.insert(p)
}

// over is how many snapshots there are in some seconds.
func (m *mirror) over(seconds time.Duration) int64 {
	return max(1, int64(seconds*time.Second/m.interval))
}

func (m *mirror) insert(p *packet) {
	m.stamps[m.held], m.arrived = p.stamp, p.read
	m.held++
	target := p.stamp.Add(-m.buffer)
	m.timeline = max(target.Add(-m.buffer), min(m.timeline, target.Add(m.buffer)))
	m.drift.add(p.stamp.Sub(m.timeline), 2, m.over(mirrorDriftSeconds)+1)
	switch behind := m.drift.value - m.buffer; {
	case behind > mirrorCatchupBeyond*m.interval:
		m.percent = mirrorCatchup
	case behind < -mirrorCatchupBeyond*m.interval:
		m.percent = -mirrorSlowdown
	default:
		m.percent = 0
	}
}

func (m *mirror) advance(f *frame) interp.ServerTime {
	for i := range f.packets {
		m.receive(&f.packets[i])
	}
	m.timeline = m.timeline.Add(f.elapsed + f.elapsed*time.Duration(m.percent)/100)
	// It keeps the one before the timeline and all after it.
	passed := 0
	for passed+1 < m.held && m.stamps[passed+1] <= m.timeline {
		passed++
	}
	m.held = copy(m.stamps[:], m.stamps[passed:m.held])
	return m.timeline
}
