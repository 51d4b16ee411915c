package interp

// Bracket returns an entity's samples around an instant, in room, which the caller
// owns. Their Seq is 0: a Crowd does not keep it.
func (c *Crowd) Bracket(room *[3]Sample, entity int, at ServerTime) Bracket {
	var b Bracket
	i := c.reached(at)
	for j := i; j < c.n && b.B == nil; j++ {
		b.B = c.snapshots[j].get(&room[2], entity, c.snapshots[j].time)
	}
	for j := i - 1; j >= 0 && b.Before == nil; j-- {
		s := &c.snapshots[j]
		if b.A == nil {
			b.A = s.get(&room[1], entity, s.time)
		} else {
			b.Before = s.get(&room[0], entity, s.time)
		}
	}
	last, before := c.aside.lastTimes[entity], c.aside.beforeTimes[entity]
	switch {
	case b.Before != nil || last > at:
	case b.A != nil:
		b.Before = c.aside.last.get(&room[0], entity, last)
	default:
		b.A = c.aside.last.get(&room[1], entity, last)
		b.Before = c.aside.before.get(&room[0], entity, before)
	}
	return b
}

// reached returns how many snapshots are at or before an instant.
func (c *Crowd) reached(at ServerTime) int {
	i := c.n
	for i > 0 && c.snapshots[i-1].time > at {
		i--
	}
	return i
}

// Evaluate writes every entity's pose at an instant into dst, and into states what it
// is worth; both are of length Len(). Where the state is Empty or Gone the pose is
// left as it is. The result is that of Evaluate with each entity's Bracket, rotations
// to within 1e-6 rad.
func (c *Crowd) Evaluate(dst []Pose, states []State, at ServerTime, p *Policy) {
	dst, states = dst[:c.Len()], states[:c.Len()]
	draw := crowdDraw{at: at, how: p.Blend}
	if i := c.reached(at); i > 0 && i < c.n {
		draw.a, draw.b = &c.snapshots[i-1], &c.snapshots[i]
		draw.shared.fit(alpha(draw.a.time, draw.b.time, at))
	}
	var room [3]Sample
	for i := 0; i < len(dst); {
		if n := draw.alike(i); n > 0 {
			draw.poses(dst[i:i+n], i)
			fill(states[i:i+n], Blending)
			i += n
			continue
		}
		b := c.Bracket(&room, i, at)
		states[i] = Evaluate(&dst[i], &b, at, p)
		i++
	}
}

// fill sets all states, of which there is at least one, by copying twice as many each
// time.
func fill(states []State, s State) {
	states[0] = s
	for n := 1; n < len(states); n *= 2 {
		copy(states[n:], states[:n])
	}
}

// crowdDraw draws the entities whose bracket is the two snapshots around an instant.
type crowdDraw struct {
	a, b   *snapshot // nil if the instant is not between two
	at     ServerTime
	how    Blend
	shared sharedBlend
}

// alike returns how many entities from one on have, one and all, a sample in both
// snapshots, of one segment.
func (d *crowdDraw) alike(from int) int {
	if d.a == nil {
		return 0
	}
	a := d.a.marks[from:]
	b := d.b.marks[from:][:len(a)]
	for i, m := range a {
		if m != b[i] || !m.alive() {
			return i
		}
	}
	return len(a)
}

// poses writes the poses of as many entities as dst is long, from one on.
func (d *crowdDraw) poses(dst []Pose, from int) {
	a, b := d.a.poses[from:][:len(dst)], d.b.poses[from:][:len(dst)]
	if d.at == d.a.time {
		copy(dst, a)
		return
	}
	d.shared.poses(dst, a, b)
	if d.how != Hermite {
		return
	}
	va, vb := d.a.velocities[from:][:len(dst)], d.b.velocities[from:][:len(dst)]
	dt := d.b.time.Sub(d.a.time)
	for i := range dst {
		dst[i].Position = hermite(a[i].Position, va[i], b[i].Position, vb[i], dt, d.shared.alpha)
	}
}
