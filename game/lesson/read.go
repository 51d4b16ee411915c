package lesson

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"snaplab/game/config"
)

// reader reads the values of a file and collects what is wrong with them. What can't be
// read is a zero value.
type reader struct {
	data     []byte
	scenario func(name string) (config.Scenario, error)
	faults   Faults
}

func (r *reader) fault(n *node, format string, args ...any) {
	r.faults = append(r.faults, Fault{n.line, fmt.Sprintf(format, args...)})
}

// fields checks that a value is an object with no other fields than these, each once.
func (r *reader) fields(n *node, what string, known ...string) bool {
	if !n.isObject() {
		r.fault(n, "%s is %s, want an object", what, n.what())
		return false
	}
	for i := range n.members {
		m := &n.members[i]
		if !slices.Contains(known, m.name) {
			r.faults = append(r.faults, Fault{m.line, fmt.Sprintf("%s has no field %q%s", what, m.name, config.Suggest(m.name, known))})
		}
		for j := range i {
			if n.members[j].name == m.name {
				r.faults = append(r.faults, Fault{m.line, fmt.Sprintf("%s has the field %q twice", what, m.name)})
			}
		}
	}
	return true
}

// get returns a field of an object, nil if it has none.
func (n *node) get(name string) *node {
	for i := range n.members {
		if n.members[i].name == name {
			return &n.members[i].node
		}
	}
	return nil
}

// need returns a field that must be there.
func (r *reader) need(n *node, what, field string) *node {
	v := n.get(field)
	if v == nil {
		r.fault(n, "%s has no %q", what, field)
	}
	return v
}

// text reads a text that is not empty; nil is nothing.
func (r *reader) text(n *node, field string) string {
	if n == nil {
		return ""
	}
	s, ok := n.value.(string)
	switch {
	case !ok:
		r.fault(n, "%s is %s, want a text", field, n.what())
	case strings.TrimSpace(s) == "":
		r.fault(n, "%s is empty", field)
	}
	return s
}

// words reads a text in both languages; nil is nothing.
func (r *reader) words(n *node, field string) (w Words) {
	if n == nil || !r.fields(n, field, "en", "ko") {
		return w
	}
	w.English = r.text(r.need(n, field, "en"), field+" in English")
	w.Korean = r.text(r.need(n, field, "ko"), field+" in Korean")
	return w
}

// whole reads a whole number in a range; nil is the least.
func (r *reader) whole(n *node, field string, least, most int64) int64 {
	if n == nil {
		return least
	}
	number, ok := n.value.(json.Number)
	v, err := strconv.ParseInt(string(number), 10, 64)
	if !ok || err != nil || v < least || v > most {
		r.fault(n, "%s is %s, want a whole number from %d to %d", field, r.shown(n), least, most)
		return least
	}
	return v
}

// shown returns a value as a fault quotes it.
func (r *reader) shown(n *node) string {
	switch v := n.value.(type) {
	case string:
		return strconv.Quote(v)
	case json.Number:
		return string(v)
	}
	return n.what()
}

// duration reads a time with its unit in a range; nil is 0.
func (r *reader) duration(n *node, field string, least, most time.Duration) time.Duration {
	s := r.text(n, field)
	if s == "" {
		return 0
	}
	v, err := config.ParseValue(config.Duration, s)
	if err != nil {
		r.fault(n, "%s %v", field, err)
		return 0
	}
	if d := time.Duration(v); d < least || d > most {
		r.fault(n, "%s is %s, want %s to %s", field, s, spelled(least), spelled(most))
	}
	return time.Duration(v)
}

func spelled(d time.Duration) string {
	return string(config.AppendValue(nil, config.Duration, int64(d)))
}

// list reads a list of a length in a range; nil has none.
func (r *reader) list(n *node, field string, least, most int) []node {
	switch {
	case n == nil:
		return nil
	case !n.isList():
		r.fault(n, "%s is %s, want a list", field, n.what())
		return nil
	case len(n.items) < least || len(n.items) > most:
		r.fault(n, "%s has %d entries, want %d to %d", field, len(n.items), least, most)
	}
	return n.items
}

// names reads a list of texts.
func (r *reader) names(n *node, field string) (names []string) {
	items := r.list(n, field, 1, maxNames)
	for i := range items {
		names = append(names, r.text(&items[i], field))
	}
	return names
}
