package trace

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"snaplab/netsim/trace/plain"
)

// atlasResult is one result of a ping measurement of RIPE Atlas: some packets, usually
// three, at one time in whole seconds. Results of firmware before 4400 have totals
// only.
type atlasResult struct {
	Type      string `json:"type"`
	Probe     int64  `json:"prb_id"`
	Timestamp int64  `json:"timestamp"`
	Result    []struct {
		RTT *float64 `json:"rtt"`
		Dup any      `json:"dup"`
	} `json:"result"`
}

func isAtlas(d *document) bool {
	start := strings.TrimSpace(d.text)
	return start != "" && (start[0] == '[' || start[0] == '{') &&
		strings.Contains(d.text, `"prb_id"`) && strings.Contains(d.text, `"result"`)
}

func readAtlas(d *document, o Options, t *Trace) error {
	var probes groups[atlasResult]
	dec := json.NewDecoder(strings.NewReader(d.text))
	if strings.HasPrefix(strings.TrimSpace(d.text), "[") {
		_, _ = dec.Token() // the bracket, which is there
	}
	for dec.More() {
		var r atlasResult
		if err := dec.Decode(&r); err != nil {
			t.warn(1+strings.Count(d.text[:dec.InputOffset()], "\n"), "the file is cut or damaged here: %v", err)
			break
		}
		switch {
		case r.Type != "" && r.Type != "ping":
			t.warn(0, "a result of %s is left out: only ping is read", plain.Excerpt(r.Type))
		case len(r.Result) == 0:
			t.warn(0, "a result of probe %d at %d has totals only", r.Probe, r.Timestamp)
		default:
			probes.add(fmt.Sprintf("probe %d", r.Probe), r)
		}
	}
	if len(probes.names) == 0 {
		return refuse("results of RIPE Atlas", "there is no packet of a ping in them", "results of ping of firmware 4400 or later")
	}
	chosen, err := t.choose(probes.flows(), o.Flow)
	if err != nil {
		return err
	}
	start := probes.items[chosen][0].Timestamp
	for _, r := range probes.items[chosen] {
		for i, p := range r.Result {
			if p.Dup != nil {
				t.Duplicates++
				continue
			}
			s := Sample{Seq: int64(len(t.Samples)), SentAt: time.Duration(max(0, r.Timestamp-start)+int64(i)) * time.Second}
			if p.RTT != nil && *p.RTT >= 0 && *p.RTT < 1e9 {
				s.State, s.Delay = Received, time.Duration(*p.RTT*float64(time.Millisecond))
			}
			if t.Samples = append(t.Samples, s); len(t.Samples) > MaxSamples {
				return refuse("results of RIPE Atlas", fmt.Sprintf("they have more than %d packets", MaxSamples), "a part of them")
			}
		}
	}
	t.warn(0, "RIPE Atlas gives one time for several packets: 1 s between them is assumed, and bursts of loss can't be seen")
	return nil
}
