package game

import (
	"math"
	"time"

	"snaplab/game/world"
	"snaplab/interp"
)

const (
	costSpan     = 3 * time.Second // of the recent past
	costInstants = 24              // in it
	costEntities = 8               // at most
)

// AppendDelayCost appends, for each delay, how far apart in metres the truth and the
// truth one latency and that delay ago are: the error against the present that a
// perfect interpolation would still have. It is the root mean square over the last
// seconds and over entities of a kind, or of all kinds if it is −1; of many entities
// some are taken. An entity counts where it lives at both times without a respawn
// or a restart between. The run is not changed.
func (s *Session) AppendDelayCost(dst []float64, kind int, delays []time.Duration) []float64 {
	first := len(dst)
	for range delays {
		dst = append(dst, 0)
	}
	squares := dst[first:]
	var counts [64]int
	delays = delays[:min(len(delays), len(counts))]
	matches := 0
	for i := range s.world.Len() {
		if kind < 0 || s.world.Kind(i) == interp.Kind(kind) {
			matches++
		}
	}
	stride := max(1, (matches+costEntities-1)/costEntities)
	seen := 0
	for i := range s.world.Len() {
		if kind >= 0 && s.world.Kind(i) != interp.Kind(kind) {
			continue
		}
		if seen++; (seen-1)%stride == 0 {
			s.addDelayCost(squares, counts[:], i, delays)
		}
	}
	for i, n := range counts[:len(delays)] {
		if n > 0 {
			squares[i] = math.Sqrt(squares[i] / float64(n))
		}
	}
	return dst
}

// addDelayCost adds one entity's squared distances.
func (s *Session) addDelayCost(squares []float64, counts []int, i int, delays []time.Duration) {
	var now, then world.State
	for j := range costInstants {
		at := s.now - costSpan*time.Duration(j)/costInstants
		if at < 0 {
			return
		}
		if s.world.At(i, at, &now); !now.Alive {
			continue
		}
		for d, delay := range delays {
			ago := at - s.settings.Down.Latency - delay
			if ago < 0 {
				continue
			}
			if s.world.At(i, ago, &then); then.Alive && then.Generation == now.Generation && s.world.EpochAt(ago) == s.world.EpochAt(at) {
				l := float64(now.Pose.Position.Sub(then.Pose.Position).Len())
				squares[d] += l * l
				counts[d]++
			}
		}
	}
}
