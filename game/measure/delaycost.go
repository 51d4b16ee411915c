package measure

import (
	"math"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

const (
	costSpan     = 3 * time.Second // of the recent past
	costInstants = 24              // in it
	costEntities = 8               // at most
)

// AppendDelayCost appends, for each delay, how far apart the truth and the truth one latency
// and that delay ago are: the error against the present that a perfect interpolation would
// still have. It is told in what of the kind changes: metres or degrees, the root mean square
// over the last seconds, or for how many milliseconds of a second the state was another. It is
// that of the entities of a kind, or of all kinds if it is −1; of many entities some are
// taken. An entity counts where it lives at both times without a respawn or a restart between.
// The run is not changed.
func (r *Run) AppendDelayCost(dst []float64, kind int, of world.Quantity, delays []time.Duration) []float64 {
	first := len(dst)
	for range delays {
		dst = append(dst, 0)
	}
	sums := dst[first:]
	var counts [64]int
	delays = delays[:min(len(delays), len(counts))]
	matches := 0
	for i := range r.Entities() {
		if kind < 0 || r.isKind(i, kind) {
			matches++
		}
	}
	stride := max(1, (matches+costEntities-1)/costEntities)
	seen := 0
	for i := range r.Entities() {
		if kind >= 0 && !r.isKind(i, kind) {
			continue
		}
		if seen++; (seen-1)%stride == 0 {
			r.addDelayCost(sums, counts[:], i, of, delays)
		}
	}
	for i, n := range counts[:len(delays)] {
		if sums[i] /= float64(max(n, 1)); of == world.Stance {
			sums[i] *= config.Milliseconds(time.Second)
		} else {
			sums[i] = math.Sqrt(sums[i])
		}
	}
	return dst
}

func (r *Run) isKind(i, kind int) bool {
	k, _ := r.Kind(interp.EntityID(i + 1))
	return k == interp.Kind(kind)
}

// addDelayCost adds one entity's squared distances or angles, or how often its state differs.
func (r *Run) addDelayCost(sums []float64, counts []int, i int, of world.Quantity, delays []time.Duration) {
	now, then := &r.state, &r.then
	id, latency := interp.EntityID(i+1), r.Settings().Down.Latency
	for j := range costInstants {
		at := r.Now() - costSpan*time.Duration(j)/costInstants
		if at < 0 {
			return
		}
		if r.Truth(id, at, now); !now.Alive {
			continue
		}
		for d, delay := range delays {
			ago := at - latency - delay
			if ago < 0 {
				continue
			}
			if r.Truth(id, ago, then); then.Alive && then.Generation == now.Generation && r.EpochAt(ago) == r.EpochAt(at) {
				counts[d]++
				switch of {
				case world.Position:
					l := float64(now.Pose.Position.Sub(then.Pose.Position).Len())
					sums[d] += l * l
				case world.Rotation:
					a := DegreesBetween(&now.Pose.Rotation, &then.Pose.Rotation)
					sums[d] += a * a
				case world.Stance:
					if now.Stance != then.Stance {
						sums[d]++
					}
				}
			}
		}
	}
}
