package mistakes

import "snaplab/interp"

// GenerationsIgnored knows an entity by its number alone. A number is a slot that the
// server uses again, and who does not count its uses has nothing that a destroy could
// be the end of: what was destroyed goes on, then stands where it was last heard of,
// and the next user of the slot is taken for a movement of it.
//
// Look for a ghost at the place where something was destroyed, and for the ghost's
// slide across the field to where the next one is spawned.
type GenerationsIgnored struct {
	interp.Interpolated
	epochs
	uses   map[interp.EntityID]use
	merged []interp.Update
}

// use is who has a slot, and who had it before: Drawn says of whom a pose is, however
// wrongly it was found.
type use struct {
	since           interp.ServerTime // the first sample of present
	present, former uint16
}

// Receive implements interp.Lens. It is here that the mistake is made.
func (l *GenerationsIgnored) Receive(h interp.Header, updates []interp.Update) interp.Verdict {
	fresh, ok := l.enter(h)
	if !ok {
		return l.Interpolated.Receive(h, updates)
	}
	if fresh {
		l.uses = make(map[interp.EntityID]use)
	}
	l.merged = l.merged[:0]
	for _, u := range updates {
		if u.Sample.Destroyed {
			continue
		}
		l.note(u.ID, &u.Sample)
		u.Sample.Generation = 0
		l.merged = append(l.merged, u)
	}
	return l.Interpolated.Receive(h, l.merged)
}

// note remembers the generation of a sample.
func (l *GenerationsIgnored) note(id interp.EntityID, s *interp.Sample) {
	u, known := l.uses[id]
	switch {
	case id > interp.MaxEntityID:
		return
	case !known:
		u = use{s.Time, s.Generation, s.Generation}
	case int16(s.Generation-u.present) > 0:
		u = use{s.Time, s.Generation, u.present}
	case s.Generation == u.present && s.Time < u.since:
		u.since = s.Time
	default:
		return
	}
	l.uses[id] = u
}

// AppendDrawn implements interp.Lens.
func (l *GenerationsIgnored) AppendDrawn(dst []interp.Drawn, now interp.LocalTime) []interp.Drawn {
	n := len(dst)
	dst = l.Interpolated.AppendDrawn(dst, now)
	for i := n; i < len(dst); i++ {
		d := &dst[i]
		u := l.uses[d.ID]
		d.Generation = u.present
		if d.Time < u.since {
			d.Generation = u.former
		}
	}
	return dst
}
