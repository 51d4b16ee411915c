package ui

import (
	"sync/atomic"

	"snaplab/game/sweep"
)

// besideWork is a forecast that a goroutine of its own works out, as much of it as it is
// granted in each frame: a machine that is busy drawing is not kept from it. It ends when
// all is done, and soon after it is told to; nobody ever waits for it but its successor.
type besideWork struct {
	grants    chan int      // of portions
	stop      chan struct{} // closed to cancel it
	cancelled atomic.Bool
	latest    atomic.Pointer[sweep.Outlook]
	done      chan struct{}
	err       error // to be read when done is closed
}

// workBeside begins a forecast, and cancels the one before it, which may be nil. Only
// one of them works at a time.
func workBeside(f *sweep.Forecast, before *besideWork) *besideWork {
	w := &besideWork{grants: make(chan int, 1), stop: make(chan struct{}), done: make(chan struct{})}
	if before != nil {
		before.cancel()
	}
	go func() {
		defer close(w.done)
		if before != nil {
			<-before.done
			before = nil
		}
		w.err = w.work(f)
	}()
	return w
}

// work works it out, and shows what is known as soon as it is.
func (w *besideWork) work(f *sweep.Forecast) error {
	if w.cancelled.Load() {
		return nil
	}
	job, err := sweep.NewForecaster(f)
	if err != nil {
		return err
	}
	for {
		select {
		case <-w.stop:
			return nil
		case n := <-w.grants:
			done := job.Step(func() bool { n--; return n < 0 || w.cancelled.Load() })
			w.latest.Store(job.Outlook())
			if done {
				return job.Err()
			}
		}
	}
}

// grant allows it some more portions. What it has not begun with is not added up.
func (w *besideWork) grant(portions int) {
	select {
	case w.grants <- portions:
	default:
	}
}

// cancel has the work end within a portion of it.
func (w *besideWork) cancel() {
	if !w.cancelled.Swap(true) {
		close(w.stop)
	}
}

// look returns what is known so far, nil for nothing, and whether that is all. It never
// waits.
func (w *besideWork) look() (o *sweep.Outlook, done bool, err error) {
	select {
	case <-w.done:
		return w.latest.Load(), true, w.err
	default:
		return w.latest.Load(), false, nil
	}
}
