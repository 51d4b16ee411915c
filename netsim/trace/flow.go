package trace

import (
	"fmt"
	"strconv"
	"strings"
)

// choose returns the index of the flow that is asked for: by number, by name or by a part
// of a name that no other has, such as a port of more than three digits; "" asks for the
// one with the most packets, the first of equals. It marks it as chosen, and the flows
// as those of the trace unless there is only one.
func (t *Trace) choose(flows []Flow, asked string) (int, error) {
	chosen, found := -1, 0
	n, err := strconv.Atoi(asked)
	for i, f := range flows {
		switch {
		case asked == "" && (chosen < 0 || f.Packets > flows[chosen].Packets), err == nil && n == f.Number, asked != "" && f.Name == asked:
			chosen, found = i, -len(flows)
		case asked != "" && found >= 0 && (err != nil || n >= 1000) && strings.Contains(f.Name, asked):
			if found++; found > 1 {
				return 0, fmt.Errorf("%w: flow %q is a part of two names, %q and %q; want a number from 1 to %d", ErrOptions, asked, flows[chosen].Name, f.Name, len(flows))
			}
			chosen = i
		}
	}
	switch {
	case chosen >= 0:
		flows[chosen].Chosen = true
	case len(flows) == 1:
		return 0, fmt.Errorf("%w: flow %q: the file has no flows to choose from", ErrOptions, asked)
	default:
		return 0, fmt.Errorf("%w: no flow is %q, want a number from 1 to %d or a part of a name such as %q", ErrOptions, asked, len(flows), flows[0].Name)
	}
	if len(flows) > 1 {
		t.Flows = flows
	}
	return chosen, nil
}

// groups sorts things into flows by a key, in the order in which the keys first come.
type groups[T any] struct {
	index map[string]int
	names []string
	items [][]T
}

func (g *groups[T]) add(key string, item T) {
	i, ok := g.index[key]
	if !ok {
		if g.index == nil {
			g.index = map[string]int{}
		}
		i = len(g.names)
		g.index[key] = i
		g.names = append(g.names, key)
		g.items = append(g.items, nil)
	}
	g.items[i] = append(g.items[i], item)
}

// flows returns a flow for each key.
func (g *groups[T]) flows() []Flow {
	flows := make([]Flow, len(g.names))
	for i, name := range g.names {
		flows[i] = Flow{Number: i + 1, Name: name, Packets: len(g.items[i])}
	}
	return flows
}
