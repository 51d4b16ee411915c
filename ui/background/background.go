// Package background works a study out beside the frames of a window.
package background

import (
	"sync"
	"sync/atomic"

	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
)

// Worker works a study out in a goroutine of its own: there is one as long as there
// is something to be done and it is not stopped. It does as much as it is allowed in each
// frame, so that a machine that is busy drawing is not kept from it, and takes up another
// question within a portion of its work. No frame ever waits for it.
type Worker struct {
	newer atomic.Bool   // what is asked has changed
	wake  chan struct{} // there is something to look at in what follows

	mu       sync.Mutex // held by both sides for a few assignments
	question *study.Question
	fresh    bool                           // nothing of what was before is to be kept
	costs    *[world.MaxKinds]interp.Policy // whose costs are to be worked out of it
	portions int
	running  bool
	stopped  bool
	known    Known

	runner study.Runner // of the goroutine alone
}

// Known is what has been worked out so far.
type Known struct {
	// Latest is the newest result, Lenses the newest with runs of the lens, and Costs the
	// newest with what the playback in use costs; nil while there is none.
	Latest, Lenses, Costs *study.Result
	// Done says that there is no more to come, and Err why there is nothing.
	Done bool
	Err  error
}

// KnownBy returns what a runner has worked out, which is done or not.
func KnownBy(r *study.Runner, done bool) Known {
	latest, lenses := r.Known()
	return Known{latest, lenses, r.Costs(), done, r.Err()}
}

// New returns a worker that has nothing to do. Stop ends it.
func New() *Worker { return &Worker{wake: make(chan struct{}, 1)} }

// Ask has it go on with another question. If that is a fresh one, nothing of what is known is
// kept.
func (w *Worker) Ask(q *study.Question, fresh bool) {
	w.mu.Lock()
	w.question, w.costs, w.fresh = q, nil, fresh || w.fresh
	if fresh {
		w.known = Known{}
	}
	w.begin()
	w.mu.Unlock()
}

// AskCosts has it work the costs of playback out for the present question too.
func (w *Worker) AskCosts(inUse *[world.MaxKinds]interp.Policy) {
	asked := *inUse
	w.mu.Lock()
	w.costs = &asked
	w.begin()
	w.mu.Unlock()
}

// begin has it look at what is asked, in a new goroutine where the last one has ended.
func (w *Worker) begin() {
	w.known.Done = false
	w.newer.Store(true)
	if !w.running && !w.stopped {
		w.running = true
		go w.work()
	}
}

// Allow lets it do some more portions. What it has not begun with is not added up.
func (w *Worker) Allow(portions int) {
	w.mu.Lock()
	w.portions = portions
	w.mu.Unlock()
	w.signal()
}

func (w *Worker) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Stop has it end for good, within a portion.
func (w *Worker) Stop() {
	w.mu.Lock()
	w.stopped = true
	w.mu.Unlock()
	w.newer.Store(true)
	w.signal()
}

// Look returns what is known so far.
func (w *Worker) Look() Known {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.known
}

// work is the goroutine.
func (w *Worker) work() {
	f := &w.runner
	for range w.wake {
		w.mu.Lock()
		stopped, question, costs, fresh, n := w.stopped, w.question, w.costs, w.fresh, w.portions
		w.question, w.costs, w.fresh, w.portions = nil, nil, false, 0
		w.newer.Store(false)
		w.mu.Unlock()
		if stopped {
			break
		}
		if question != nil {
			f.Ask(question, fresh)
		}
		if costs != nil {
			f.AskCosts(*costs)
		}
		done := f.Step(func() bool { n--; return n < 0 || w.newer.Load() })
		if w.tell(done) {
			return
		}
	}
	w.mu.Lock()
	w.running = false
	w.mu.Unlock()
}

// tell shows what is known, and reports whether the goroutine may end.
func (w *Worker) tell(done bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.question != nil || w.costs != nil { // that was asked meanwhile
		done = false
	}
	if w.known = KnownBy(&w.runner, done); w.fresh {
		w.known = Known{}
	}
	w.running = !done
	return done
}
