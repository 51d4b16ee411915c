package measure

import "time"

// Span is a part of a run in simulation time, From and To included. The zero value is
// all of it.
type Span struct{ From, To time.Duration }

func (s Span) has(t time.Duration) bool { return s == (Span{}) || t >= s.From && t <= s.To }
