package film

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

// TestPlanTimes: in slow motion there are more pictures, closer together in the run.
func TestPlanTimes(t *testing.T) {
	for _, c := range []struct {
		speed    float64
		pictures int
		third    time.Duration // when the picture 3 is
	}{{0, 50, 1120 * time.Millisecond}, {1, 50, 1120 * time.Millisecond}, {0.25, 200, 1030 * time.Millisecond}, {2, 25, 1240 * time.Millisecond}} {
		p := Plan{From: time.Second, To: 3 * time.Second, Rate: 25, Speed: c.speed}
		if p.Pictures() != c.pictures || p.At(3) != c.third {
			t.Errorf("at %v× there are %d pictures, number 3 of %v, want %d and %v", c.speed, p.Pictures(), p.At(3), c.pictures, c.third)
		}
	}
}

func TestPlanRefuses(t *testing.T) {
	for says, p := range map[string]Plan{
		"starts at -1s":              {From: -time.Second, To: time.Second, Rate: 25},
		"0 pictures a second":        {To: time.Second},
		"61 pictures a second":       {To: time.Second, Rate: 61},
		"at least a picture":         {From: time.Second, To: time.Second, Rate: 25},
		"from 0s to 0.01s, want":     {To: 10 * time.Millisecond, Rate: 25},
		"lasts longer than 600s":     {To: MaxLength + time.Second, Rate: 25},
		"to 200s it lasts longer":    {To: 200 * time.Second, Rate: 25, Speed: 0.25},
		"its speed is 11, want":      {To: time.Second, Rate: 25, Speed: 11},
		"its speed is NaN, want":     {To: time.Second, Rate: 25, Speed: math.NaN()},
		`no view is called "curves"`: {To: time.Second, Rate: 25, View: "curves"},
	} {
		if err := p.Validate(); !errors.Is(err, ErrPlan) || !strings.Contains(err.Error(), says) {
			t.Errorf("error is %v, want %s", err, says)
		}
	}
}
