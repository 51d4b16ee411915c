package interp

// episode is what is kept of an entity for an underrun and the smoothing after it.
type episode struct {
	// In an underrun the entity is drawn from the samples that were the newest when
	// it began. They are kept to measure, at the frame in which data resumes, where
	// it would have been drawn without.
	inUnderrun     bool
	before, newest Sample
	paired         bool // before is valid

	// While a correction is smoothed, what is left of it is added to the pose, as
	// long as that is of the motion that was corrected, which goes on from sample.
	smoothing bool
	offset    Pose // in position, and the turn, at since
	since     LocalTime
	sample    Sample
}

// keep keeps what an entity is drawn from.
func (e *episode) keep(b *Bracket) {
	e.newest = *b.A
	if e.paired = b.Before != nil; e.paired {
		e.before = *b.Before
	}
}

// bracket returns what was kept.
func (e *episode) bracket() (b Bracket) {
	if b.A = &e.newest; e.paired {
		b.Before = &e.before
	}
	return b
}

// settle brings an actor to a display frame: it notes the beginning of an underrun, and
// at its end measures the correction. It returns the actor's state.
func (a *actor) settle(c *connection, at ServerTime) State {
	policy := &c.config.Policies[a.kind]
	b := a.track.Bracket(at)
	state := b.state(at, policy)
	if e := a.episode; e != nil {
		if e.inUnderrun && !(state.InUnderrun() && b.A.Time == e.newest.Time) {
			a.correct(c, at, &b, policy)
		}
		e.smoothing = e.smoothing && c.frameAt.Sub(e.since) < policy.Smoothing
	}
	switch {
	case state.InUnderrun():
		if c.unsent(a.kind, b.A.Time) {
			c.remove(a)
			return Gone
		}
		e := c.claim(a)
		e.inUnderrun = true
		e.keep(&b)
	case a.episode != nil:
		a.inUnderrun = false
		if !a.smoothing {
			c.release(a)
		}
	}
	a.until = never
	if n := a.track.Newest(); a.episode == nil && state == Blending && !n.Destroyed && n.Generation == b.A.Generation {
		a.until = n.Time
	}
	a.track.Prune(c.passed[a.kind])
	return state
}

// correct measures how far the pose drawn without the new data lies from the one
// with it, and adds it to the drawn pose if it is to be smoothed. A discontinuity is no
// correction: the jump is the truth.
func (a *actor) correct(c *connection, at ServerTime, with *Bracket, policy *Policy) {
	e := a.episode
	if with.A == nil || !SameSegment(&e.newest, with.A) {
		e.smoothing = false
		return
	}
	without := e.bracket()
	var pose, drawn Pose
	Evaluate(&pose, with, at, policy)
	Evaluate(&drawn, &without, at, policy)
	e.smooth(&drawn, &e.newest, c.frameAt, policy) // what was left of another was drawn too
	jump := drawn.Position.Sub(pose.Position)
	c.stats.Corrections = append(c.stats.Corrections, CorrectionOf(a.id, a.kind, &drawn, &pose))
	e.smoothing = policy.Smoothing > 0
	e.offset = Pose{jump, drawn.Rotation.Mul(pose.Rotation.Conjugate())}
	e.since, e.sample = c.frameAt, *with.A
}

// smooth adds to a pose, drawn from a sample on, what is left of a correction.
func (e *episode) smooth(pose *Pose, sample *Sample, now LocalTime, policy *Policy) {
	if !e.smoothing || !SameSegment(&e.sample, sample) {
		return
	}
	left := 1 - float32(now.Sub(e.since).Seconds()/policy.Smoothing.Seconds())
	if !(left > 0) {
		return
	}
	pose.Position = pose.Position.Add(e.offset.Position.Mul(left))
	pose.Rotation = Slerp(Quat{W: 1}, e.offset.Rotation, min(left, 1)).Mul(pose.Rotation).Normalize()
}

// claim returns the actor's episode, which it gives it if it has none.
func (c *connection) claim(a *actor) *episode {
	if a.episode == nil {
		if n := len(c.spare); n > 0 {
			a.episode, c.spare = c.spare[n-1], c.spare[:n-1]
		} else {
			a.episode = new(episode)
			c.episodes++
		}
		a.smoothing = false
	}
	return a.episode
}

// release takes an actor's episode from it.
func (c *connection) release(a *actor) {
	if a.episode != nil {
		c.spare = append(c.spare, a.episode)
		a.episode = nil
	}
}
