package game

// DistanceTally sums up the corrections and the errors of the interpolated lens over several
// runs, as if they had been one. It counts whole numbers only, so that runs may be added in
// any order. The zero value is empty.
type DistanceTally struct{ corrections, errors [NumKinds]distribution }

// Add adds all of a run so far.
func (t *DistanceTally) Add(s *Session) { t.add(&s.metrics.lenses[Interpolated]) }

// AddVariant adds all of the i-th playback of Session.Vary so far.
func (t *DistanceTally) AddVariant(s *Session, i int) { t.add(&s.variants[i].metrics) }

func (t *DistanceTally) add(m *lensMetrics) {
	for k := range t.corrections {
		t.corrections[k].merge(&m.kinds[k].correction)
		t.errors[k].merge(&m.kinds[k].nowError)
	}
}

// Merge adds all that another tally has summed up.
func (t *DistanceTally) Merge(other *DistanceTally) {
	for k := range t.corrections {
		t.corrections[k].merge(&other.corrections[k])
		t.errors[k].merge(&other.errors[k])
	}
}

// Corrections returns how many corrections of a kind there were, of all kinds if it is none,
// and what the share q of them do not exceed, in metres; 0 where there were none.
func (t *DistanceTally) Corrections(kind int, q float64) (count uint64, most float64) {
	return quantileOf(&t.corrections, kind, q)
}

// Errors returns of how many frames there is an error against the present, and what the share
// q of them do not exceed, in metres.
func (t *DistanceTally) Errors(kind int, q float64) (count uint64, most float64) {
	return quantileOf(&t.errors, kind, q)
}

func quantileOf(kinds *[NumKinds]distribution, kind int, q float64) (count uint64, most float64) {
	if kind >= 0 && kind < int(NumKinds) {
		return kinds[kind].count(), metres(&kinds[kind], q)
	}
	var all distribution
	for k := range kinds {
		all.merge(&kinds[k])
	}
	return all.count(), metres(&all, q)
}
