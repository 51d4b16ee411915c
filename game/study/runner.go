package study

// Runner works out one question after the other, always the newest: while what is asked
// changes all the time, as while a slider is dragged, underruns, which take milliseconds, are
// those of the newest question, and what the real lens drew is of the last one that was left
// alone for long enough. The zero value has been asked nothing.
type Runner struct {
	study          *Study
	latest, lenses *Result
	err            error
}

// Ask has the Runner go on with another question. If it is fresh, nothing of what is known
// is kept, and neither is it where there is no answer.
func (r *Runner) Ask(q *Question, fresh bool) {
	study, err := New(q)
	if fresh || err != nil {
		*r = Runner{}
	}
	r.study, r.err = study, err
}

// Step works until until returns true or all is done, and reports which. It asks before
// every portion, as a Study does.
func (r *Runner) Step(until func() bool) (done bool) {
	if r.study == nil {
		return true
	}
	done = r.study.Step(func() bool {
		r.take()
		return until()
	})
	r.take()
	if done {
		if err := r.study.Err(); err != nil {
			*r = Runner{err: err}
		}
		r.study = nil
	}
	return done
}

// take takes the newest result.
func (r *Runner) take() {
	result := r.study.Result()
	if result == nil || result == r.latest {
		return
	}
	r.latest = result
	if result.Kinds[AllKinds].LensRuns > 0 {
		r.lenses = result
	}
}

// Known returns what is known: the newest result, and the newest that has runs of the lens;
// either may be of an older question, and is nil where there is none.
func (r *Runner) Known() (latest, lenses *Result) { return r.latest, r.lenses }

// Err returns why there is nothing to be worked out, nil if there is.
func (r *Runner) Err() error { return r.err }
