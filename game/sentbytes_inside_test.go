package game

import (
	"fmt"
	"hash/fnv"
	"runtime"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/config/configtest"
	"snaplab/game/world"
	"snaplab/netsim"
)

// hashing hashes the bytes of every packet that a session sends to the client.
type hashing struct {
	of  *Session
	sum interface {
		Write([]byte) (int, error)
		Sum64() uint64
	}
}

func (h *hashing) Sent(*PacketRecord)                      { h.sum.Write(h.of.server.bytes) }
func (h *hashing) Arrived(*PacketRecord)                   {}
func (h *hashing) Acknowledged(netsim.Event)               {}
func (h *hashing) Changed(time.Duration, *config.Settings) {}
func (h *hashing) Framed(time.Duration)                    {}

// TestBytesOfBefore: where every entity is in every snapshot, the bytes that are sent and the
// digests are those of the program before kinds had rates of their own.
func TestBytesOfBefore(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the last digits of floats decide bytes, and other processors may round them otherwise")
	}
	for _, c := range []struct {
		name   string
		change func(*config.Scenario)
		want   string // digest and hash of the bytes
	}{
		{"default", func(*config.Scenario) {}, "63d26b5ee6e47f18 7b62e45c01adf819"},
		{"delta", func(s *config.Scenario) { s.Settings.Encoding = config.DeltaEncoding }, "9a5c7cf44a619bfe 1d4c55a1acec967c"},
		{"delta, half lost both ways", func(s *config.Scenario) {
			s.Settings.Encoding, s.Settings.SendRate = config.DeltaEncoding, 45*config.Hertz
			s.Settings.Down.Loss, s.Settings.Up.Loss, s.Settings.Down.Duplicate = 500_000, 500_000, 100_000
		}, "13bb1258a11b2b08 4c5c6c5a72866edc"},
		{"several packets a snapshot", func(s *config.Scenario) {
			s.Settings.Encoding = config.DeltaEncoding
			s.Entities = []world.Group{{Kind: world.Walker, Count: 82}, {Kind: world.Rocket, Count: 41}}
		}, "cb3f469f1c86234f 1cc7954953a601d9"},
		{"lively", func(s *config.Scenario) { *s = configtest.Lively(3) }, "04ff79b5c60dfb91 b0592dddd0264e0b"},
		{"lively, delta", func(s *config.Scenario) {
			*s = configtest.Lively(4)
			s.Settings.Encoding = config.DeltaEncoding
			for i := range s.Script {
				s.Script[i].Settings.Encoding = config.DeltaEncoding
			}
		}, "2e76256df4f00c47 7be49ce224ec3112"},
	} {
		s := session(t, c.change)
		h := &hashing{s, fnv.New64a()}
		s.Observe(h)
		s.AdvanceTo(30 * time.Second)
		if err := s.Err(); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%016x %016x", s.Digest(), h.sum.Sum64()); got != c.want {
			t.Errorf("%s: digest and bytes are %s, want %s", c.name, got, c.want)
		}
	}
}
