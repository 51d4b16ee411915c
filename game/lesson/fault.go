package lesson

import (
	"fmt"
	"slices"
	"strings"
)

// Fault is one thing that is wrong in a lesson's file.
type Fault struct {
	Line int
	Text string
}

// Error says the line and what is wrong.
func (f Fault) Error() string { return fmt.Sprintf("line %d: %s", f.Line, f.Text) }

// Faults is all that is wrong in a lesson's file, in the order of its lines. It is the
// error that Parse returns.
type Faults []Fault

// Error has a line for each.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i := range f {
		lines[i] = f[i].Error()
	}
	return strings.Join(lines, "\n")
}

// sorted returns the faults by their lines.
func (f Faults) sorted() Faults {
	slices.SortStableFunc(f, func(a, b Fault) int { return a.Line - b.Line })
	return f
}
