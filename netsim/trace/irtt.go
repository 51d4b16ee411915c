package trace

import (
	"bytes"
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
		Client, Server irttEnd
	}
	Delay struct {
		RTT, Send, Receive *int64
	}
}

type irttEnd struct{ Send, Receive irttStamp }

type irttStamp struct{ Wall, Monotonic *int64 }

// received and sent return the stamp of arriving at and of leaving the server, which
// may have only one (--tstamp=midpoint, send or receive): the two are microseconds
// apart.
func (e *irttEnd) received() *irttStamp { return firstStamp(&e.Receive, &e.Send) }
func (e *irttEnd) sent() *irttStamp     { return firstStamp(&e.Send, &e.Receive) }

func firstStamp(a, b *irttStamp) *irttStamp {
	if _, ok := a.time(); ok {
		return a
	}
	return b
}

// irttRest is what else of the file counts. Its other totals don't: they mix in
// duplicates, and some are negative numbers read as unsigned.
type irttRest struct {
	Config struct {
		Params struct {
			Interval int64
			StampAt  string `json:"stamp_at"`
		}
	}
	Stats struct {
		Duplicates float64
	}
}

// irttSeries are the flows of a file: what was measured of each round trip.
var irttSeries = [...]struct {
	name     string
	measures Measures
}{{"round trip", RTT}, {"up (client to server)", OneWay}, {"down (server to client)", OneWay}}

func isIrtt(d *document) bool {
	start := strings.TrimSpace(d.text)
	return strings.HasPrefix(start, "{") && strings.Contains(d.text, `"round_trips"`) &&
		(strings.Contains(d.text, `"irtt"`) || strings.Contains(d.text, `"seqno"`))
}

func readIrtt(d *document, o Options, t *Trace) error {
	trips, rest, err := scanIrtt(d.text, &t.Meta)
	if err != nil {
		return err
	}
	if len(trips) == 0 {
		return fmt.Errorf("%w: irtt without a round trip", ErrNotUnderstood)
	}
	var series [len(irttSeries)]*assembly
	for i := range series {
		a := irttAssembly(trips, i)
		series[i] = a
		n := 0
		for _, k := range a.marks {
			if k.kind == markReceived {
				n++
			}
		}
		if n > 0 || i == 0 {
			t.Flows = append(t.Flows, Flow{Number: i + 1, Name: irttSeries[i].name, Packets: len(a.marks)})
		}
	}
	asked := o.Flow
	if asked == "" {
		asked = "1"
	}
	chosen, err := chooseFlow(t.Flows, asked)
	if err != nil {
		return err
	}
	which := t.Flows[chosen].Number - 1
	t.Format, t.Measures = "irtt JSON", irttSeries[which].measures
	// Duplicates are what the client got: on the way up there may have been none.
	if d := rest.Stats.Duplicates; which != 1 && d > 0 && d < MaxSamples {
		t.Duplicates = int(d)
	}
	if which > 0 && slices.ContainsFunc(trips, func(p irttTrip) bool { return p.lost() == "true" }) {
		t.warn(0, "the file does not say on which way packets were lost: all count for this one")
	}
	if len(t.Flows) == 1 {
		t.Flows = nil
		t.warn(0, "the server sent no times: only round trips are known")
	}
	t.Samples, err = series[which].samples(extent{interval: time.Duration(rest.Config.Params.Interval)}, &t.Meta)
	return err
}

// scanIrtt reads the file token by token, so that of one that is cut everything before
// the cut counts.
func scanIrtt(text string, m *Meta) (trips []irttTrip, rest irttRest, err error) {
	dec := json.NewDecoder(strings.NewReader(text))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return nil, rest, fmt.Errorf("%w: JSON that is not an object", ErrNotUnderstood)
	}
	cut := func(err error) {
		m.warn(1+strings.Count(text[:min(int(dec.InputOffset()), len(text))], "\n"), "the file is cut or damaged after %d round trips: %v", len(trips), err)
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			cut(err)
			break
		}
		if key != "round_trips" {
			var raw json.RawMessage
			if err := dec.Decode(&raw); err != nil {
				cut(err)
				break
			}
			decodeIrttRest(key, raw, &rest)
			continue
		}
		if _, err := dec.Token(); err != nil {
			cut(err)
			break
		}
		for dec.More() && len(trips) < MaxSamples {
			var trip irttTrip
			if err = dec.Decode(&trip); err != nil {
				break
			}
			trips = append(trips, trip)
		}
		if err == nil {
			_, err = dec.Token()
		}
		if err != nil {
			cut(err)
			break
		}
	}
	return trips, rest, nil
}

// decodeIrttRest reads one of the objects beside the round trips; one that has another
// form than expected is left out, since nothing depends on it.
func decodeIrttRest(key json.Token, raw json.RawMessage, rest *irttRest) {
	switch key {
	case "config":
		_ = json.Unmarshal(raw, &rest.Config)
	case "stats":
		_ = json.NewDecoder(bytes.NewReader(raw)).Decode(&rest.Stats)
	}
}

// irttAssembly makes the marks of one series in the order of arrival.
func irttAssembly(trips []irttTrip, which int) *assembly {
	type arrival struct {
		mark
		at time.Duration
	}
	var all []arrival
	for i := range trips {
		p := &trips[i]
		k := arrival{mark: mark{seq: p.SeqNo}}
		client, server := &p.Timestamps.Client, &p.Timestamps.Server
		lost := p.lost()
		var from, to *irttStamp
		switch which {
		case 0:
			from, to = &client.Send, &client.Receive
		case 1:
			from, to = &client.Send, server.received()
			if lost == "true_down" {
				// It arrived, but when it did was on the way back.
				k.kind, k.unordered, lost = markArrived, true, "unknown"
			}
		case 2:
			from, to = server.sent(), &client.Receive
			if lost == "true_up" {
				// It was never sent back.
				k.kind, k.unordered, lost = markArrived, true, "unknown"
			}
		}
		k.sentAt, k.timed = client.Send.time()
		if lost == "false" {
			k.at, _ = to.time()
			if delay, ok := difference(from, to); ok {
				k.kind, k.delay = markReceived, delay
			} else {
				k.kind = markUnreadable
			}
			if which == 0 && p.Delay.RTT != nil {
				k.kind, k.delay = markReceived, time.Duration(*p.Delay.RTT)
			}
		}
		all = append(all, k)
	}
	slices.SortStableFunc(all, func(a, b arrival) int { return cmp.Compare(a.at, b.at) })
	a := new(assembly)
	for _, k := range all {
		a.add(k.mark)
	}
	return a
}

func (p *irttTrip) lost() string {
	switch v := p.Lost.(type) {
	case string:
		return v
	case bool:
		if v {
			return "true"
		}
	}
	return "false"
}

// time returns the stamp by the monotonic clock, which never steps, or by the wall's.
func (s *irttStamp) time() (time.Duration, bool) {
	switch {
	case s.Monotonic != nil:
		return time.Duration(*s.Monotonic), true
	case s.Wall != nil:
		return time.Duration(*s.Wall), true
	}
	return 0, false
}

// difference returns the time from one stamp to another: by the wall clocks, which mean
// the same on two machines, or else by the monotonic ones.
func difference(from, to *irttStamp) (time.Duration, bool) {
	switch {
	case from.Wall != nil && to.Wall != nil:
		return time.Duration(*to.Wall - *from.Wall), true
	case from.Monotonic != nil && to.Monotonic != nil:
		return time.Duration(*to.Monotonic - *from.Monotonic), true
	}
	return 0, false
}
