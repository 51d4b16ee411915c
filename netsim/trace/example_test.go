package trace_test

import (
	"fmt"
	"strings"
	"time"

	"snaplab/netsim/trace"
	"snaplab/netsim/trace/replay"
)

// A log of ping becomes a link: the third probe was lost, and what is sent half-way
// between the first two takes half-way between their delays.
func Example() {
	const log = `PING h.example.net (192.0.2.7) 56(84) bytes of data.
64 bytes from 192.0.2.7: icmp_seq=1 ttl=57 time=20 ms
64 bytes from 192.0.2.7: icmp_seq=2 ttl=57 time=30 ms
64 bytes from 192.0.2.7: icmp_seq=4 ttl=57 time=20 ms

--- h.example.net ping statistics ---
4 packets transmitted, 3 received, 25% packet loss, time 300ms
`
	t, err := trace.Read("ping.txt", strings.NewReader(log), trace.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := t.Summarise("ping.txt")
	fmt.Printf("%s: %d sent, %d lost, %v to %v ms\n", s.Format, *s.Packets.Sent, *s.Packets.Lost, s.Delay.Min, s.Delay.Max)

	link, err := replay.New(t)
	if err != nil {
		fmt.Println(err)
		return
	}
	link.Latency = 10 * time.Millisecond
	for _, at := range []time.Duration{0, 50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond} {
		delay, fate := link.Next(1, at, 200)
		fmt.Println(at, delay, fate)
	}
	// Output:
	// Linux ping: 4 sent, 1 lost, 20 to 30 ms
	// 0s 10ms delivered
	// 50ms 15ms delivered
	// 100ms 20ms delivered
	// 200ms 15ms lost
}
