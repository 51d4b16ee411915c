package ui

import (
	"sync"
	"sync/atomic"

	"snaplab/game/study"
)

// backgroundWork works forecasts out in a goroutine of its own: there is one as long as there
// is something to be done and it is not stopped. It does as much as it is granted in each
// frame, so that a machine that is busy drawing is not kept from it, and takes up another
// question within a portion of its work. No frame ever waits for it.
type backgroundWork struct {
	newer atomic.Bool   // what is asked has changed
	wake  chan struct{} // there is something to look at in what follows

	mu       sync.Mutex // held by both sides for a few assignments
	question *study.Question
	fresh    bool // nothing of what was before is to be kept
	portions int
	running  bool
	stopped  bool
	known    aheadKnown

	runner study.Runner // of the goroutine alone
}

// aheadKnown is what has been worked out so far.
type aheadKnown struct {
	latest, lenses *study.Result
	done           bool
	err            error
}

func newBackgroundWork() *backgroundWork { return &backgroundWork{wake: make(chan struct{}, 1)} }

// ask has it go on with another question.
func (w *backgroundWork) ask(q *study.Question, fresh bool) {
	w.mu.Lock()
	w.question, w.fresh = q, fresh || w.fresh
	w.known.done = false
	if fresh {
		w.known = aheadKnown{}
	}
	w.newer.Store(true)
	if !w.running && !w.stopped {
		w.running = true
		go w.work()
	}
	w.mu.Unlock()
}

// grant allows it some more portions. What it has not begun with is not added up.
func (w *backgroundWork) grant(portions int) {
	w.mu.Lock()
	w.portions = portions
	w.mu.Unlock()
	w.rouse()
}

func (w *backgroundWork) rouse() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// stop has it end for good, within a portion.
func (w *backgroundWork) stop() {
	w.mu.Lock()
	w.stopped = true
	w.mu.Unlock()
	w.newer.Store(true)
	w.rouse()
}

// look returns what is known so far.
func (w *backgroundWork) look() aheadKnown {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.known
}

// work is the goroutine.
func (w *backgroundWork) work() {
	f := &w.runner
	for range w.wake {
		w.mu.Lock()
		stopped, question, fresh, n := w.stopped, w.question, w.fresh, w.portions
		w.question, w.fresh, w.portions = nil, false, 0
		w.newer.Store(false)
		w.mu.Unlock()
		if stopped {
			break
		}
		if question != nil {
			f.Ask(question, fresh)
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
func (w *backgroundWork) tell(done bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	latest, lenses := w.runner.Known()
	if w.question != nil { // that was asked meanwhile
		done = false
	}
	if w.known = (aheadKnown{latest, lenses, done, w.runner.Err()}); w.fresh {
		w.known = aheadKnown{}
	}
	w.running = !done
	return done
}
