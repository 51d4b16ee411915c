package shelltest

import (
	"encoding/json"
	"fmt"
)

// Recommended are runs, as texts, of which every shell recommends the same delays.
var Recommended = [...]string{
	"snaplab1/default/seed=1",
	"snaplab1/car/seed=1/rate=20hz/loss=2%",
	"snaplab1/drone/seed=1/rate=60hz/jitter=0ms/loss=0%",
	"snaplab1/turret/seed=1/jitter=80ms/underruns=6permin",
	"snaplab1/default/seed=1/loss=8%/outage=150ms/underruns=drone=6permin/underruns=door=0.2permin",
	"snaplab1/car/seed=1/loss=100%",
}

// Recommendation is what is recommended for a kind, as `demo tune --json` and the status of an
// application have it.
type Recommendation struct {
	Kind string  `json:"kind"`
	MS   float64 `json:"delay_ms"`
	Low  float64 `json:"delay_ms_low"`
	High float64 `json:"delay_ms_high"`
	Met  bool    `json:"met"`
}

// RecommendedBy returns what an application's status says is recommended, none as long as that
// is not settled.
func RecommendedBy(status []byte) ([]Recommendation, error) {
	var s struct {
		Study struct{ Recommended []Recommendation }
	}
	if err := json.Unmarshal(status, &s); err != nil {
		return nil, fmt.Errorf("status %.60q: %w", status, err)
	}
	return s.Study.Recommended, nil
}
