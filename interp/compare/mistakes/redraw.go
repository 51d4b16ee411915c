package mistakes

import "snaplab/interp"

// bracket returns the samples around an instant among those of one entity, the oldest
// first.
func bracket(samples []interp.Sample, at interp.ServerTime) interp.Bracket {
	i := 0
	for i < len(samples) && samples[i].Time <= at {
		i++
	}
	var b interp.Bracket
	if i < len(samples) {
		b.B = &samples[i]
	}
	if i > 0 {
		b.A = &samples[i-1]
	}
	if i > 1 {
		b.Before = &samples[i-2]
	}
	return b
}

// shift moves what is drawn by what a mistake makes of the right pose. What else is in
// it, a correction that is being worked off, stays.
func shift(drawn *interp.Pose, right, wrong *interp.Pose) {
	drawn.Position = drawn.Position.Add(wrong.Position.Sub(right.Position))
	turn := wrong.Rotation.Mul(right.Rotation.Conjugate())
	drawn.Rotation = turn.Mul(drawn.Rotation).Normalize()
}
