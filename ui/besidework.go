package ui

import (
	"runtime"
	"sync/atomic"

	"snaplab/game/sweep"
)

// besideWork is a forecast that a goroutine of its own works out. It ends by itself when
// all is done, and soon after it is told to; nobody ever waits for it but its successor.
type besideWork struct {
	cancelled atomic.Bool
	latest    atomic.Pointer[sweep.Outlook]
	done      chan struct{}
	err       error // to be read when done is closed
}

// workBeside begins a forecast, and cancels the one before it, which may be nil. Only
// one of them works at a time.
func workBeside(f *sweep.Forecast, before *besideWork) *besideWork {
	w := &besideWork{done: make(chan struct{})}
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
	job.Step(func() bool {
		w.latest.Store(job.Outlook())
		runtime.Gosched() // whoever draws comes first
		return w.cancelled.Load()
	})
	w.latest.Store(job.Outlook())
	return job.Err()
}

// cancel has the work end within a portion of it.
func (w *besideWork) cancel() { w.cancelled.Store(true) }

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
