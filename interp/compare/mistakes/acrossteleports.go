package mistakes

import "snaplab/interp"

// AcrossTeleports blends any two samples of an entity, whatever happened between them.
// Something that went from 10 m to 1000 m in an instant is drawn at 505 m on the way,
// and extrapolates on at the speed of that journey if the data stops there.
//
// Look for streaks right across the field, through walls, and for a path error of half
// a teleport's width.
type AcrossTeleports struct {
	interp.Interpolated
	policies [interp.MaxKinds]interp.Policy
	samples  []interp.Sample
}

// Configure implements interp.Lens.
func (l *AcrossTeleports) Configure(config *interp.Config) {
	l.policies = config.Policies
	l.Interpolated.Configure(config)
}

// AppendDrawn implements interp.Lens. It is here that the mistake is made.
func (l *AcrossTeleports) AppendDrawn(dst []interp.Drawn, now interp.LocalTime) []interp.Drawn {
	n := len(dst)
	dst = l.Interpolated.AppendDrawn(dst, now)
	for i := n; i < len(dst); i++ {
		d := &dst[i]
		l.samples = l.Samples(l.samples[:0], d.ID)
		b := bracket(l.samples, d.Time)
		var right, wrong interp.Pose
		state := interp.Evaluate(&right, &b, d.Time, &l.policies[d.Kind])
		if b.A == nil || state == interp.Gone {
			continue
		}
		for j := range l.samples {
			if l.samples[j].Generation == b.A.Generation {
				l.samples[j].Segment = b.A.Segment
			}
		}
		interp.Evaluate(&wrong, &b, d.Time, &l.policies[d.Kind])
		if wrong == right {
			continue
		}
		shift(&d.Pose, &right, &wrong)
		if b.B != nil {
			d.To, d.Alpha = b.B.Seq, b.Alpha(d.Time)
		}
	}
	return dst
}
