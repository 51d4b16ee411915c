package emulator

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"snaplab/netsim/trace/plain"
)

// OpportunityBytes is what one delivery opportunity of a Schedule carries.
const OpportunityBytes = 1500

// Schedule is the capacity of a path as Mahimahi has it: the times at which
// OpportunityBytes can pass. An opportunity that nothing waits for is wasted. After the
// last one the schedule starts again.
type Schedule struct {
	at []time.Duration // ascending, the last above 0
}

// Len returns the number of opportunities in one period.
func (s *Schedule) Len() int { return len(s.at) }

// Period returns the time after which the schedule starts again.
func (s *Schedule) Period() time.Duration { return s.at[len(s.at)-1] }

// At returns the time of opportunity n, counted from 0 through all periods.
func (s *Schedule) At(n int) time.Duration {
	return time.Duration(n/len(s.at))*s.Period() + s.at[n%len(s.at)]
}

// Next returns the number of the first opportunity at or after a time.
func (s *Schedule) Next(at time.Duration) int {
	if at <= 0 {
		return 0
	}
	periods := int((at - 1) / s.Period())
	i, _ := slices.BinarySearch(s.at, at-time.Duration(periods)*s.Period())
	return periods*len(s.at) + i
}

// Rate returns the mean capacity in bits per second.
func (s *Schedule) Rate() float64 {
	return float64(len(s.at)) * OpportunityBytes * 8 / s.Period().Seconds()
}

// LongestGap returns the longest time without an opportunity.
func (s *Schedule) LongestGap() time.Duration {
	gap := s.at[0]
	for i := 1; i < len(s.at); i++ {
		gap = max(gap, s.at[i]-s.at[i-1])
	}
	return gap
}

// maxTimes is how many times a schedule has at most.
const maxTimes = 1 << 20

// ParseSchedule reads one whole number of milliseconds to a line, as strict as Mahimahi is.
func ParseSchedule(lines plain.Lines) (*Schedule, error) {
	s := new(Schedule)
	for i, line := range lines.All() {
		ms, err := strconv.ParseInt(strings.TrimSpace(line), 10, 40)
		switch {
		case err != nil || ms < 0:
			return nil, fmt.Errorf("line %d is %s, want a whole number of milliseconds", i+1, plain.Excerpt(line))
		case len(s.at) > 0 && time.Duration(ms)*time.Millisecond < s.at[len(s.at)-1]:
			return nil, fmt.Errorf("line %d is %d ms after %d ms, want times that don't decrease", i+1, ms, s.at[len(s.at)-1].Milliseconds())
		case len(s.at) == maxTimes:
			return nil, fmt.Errorf("more than %d times", maxTimes)
		}
		s.at = append(s.at, time.Duration(ms)*time.Millisecond)
	}
	if len(s.at) == 0 || s.Period() == 0 {
		return nil, errors.New("its last time is 0, want more")
	}
	return s, nil
}
