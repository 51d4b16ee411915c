package netsim

import (
	"fmt"
	"time"
)

// The events of a seed are part of the contract: recordings rely on them.
func ExampleLink() {
	link, err := NewLink(Conditions{
		Latency:   40 * time.Millisecond,
		Jitter:    30 * time.Millisecond,
		Loss:      250_000,
		Outage:    100 * time.Millisecond,
		Duplicate: 250_000,
	}, 1, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for n := range 10 {
		e := link.Send(time.Duration(n)*33*time.Millisecond, []byte("snapshot"))
		fmt.Println(e.Seq, "sent", e.SentAt, "arrives", e.ArrivesAt, e.Fate)
		if e.Duplicated {
			fmt.Println("  and again", e.DuplicateAt)
		}
	}
	var buf []byte
	for link.InFlight() > 0 {
		at, _ := link.NextArrival()
		p, e, _ := link.Receive(at, buf)
		fmt.Println(at, e.Seq, len(p), "bytes, copy:", e.Copy)
		buf = p
	}
	// Output:
	// 1 sent 0s arrives 69.917095ms delivered
	// 2 sent 33ms arrives 76.074853ms delivered
	// 3 sent 66ms arrives 131.910578ms delivered
	//   and again 131.910578ms
	// 4 sent 99ms arrives 166.389991ms lost in an outage
	// 5 sent 132ms arrives 180.561693ms lost in an outage
	// 6 sent 165ms arrives 233.021771ms lost in an outage
	// 7 sent 198ms arrives 262.371922ms delivered
	// 8 sent 231ms arrives 274.175564ms delivered
	// 9 sent 264ms arrives 320.57598ms delivered
	// 10 sent 297ms arrives 345.897784ms delivered
	//   and again 346.909915ms
	// 69.917095ms 1 8 bytes, copy: false
	// 76.074853ms 2 8 bytes, copy: false
	// 131.910578ms 3 8 bytes, copy: false
	// 131.910578ms 3 8 bytes, copy: true
	// 262.371922ms 7 8 bytes, copy: false
	// 274.175564ms 8 8 bytes, copy: false
	// 320.57598ms 9 8 bytes, copy: false
	// 345.897784ms 10 8 bytes, copy: false
	// 346.909915ms 10 8 bytes, copy: true
}
