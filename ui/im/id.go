package im

// PushID puts a prefix, followed by a slash, before the identifier of every
// control until the matching PopID. Prefixes nest: PushID("delay") and a slider
// "drone" make "delay/drone".
func (c *Context) PushID(prefix string) {
	c.prefixEnds = append(c.prefixEnds, len(c.prefix))
	c.prefix = append(c.prefix, prefix...)
	c.prefix = append(c.prefix, '/')
}

// PopID undoes the last PushID. One too many is an error that End returns.
func (c *Context) PopID() {
	n := len(c.prefixEnds)
	if n == 0 {
		c.fail("PopID without PushID")
		return
	}
	c.prefix = c.prefix[:c.prefixEnds[n-1]]
	c.prefixEnds = c.prefixEnds[:n-1]
}

// fullID returns the identifier with its prefixes. Whole identifiers are kept
// from frame to frame, so that joining them costs nothing after the first.
func (c *Context) fullID(id string) string {
	if len(c.prefix) == 0 {
		return id
	}
	n := len(c.prefix)
	c.prefix = append(c.prefix, id...)
	full := c.strings.get(c.prefix)
	c.prefix = c.prefix[:n]
	return full
}
