package wire

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"testing"

	"snaplab/interp"
)

func TestMissingBaseline(t *testing.T) {
	var e Encoder
	first := encode(t, &e, snapshot(1, 0, moving(1, 5, 0), moving(2, 5, 0)))
	e.Acknowledge(Ack{Epoch: 1, Newest: 1})
	next := snapshot(2, 100, moving(1, 6, 0), moving(2, 7, 1))
	second := encode(t, &e, next)

	var d Decoder
	var p Packet
	if err := d.Decode(&p, second); !errors.Is(err, ErrBaseline) || !strings.Contains(err.Error(), "packet 2 builds on 1") {
		t.Errorf("without its baseline: %v", err)
	}
	if len(p.Updates) != 0 || p.Header != next.Header {
		t.Errorf("%d updates under %+v, want none under %+v", len(p.Updates), p.Header, next.Header)
	}
	if err := Decode(&p, second); !errors.Is(err, ErrBaseline) {
		t.Errorf("by itself: %v", err)
	}
	for n := headerBytes; n < len(second); n++ {
		if err := d.Decode(&p, second[:n]); !errors.Is(err, ErrShort) {
			t.Errorf("%d of %d bytes: %v, want too short", n, len(second), err)
		}
	}
	if err := d.Decode(&p, append(bytes.Clone(second), 0)); !errors.Is(err, ErrLong) {
		t.Errorf("a byte more: %v, want too long", err)
	}
	for i, b := range [][]byte{first, second} {
		if err := d.Decode(&p, b); err != nil || len(p.Updates) != 2 {
			t.Errorf("packet %d with its baseline: %v", i+1, err)
		}
	}
	// A new epoch knows nothing of the one before, and what is left of that one is
	// not remembered any more.
	third := snapshot(1, 0, moving(1, 5, 0))
	third.Epoch = 2
	if err := d.Decode(&p, encode(t, new(Encoder), third)); err != nil {
		t.Fatal(err)
	}
	if err := d.Decode(&p, first); err != nil {
		t.Errorf("a whole packet of the epoch before: %v", err)
	}
	if err := d.Decode(&p, second); !errors.Is(err, ErrBaseline) {
		t.Errorf("one that builds on it: %v", err)
	}
}

// Bytes that no Encoder writes are refused with a reason.
func TestDeltaRefuses(t *testing.T) {
	gone := interp.Update{ID: 2, Sample: interp.Sample{Time: 90, Destroyed: true}}
	low := moving(1, -999, 0)
	for _, tt := range []struct {
		name    string
		time    byte // of the packet, ns; the baseline is of 100 ns
		records int
		bits    string
		want    string
	}{
		{"a third record", 200, 3, "000", "record 3 of 3: wire: bad value: nothing to build on, the baseline has 2 records"},
		{"a change of the destroyed", 200, 2, "0" + "10", "record 2 of 2: wire: bad value: entity 2 is destroyed and can't change"},
		{"before it was destroyed", 80, 2, "00", "record 2 of 2: wire: bad value: destroyed at 90 ns, want at most 80 ns"},
		{"width 0", 200, 1, "10" + "0" + "100" + "00000", "position: wire: bad value: change of 0 bits, want 1 to 22"},
		{"width of a position", 200, 1, "10" + "0" + "100" + bitField(23, 5), "position: wire: bad value: change of 23 bits, want 1 to 22"},
		{"width of a velocity", 200, 1, "10" + "0" + "000" + "100" + bitField(20, 5), "velocity: wire: bad value: change of 20 bits, want 1 to 19"},
		{"width of a rotation", 200, 1, "10" + "0" + "000" + "000" + "0" + "100" + bitField(16, 5), "rotation: wire: bad value: change of 16 bits, want 1 to 15"},
		{"out of the world", 200, 1, "10" + "0" + "100" + bitField(12, 5) + bitField(-1025, 12) + "000" + "0" + "000", "position x is -1000.0009765625 m"},
		{"rotation", 200, 1, "10" + "0" + "000" + "000" + "0" + "100" + bitField(15, 5) + bitField(8191, 15), "rotation leaves out"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var e Encoder
			var d Decoder
			var p Packet
			if err := d.Decode(&p, encode(t, &e, snapshot(1, 100, low, gone))); err != nil {
				t.Fatal(err)
			}
			b, err := appendHeader(nil, &Header{Epoch: 1, Seq: 2, Baseline: 1, Time: interp.ServerTime(tt.time)}, tt.records)
			if err != nil {
				t.Fatal(err)
			}
			for bits := tt.bits + strings.Repeat("0", 64); len(bits) >= 8; bits = bits[8:] {
				v, _ := strconv.ParseUint(bits[:8], 2, 8)
				b = append(b, byte(v))
			}
			if err := d.Decode(&p, b); !errors.Is(err, ErrValue) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
			if len(p.Updates) != 0 {
				t.Errorf("%d updates left", len(p.Updates))
			}
			if d.received.find(1, 2) != nil {
				t.Error("it is remembered")
			}
		})
	}
}

func TestEncoderRefuses(t *testing.T) {
	var e Encoder
	for want, f := range map[string]func(p *Packet){
		"entity 1: wire: bad value: position x":      func(p *Packet) { p.Updates[0].Sample.Pose.Position[0] = 2000 },
		"256 updates, want at most 255":              func(p *Packet) { p.Updates = make([]interp.Update, 256); fill(p) },
		"wire: packet too long: 1224 bytes, want":    func(p *Packet) { p.Updates = make([]interp.Update, 42); fill(p) },
		"wire: bad value: AckHold is -1ns, want 0s ": func(p *Packet) { p.AckHold = -1 },
	} {
		p := snapshot(1, 0, moving(1, 1, 0))
		f(p)
		if b, err := e.AppendPacket([]byte{9}, p); err == nil || !strings.Contains(err.Error(), want) || !bytes.Equal(b, []byte{9}) {
			t.Errorf("%x, %v, want %q", b, err, want)
		}
		e.Acknowledge(Ack{Epoch: 1, Newest: 1})
		if q := snapshot(2, 0, moving(1, 1, 0)); len(encode(t, &e, q)) == 0 || q.Baseline != 2 {
			t.Errorf("%s: the next packet builds on %d", want, q.Baseline)
		}
	}
	if err := Decode(new(Packet), nil); !errors.Is(err, ErrShort) {
		t.Error(err)
	}
	if _, err := AppendPacket(nil, &Packet{Header: Header{Seq: 7, Baseline: 6}}); err == nil || !strings.Contains(err.Error(), "Baseline is 6, want 0 or 7") {
		t.Errorf("a whole packet that builds on another: %v", err)
	}
}

// fill puts an entity into every update.
func fill(p *Packet) {
	for i := range p.Updates {
		p.Updates[i] = moving(1, 1, 0)
	}
}
