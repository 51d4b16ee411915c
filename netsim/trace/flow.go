package trace

import (
	"fmt"
	"strconv"
	"strings"
)

// chooseFlow returns the index of the flow that is asked for by number, by name or by a
// part of a name that no other has, such as a port of more than three digits; "" asks for the one with the most packets, the
// first of equals. It marks it as chosen.
func chooseFlow(flows []Flow, asked string) (int, error) {
	chosen := -1
	if asked == "" {
		for i, f := range flows {
			if chosen < 0 || f.Packets > flows[chosen].Packets {
				chosen = i
			}
		}
	} else if len(flows) == 1 && asked != "1" && !strings.Contains(flows[0].Name, asked) {
		return 0, fmt.Errorf("%w: flow %q: the file has no flows to choose from", ErrOptions, asked)
	} else if n, err := strconv.Atoi(asked); err == nil && n >= 1 && n <= len(flows) {
		chosen = n - 1
	} else if err == nil && n < 1000 {
		return 0, fmt.Errorf("%w: no flow is %q, want a number from 1 to %d", ErrOptions, asked, len(flows))
	} else if i, err := flowByName(flows, asked); err != nil {
		return 0, err
	} else {
		chosen = i
	}
	flows[chosen].Chosen = true
	return chosen, nil
}

func flowByName(flows []Flow, asked string) (int, error) {
	found := -1
	for i, f := range flows {
		if f.Name == asked {
			return i, nil
		}
		if strings.Contains(f.Name, asked) {
			if found >= 0 {
				return 0, fmt.Errorf("%w: flow %q is a part of two names, %q and %q; want a number from 1 to %d", ErrOptions, asked, flows[found].Name, f.Name, len(flows))
			}
			found = i
		}
	}
	if found < 0 {
		return 0, fmt.Errorf("%w: no flow is %q, want a number from 1 to %d or a part of a name such as %q", ErrOptions, asked, len(flows), flows[0].Name)
	}
	return found, nil
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
