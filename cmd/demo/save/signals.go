package save

import (
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// hangup is SIGHUP, by its number since not every platform's package has the name.
const hangup = syscall.Signal(1)

// watchSignals has the program clean up when it is told to end: by ^C, by whoever stops
// services, or as its terminal goes. Where a signal is ignored, as after nohup, it goes on
// to be.
var watchSignals = sync.OnceFunc(func() {
	told := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, hangup} {
		if !signal.Ignored(s) {
			signal.Notify(told, s)
		}
	}
	go func() {
		<-told
		if Abandon() {
			fmt.Fprintln(os.Stderr, "demo: interrupted: nothing was written")
		} else {
			fmt.Fprintln(os.Stderr, "demo: interrupted")
		}
		os.Exit(1)
	}()
})
