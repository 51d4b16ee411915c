package im

// interner turns bytes into strings and remembers them, so that text formatted
// into a reused buffer costs an allocation only when it is new. The zero value
// is ready.
type interner struct{ known map[string]string }

// internLimit bounds the memory: past it everything is forgotten and learnt
// again, which costs one frame's worth of allocations.
const internLimit = 4096

func (t *interner) get(b []byte) string {
	if s, ok := t.known[string(b)]; ok {
		return s
	}
	if t.known == nil || len(t.known) >= internLimit {
		t.known = make(map[string]string)
	}
	s := string(b)
	t.known[s] = s
	return s
}
