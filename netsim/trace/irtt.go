package trace

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// irttTrip is one of the round_trips of irtt client -o. Times are in nanoseconds, and
// any may be missing.
type irttTrip struct {
	SeqNo int64 `json:"seqno"`
	// Lost is a string in what the program writes ("false", "true", "true_up",
	// "true_down") and a boolean in what its manual shows.
	Lost       any `json:"lost"`
	Timestamps struct {
		Client, Server struct{ Send, Receive irttStamp }
	}
	Delay struct{ RTT *int64 }
}

type irttStamp struct{ Wall, Monotonic *int64 }

// irttSeries are the flows of a file: what was measured of each round trip.
var irttSeries = [...]string{"round trip", "up (client to server)", "down (server to client)"}

func isIrtt(d *document) bool {
	start := strings.TrimSpace(d.text)
	return strings.HasPrefix(start, "{") && strings.Contains(d.text, `"round_trips"`) &&
		(strings.Contains(d.text, `"irtt"`) || strings.Contains(d.text, `"seqno"`))
}

func readIrtt(d *document, o Options, t *Trace) error {
	// Each part is read by itself, so that of a file that is cut all before the cut
	// counts. Other totals don't count: they mix in duplicates, and some are negative
	// numbers read as unsigned.
	var config struct{ Params struct{ Interval int64 } }
	var stats struct{ Duplicates float64 }
	for i, part := range []any{&config, &stats} {
		if _, rest, ok := strings.Cut(d.text, [...]string{`"config":`, `"stats":`}[i]); ok {
			_ = json.NewDecoder(strings.NewReader(rest)).Decode(part)
		}
	}
	_, list, _ := strings.Cut(d.text, `"round_trips"`)
	dec := json.NewDecoder(strings.NewReader(strings.TrimLeft(list, ": \t\r\n")))
	var trips []irttTrip
	_, err := dec.Token()
	for err == nil && dec.More() && len(trips) < MaxSamples {
		var trip irttTrip
		if err = dec.Decode(&trip); err == nil {
			trips = append(trips, trip)
		}
	}
	if err == nil {
		_, err = dec.Token()
	}
	if err != nil {
		at := len(d.text) - len(list) + int(dec.InputOffset())
		t.warn(1+strings.Count(d.text[:min(at, len(d.text))], "\n"), "the file is cut or damaged after %d round trips: %v", len(trips), err)
	}
	if len(trips) == 0 {
		return refuse("irtt's JSON", "there is no round trip in it", "the output of irtt client -o")
	}
	var series [len(irttSeries)]*run
	var flows []Flow
	for i := range series {
		series[i] = irttRun(trips, i, time.Duration(config.Params.Interval))
		if i == 0 || slices.ContainsFunc(series[i].entries, func(e entry) bool { return e.kind == isReceived }) {
			flows = append(flows, Flow{Number: i + 1, Name: irttSeries[i], Packets: len(trips)})
		}
	}
	chosen, err := t.choose(flows, cmp.Or(o.Flow, "1"))
	if err != nil {
		return err
	}
	which := flows[chosen].Number - 1
	if which > 0 {
		t.Measures = OneWay
	}
	// Duplicates are what the client got: on the way up there may have been none.
	if n := stats.Duplicates; which != 1 && n > 0 && n < MaxSamples {
		t.Duplicates = int(n)
	}
	if which > 0 && slices.ContainsFunc(trips, func(p irttTrip) bool { return p.lost() == "true" }) {
		t.warn(0, "the file does not say on which way packets were lost: all count for this one")
	}
	if len(flows) == 1 {
		t.warn(0, "the server sent no times: only round trips are known")
	}
	return t.assemble([]*run{series[which]}, 0, "")
}

// irttRun makes the entries of one series.
func irttRun(trips []irttTrip, which int, interval time.Duration) *run {
	r := &run{tool: &tool{Name: "irtt JSON", First: -1}, dense: true, paired: true, interval: interval}
	for i := range trips {
		p := &trips[i]
		e := entry{seq: p.SeqNo, numbered: true}
		client, server := &p.Timestamps.Client, &p.Timestamps.Server
		// The server may have only one stamp: those of arriving and leaving are
		// microseconds apart.
		received, sent := cmp.Or(server.Receive, server.Send), cmp.Or(server.Send, server.Receive)
		ends := [...][2]irttStamp{{client.Send, client.Receive}, {client.Send, received}, {sent, client.Receive}}[which]
		e.sentAt, e.timed = client.Send.time()
		switch lost := p.lost(); {
		case lost == "true_down" && which == 1, lost == "true_up" && which == 2:
			// It arrived on the way up, but when was lost on the way back; or it was
			// never sent back.
			e.kind, e.unordered = isArrived, true
		case lost != "false":
		case which == 0 && p.Delay.RTT != nil:
			e.kind, e.delay = isReceived, time.Duration(*p.Delay.RTT)
			e.arrival, _ = ends[1].time()
			e.arrived = true
		default:
			e.arrival, e.arrived = ends[1].time()
			var ok bool
			if e.kind = isUnreadable; e.arrived {
				if e.delay, ok = ends[0].until(ends[1]); ok {
					e.kind = isReceived
				}
			}
		}
		r.entries = append(r.entries, e)
	}
	return r
}

func (p *irttTrip) lost() string { return fmt.Sprint(cmp.Or(p.Lost, any("false"))) }

// time returns the stamp by the monotonic clock, which never steps, or by the wall's.
func (s irttStamp) time() (time.Duration, bool) {
	if at := cmp.Or(s.Monotonic, s.Wall); at != nil {
		return time.Duration(*at), true
	}
	return 0, false
}

// until returns the time from one stamp to another: by the wall clocks, which mean the
// same on two machines, or else by the monotonic ones.
func (s irttStamp) until(to irttStamp) (time.Duration, bool) {
	for _, ends := range [][2]*int64{{s.Wall, to.Wall}, {s.Monotonic, to.Monotonic}} {
		if ends[0] != nil && ends[1] != nil {
			return time.Duration(*ends[1] - *ends[0]), true
		}
	}
	return 0, false
}
