package interp

import (
	"cmp"
	"fmt"
	"testing"
	"time"
)

// gapRun plays the life of slot 1 at 10 Hz over a link of 50 ms, drawn 200 ms late on
// frames of 10 ms. Generation 1 lives from 0 and is destroyed at 450 ms, as the
// snapshots from 500 on tell; generation 2 is there from the snapshot of 700 on.
type gapRun struct {
	rig
	onGap OnGap
	first uint32 // sequence number of the snapshot of 0
	// comes is when the snapshots that do not come 50 ms after their stamps come;
	// 0 is never. Keys are stamps in ms.
	comes map[int]int
	life  func(stamp int) Sample
	delay time.Duration // 0: gapDelay
}

const (
	gapEnd     = 3000
	gapLatency = 50
	gapDelay   = 200 * ms
)

func slotLife(stamp int) Sample {
	switch {
	case stamp < 450:
		s := moving(stamp)
		s.Generation, s.Spawned = 1, stamp == 0
		return s
	case stamp < 700:
		return Sample{Time: ServerTime(450 * ms), Generation: 1, Destroyed: true}
	default:
		s := moving(stamp)
		s.Generation, s.Spawned = 2, stamp == 700
		return s
	}
}

// gapFrame is what one frame shows: render time in ms and the generation drawn, 0 for
// nothing.
type gapFrame struct{ local, render, generation int }

func (g *gapRun) frames() []gapFrame {
	p := DefaultPolicy()
	p.Delay, p.OnGap = cmp.Or(g.delay, gapDelay), g.onGap
	g.Lens = new(Interpolated)
	g.Configure(everyKind(p))
	if g.life == nil {
		g.life = slotLife
	}
	var out []gapFrame
	for local := 0; local <= gapEnd; local += 10 {
		for stamp := 0; stamp <= local; stamp += 100 {
			due, odd := g.comes[stamp]
			if !odd {
				due = stamp + gapLatency
			}
			if due == local && due > 0 {
				g.Receive(Header{
					Seq: g.first + uint32(stamp/100), Time: ServerTime(stamp) * ServerTime(ms),
					Arrival: LocalTime(local) * LocalTime(ms),
				}, []Update{{ID: 1, Sample: g.life(stamp)}})
			}
		}
		drawn := g.frame(local)
		f := gapFrame{local: local, render: int(time.Duration(g.Stats().Kinds[0].RenderTime) / ms)}
		if len(drawn) == 1 {
			f.generation = int(drawn[0].Generation)
		}
		out = append(out, f)
	}
	return out
}

// changes returns the local and render times at which another generation is drawn.
func changes(frames []gapFrame) string {
	text, last := "", -1
	for _, f := range frames {
		if f.generation != last {
			text += fmt.Sprintf("%d@%d/%d ", f.generation, f.local, f.render)
			last = f.generation
		}
	}
	return text
}

func TestLostSpawnsAndDestroys(t *testing.T) {
	tests := []struct {
		name  string
		comes map[int]int
		onGap OnGap
		// want is generation@local/render at each change, generation 0 being none.
		// Render time is local − 250 where it is not held. The first snapshot
		// comes at 50 and is reached at 250.
		want  string
		stats EventStats
	}{
		{"nothing lost", nil, Wait,
			"0@0/0 1@250/0 0@700/450 2@950/700 ", EventStats{}},
		{"lost where nothing happens", map[int]int{200: 0, 1000: 0}, Wait,
			"0@0/0 1@250/0 0@700/450 2@950/700 ", EventStats{}},
		// The next snapshot tells of the destroy again, with its own time.
		{"a destroy lost once", map[int]int{500: 0}, Wait,
			"0@0/0 1@250/0 0@700/450 2@950/700 ", EventStats{}},

		// Generation 2 is met at 800 (local 850); that it was there before is lost.
		{"spawn lost, resync", map[int]int{700: 0}, Resync,
			"0@0/0 1@250/0 0@700/450 2@1050/800 ", EventStats{Resyncs: 1}},
		// Held at 600, the last that is known, from 850 until 500 ms behind: then
		// from 600 to 1350 − 250 at once.
		{"spawn lost, wait in vain", map[int]int{700: 0}, Wait,
			"0@0/0 1@250/0 0@700/450 2@1350/1100 ", EventStats{Waits: 1, Wait: 500 * ms, Resyncs: 1}},
		// Held at 600 from 850 to 1000, 150 ms. At 1.2 times the pace it reaches 700
		// 83 ms later.
		{"spawn late, wait", map[int]int{700: 1000}, Wait,
			"0@0/0 1@250/0 0@700/450 2@1090/708 ", EventStats{Waits: 1, Wait: 150 * ms}},
		// It comes after render time has passed the first sample known.
		{"spawn late, resync", map[int]int{700: 1060}, Resync,
			"0@0/0 1@250/0 0@700/450 2@1050/800 ", EventStats{Resyncs: 1}},
		// In time: it is as if it had come in order.
		{"spawn overtaken, resync", map[int]int{700: 900}, Resync,
			"0@0/0 1@250/0 0@700/450 2@950/700 ", EventStats{}},

		// Generation 1 is seen at 400 and 2 comes next at 700 (local 750): a ghost of
		// 1 stands until 700.
		{"destroy lost, resync", map[int]int{500: 0, 600: 0}, Resync,
			"0@0/0 1@250/0 2@950/700 ", EventStats{Resyncs: 1}},
		// At 750 render time is 500, beyond the 400 that is known: it stays there
		// until the snapshot of 600 says that generation 1 ended at 450.
		{"destroy late, wait", map[int]int{500: 0, 600: 900}, Wait,
			"0@0/0 1@250/0 0@900/500 2@1070/704 ", EventStats{Waits: 1, Wait: 150 * ms}},
		{"destroy lost, wait in vain", map[int]int{500: 0, 600: 0}, Wait,
			"0@0/0 1@250/0 2@1250/1000 ", EventStats{Waits: 1, Wait: 500 * ms, Resyncs: 1}},

		// Both: known to 400, met again at 800 (local 850, render time 600).
		{"both lost, resync", map[int]int{500: 0, 600: 0, 700: 0}, Resync,
			"0@0/0 1@250/0 2@1050/800 ", EventStats{Resyncs: 1}},
		// The destroy comes first, and the wait goes on for the spawn.
		{"both late, wait", map[int]int{500: 0, 600: 900, 700: 1000}, Wait,
			"0@0/0 1@250/0 0@900/600 2@1090/708 ", EventStats{Waits: 1, Wait: 150 * ms}},
		{"both lost, wait in vain", map[int]int{500: 0, 600: 0, 700: 0}, Wait,
			"0@0/0 1@250/0 2@1350/1100 ", EventStats{Waits: 1, Wait: 500 * ms, Resyncs: 1}},
	}
	for _, tt := range tests {
		for _, first := range []uint32{1, 1<<32 - 8} { // 0 is that of 800 ms
			g := gapRun{onGap: tt.onGap, comes: tt.comes, first: first}
			if got := changes(g.frames()); got != tt.want {
				t.Errorf("%s, from packet %d: drawn\n%s, want\n%s", tt.name, first, got, tt.want)
			}
			if got := g.Stats().Kinds[0].Events; got != tt.stats {
				t.Errorf("%s, from packet %d: counted %+v, want %+v", tt.name, first, got, tt.stats)
			}
			if got := g.Stats().Events; got != tt.stats {
				t.Errorf("%s, from packet %d: overall %+v, want %+v", tt.name, first, got, tt.stats)
			}
		}
	}
}

// A whole life between two snapshots that came: what came was not the next event.
func TestLostLife(t *testing.T) {
	life := func(stamp int) Sample {
		s := moving(stamp)
		switch {
		case stamp < 400:
			s.Generation, s.Spawned = 1, stamp == 0
		case stamp < 450:
			s = Sample{Time: ServerTime(350 * ms), Generation: 1, Destroyed: true}
		case stamp < 650:
			s.Generation, s.Spawned = 2, stamp == 500
		default:
			s.Generation, s.Spawned = 3, stamp == 700
		}
		return s
	}
	// Met at 700 (local 750), generation 3 is marked as spawned there, behind the
	// destroy of 1: only the number tells that there was a 2.
	// Render time is 500 by then, beyond the 400 that is known, and stays there until
	// both have come, at 800. That the destroy of 2 is in none of them is as it is.
	g := gapRun{onGap: Wait, comes: map[int]int{500: 780, 600: 800}, life: life}
	const want = "0@0/0 1@250/0 0@600/350 2@780/500 3@970/704 "
	if got := changes(g.frames()); got != want {
		t.Errorf("drawn %s, want %s", got, want)
	}
	// Neither comes.
	g = gapRun{onGap: Resync, comes: map[int]int{500: 0, 600: 0}, life: life}
	if got, want := changes(g.frames()), "0@0/0 1@250/0 0@600/350 3@950/700 "; got != want {
		t.Errorf("drawn %s, want %s", got, want)
	}
	if got := g.Stats().Kinds[0].Events.Resyncs; got != 1 {
		t.Errorf("%d resyncs for a life that nobody saw, want 1", got)
	}
}

// A slot that was never heard of is missed a spawn of only by who was there before.
func TestLostSpawnInANewSlot(t *testing.T) {
	for _, tt := range []struct {
		name    string
		from    int // ms, the first snapshot that comes
		lost    int // ms
		spawned int // ms, entity 2
		want    EventStats
	}{
		{"joined in time", 0, 300, 300, EventStats{Resyncs: 1}},
		{"nothing lost", 0, -1, 300, EventStats{}},
		{"another one lost", 0, 500, 300, EventStats{}},
		{"joined later", 400, 300, 300, EventStats{}},
		{"joined as it was lost", 400, 500, 500, EventStats{Resyncs: 1}},
	} {
		p := DefaultPolicy()
		r := rig{Lens: new(Interpolated)}
		r.Configure(everyKind(p))
		for stamp := 0; stamp <= 1500; stamp += 100 {
			samples := []Sample{moving(stamp)}
			samples[0].Spawned = stamp == 0
			if stamp >= tt.spawned {
				samples = append(samples, moving(stamp))
				samples[1].Spawned = stamp == tt.spawned
			}
			if stamp < tt.from || stamp == tt.lost {
				r.seq++
				continue
			}
			r.send(stamp, stamp+50, samples...)
			r.frame(stamp + 50)
		}
		if got := r.Stats().Events; got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// What is beyond the room for gaps is jumped over and counted, each once.
func TestGapsAreBounded(t *testing.T) {
	r := rig{Lens: new(Interpolated)}
	r.Configure(everyKind(DefaultPolicy()))
	snapshot := func(stamp int, generation uint16, spawned bool) []Sample {
		samples := make([]Sample, 3*maxGaps)
		for i := range samples {
			samples[i] = moving(stamp)
			samples[i].Generation, samples[i].Spawned = generation, spawned
		}
		return samples
	}
	r.send(0, 50, snapshot(0, 1, true)...)
	r.frame(50)
	r.seq++
	r.send(200, 250, snapshot(200, 2, false)...)
	for at := 250; at < 600; at += 10 {
		r.frame(at)
	}
	if got := r.Stats().Events.Resyncs; got != 3*maxGaps {
		t.Errorf("%d resyncs, want one for each of %d entities", got, 3*maxGaps)
	}
}

// Waits that follow one another put render time behind by no more than one may, give
// or take a frame, and it gets back to its place when they are over.
func TestWaitsAreBounded(t *testing.T) {
	for _, every := range []int{300, 900} { // ms from one lost spawn to the next
		p := DefaultPolicy()
		p.OnGap = Wait
		r := rig{Lens: new(Interpolated)}
		r.Configure(everyKind(p))
		k := &r.Stats().Kinds[0]
		for stamp := 0; stamp <= 20_000; stamp += 100 {
			s := moving(stamp)
			s.Generation = uint16(stamp / every) // each replaces one that was not seen to go
			if stamp%every == 0 && stamp > 0 && stamp < 15_000 {
				r.seq++
			} else {
				r.send(stamp, stamp+50, s)
			}
			for at := stamp + 50; at < stamp+150; at += 10 {
				r.frame(at)
				if k.Delay > p.Delay+MaxEventWait+10*ms {
					t.Fatalf("every %d ms: at %d the delay is %v, want at most %v and a frame", every, at, k.Delay, p.Delay+MaxEventWait)
				}
			}
		}
		if lost := 14_999 / every; k.Events.Resyncs != lost || k.Events.Wait < 5*time.Second {
			t.Errorf("every %d ms: %+v, want each of %d given up", every, k.Events, lost)
		}
		if k.Delay != p.Delay || k.Waiting {
			t.Errorf("every %d ms: 5 s after the last gap the delay is %v, waiting %v", every, k.Delay, k.Waiting)
		}
		if k.Underruns != 0 || r.Stats().Evicted != 0 {
			t.Errorf("every %d ms: %d underruns and %d samples evicted by waiting", every, k.Underruns, r.Stats().Evicted)
		}
	}
}

// Only the kind that waits is held.
func TestWaitIsPerKind(t *testing.T) {
	c := everyKind(DefaultPolicy())
	c.Policies[0].OnGap = Wait
	r := rig{Lens: new(Interpolated)}
	r.Configure(c)
	for stamp := 0; stamp <= 700; stamp += 100 {
		a, b := moving(stamp), moving(stamp)
		if stamp >= 300 {
			a.Generation, b.Generation = 1, 1
		}
		if stamp == 300 {
			r.seq++
			continue
		}
		r.updates(stamp, stamp+50, Update{ID: 1, Kind: 0, Sample: a}, Update{ID: 2, Kind: 1, Sample: b})
		r.frame(stamp + 50)
	}
	// Known to 200; at 450 render time is 200, and at 750 it would be 500.
	s := r.Stats()
	if got := s.Kinds[0].RenderTime; got != ServerTime(200*ms) || !s.Kinds[0].Waiting {
		t.Errorf("the kind that waits is at %v, waiting %v, want 200ms", time.Duration(got), s.Kinds[0].Waiting)
	}
	if got := s.Kinds[1].RenderTime; got != ServerTime(500*ms) || s.Kinds[1].Waiting {
		t.Errorf("the other is at %v, waiting %v, want 500ms", time.Duration(got), s.Kinds[1].Waiting)
	}
	// A change of the policy lets it go on, without a jump and without standing still.
	c.Policies[0].OnGap = Resync
	r.Configure(c)
	r.frame(750)
	r.frame(760)
	if got := s.Kinds[0].RenderTime; got != ServerTime(212*ms) || s.Kinds[0].Waiting {
		t.Errorf("10 ms later it is at %v, waiting %v, want 212ms: 1.2 times the pace", time.Duration(got), s.Kinds[0].Waiting)
	}
	// A new epoch forgets what was waited for.
	c.Policies[0].OnGap = Wait
	r.Configure(c)
	r.epoch++
	r.seq = 0
	r.updates(0, 770, Update{ID: 1, Sample: moving(0)})
	r.frame(780)
	r.frame(790)
	if k := &s.Kinds[0]; k.Waiting || k.RenderTime != ServerTime(-180*ms) {
		t.Errorf("in a new epoch it is at %v, waiting %v, want −180ms", time.Duration(k.RenderTime), k.Waiting)
	}
}

// A gap whose end has been pushed out of a full track is no more: there is nothing left
// to wait in front of.
func TestGapEndsWithItsSamples(t *testing.T) {
	p := DefaultPolicy()
	p.OnGap = Wait
	r := rig{Lens: new(Interpolated)}
	r.Configure(everyKind(p))
	r.send(0, 50, moving(0))
	r.frame(50)
	r.seq++
	r.send(200, 250, moving(200).of(1, 0))
	r.frame(250)
	for stamp := 300; stamp < 3000; stamp += 100 { // without a frame
		s := moving(stamp).of(2, 0)
		s.Spawned = stamp == 300
		r.send(stamp, stamp+50, s)
	}
	r.frame(3000)
	r.frame(3010)
	if k := &r.Stats().Kinds[0]; k.Waiting || k.RenderTime != ServerTime(2760*ms) || r.Stats().Evicted == 0 {
		t.Errorf("render time is %v, waiting %v, want 2.76s", time.Duration(k.RenderTime), k.Waiting)
	}
}

func TestGapsDoNotAllocate(t *testing.T) {
	p := DefaultPolicy()
	p.OnGap = Wait
	r := rig{Lens: new(Interpolated)}
	r.Configure(everyKind(p))
	updates := []Update{{ID: 1}}
	stamp := 0
	step := func() {
		stamp += 100
		r.seq += 1 + uint32(stamp/100%2)
		s := moving(stamp)
		s.Generation = uint16(stamp / 300)
		updates[0].Sample = s
		at := LocalTime(stamp+50) * LocalTime(ms)
		r.Receive(Header{Seq: r.seq, Time: s.Time, Arrival: at}, updates)
		r.Frame(at)
	}
	for range 100 {
		step()
	}
	if n := testing.AllocsPerRun(200, step); n != 0 {
		t.Errorf("%v allocations per packet and frame", n)
	}
	if r.Stats().Events.Waits == 0 {
		t.Error("nothing was waited for")
	}
}

// Of two gaps at a time the earlier one is waited at.
func TestWaitIsAtTheEarliestGap(t *testing.T) {
	p := DefaultPolicy()
	p.Delay, p.OnGap = 400*ms, Wait
	r := rig{Lens: new(Interpolated)}
	r.Configure(everyKind(p))
	lost := map[int]bool{300: true, 500: true}
	for stamp := 0; stamp <= 1000; stamp += 100 {
		a, b := moving(stamp), moving(stamp)
		if stamp >= 500 {
			a.Generation = 1
		}
		if stamp >= 300 {
			b.Generation = 1
		}
		if lost[stamp] {
			r.seq++
			continue
		}
		r.send(stamp, stamp+50, a, b) // the later gap's entity first
		r.frame(stamp + 50)
	}
	// At 1050 it would be 600.
	k := &r.Stats().Kinds[0]
	if k.RenderTime != ServerTime(200*ms) {
		t.Errorf("render time is %v, want 200ms, before the gap at 300", time.Duration(k.RenderTime))
	}
	// It has waited since 650. At 1150 it is 500 ms behind and gives up on that gap:
	// without a wait it would be 700, but at 400 is the next gap, 300 ms behind.
	r.frame(1140)
	if k.RenderTime != ServerTime(200*ms) || k.Events.Resyncs != 0 {
		t.Errorf("render time is %v after %d resyncs, want 200ms and none", time.Duration(k.RenderTime), k.Events.Resyncs)
	}
	r.frame(1150)
	if k.RenderTime != ServerTime(400*ms) || k.Events.Resyncs != 1 || !k.Waiting {
		t.Errorf("render time is %v after %d resyncs, waiting %v, want 400ms, the next gap", time.Duration(k.RenderTime), k.Events.Resyncs, k.Waiting)
	}
	r.frame(1340)
	if k.RenderTime != ServerTime(400*ms) || k.Events.Resyncs != 1 {
		t.Errorf("render time is %v after %d resyncs, want 400ms until 1350", time.Duration(k.RenderTime), k.Events.Resyncs)
	}
	r.frame(1350)
	if want := (EventStats{Waits: 1, Wait: 700 * ms, Resyncs: 2}); k.RenderTime != ServerTime(900*ms) || k.Events != want || k.Waiting {
		t.Errorf("render time is %v, %+v, waiting %v, want 900ms, %+v", time.Duration(k.RenderTime), k.Events, k.Waiting, want)
	}
}

// What is waited at is the last word of the slot, in whichever packet, however often
// the word before was the same: not of other slots, and not the first of its kind.
func TestWaitIsAtTheLastWord(t *testing.T) {
	// Dead since 450, as 500 and 600 tell alike; 700 is lost and comes at 1100. With a
	// delay of 400 ms render time is 400 when 800 comes: it waits at 600, from 1050.
	g := gapRun{onGap: Wait, delay: 400 * ms, comes: map[int]int{700: 1100}}
	for _, f := range g.frames() {
		if want := min(f.local-450, 600); f.local >= 900 && f.local <= 1100 && f.render != want {
			t.Fatalf("at %d render time is %d, want %d", f.local, f.render, want)
		}
	}
	// Two packets a snapshot; the second, with entity 2, is lost at 300.
	p := DefaultPolicy()
	p.Delay, p.OnGap = 400*ms, Wait
	r := rig{Lens: new(Interpolated)}
	r.Configure(everyKind(p))
	for stamp := 0; stamp <= 1000; stamp += 100 {
		s := moving(stamp)
		if stamp >= 300 {
			s.Generation = 1
		}
		r.updates(stamp, stamp+50, Update{ID: 1, Sample: moving(stamp)})
		if stamp == 300 {
			r.seq++
		} else {
			r.updates(stamp, stamp+50, Update{ID: 2, Sample: s})
		}
		r.frame(stamp + 50)
	}
	if got := r.Stats().Kinds[0].RenderTime; got != ServerTime(200*ms) {
		t.Errorf("render time is %v, want 200ms, the last that was heard of entity 2", time.Duration(got))
	}
}

// Who may wait needs room for what comes in the meantime.
func TestWaitingTakesRoom(t *testing.T) {
	c := everyKind(DefaultPolicy())
	c.Policies[1].OnGap = Wait
	l := new(Interpolated)
	l.Configure(c)
	// ⌈(200 + 500) ÷ 100⌉ + 1 and one to extrapolate from; 500 ms are 5 more.
	if k := l.Stats().Kinds; k[0].Slots != 9 || k[1].Slots != 14 {
		t.Errorf("%d slots, and %d to wait with, want 9 and 14", k[0].Slots, k[1].Slots)
	}
}
