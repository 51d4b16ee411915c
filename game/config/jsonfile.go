package config

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"snaplab/game/world"
	"snaplab/netsim"
)

// Node is a value of a JSON file with the line that it is on.
type Node struct {
	Line    int
	Value   any // string, json.Number, bool or nil; of objects and lists their json.Delim
	Members []Member
	Items   []Node
}

// Member is a field of an object. Its line is that of its name.
type Member struct {
	Name string
	Line int
	Node Node
}

// FileError is one thing that is wrong in a file.
type FileError struct {
	Line int
	Text string
}

// Error says the line and what is wrong.
func (e FileError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }

// FileErrors is all that is wrong in a file, in the order of its lines.
type FileErrors []FileError

// Error has a line for each.
func (e FileErrors) Error() string {
	lines := make([]string, len(e))
	for i := range e {
		lines[i] = e[i].Error()
	}
	return strings.Join(lines, "\n")
}

// First returns an error of one line, which wraps e: the first of it, and how many more
// there are. e must not be empty.
func (e FileErrors) First() error { return first{e} }

type first struct{ FileErrors }

func (e first) Error() string {
	if n := len(e.FileErrors) - 1; n > 0 {
		return fmt.Sprintf("%v (and %d more)", e.FileErrors[0], n)
	}
	return e.FileErrors[0].Error()
}

func (e first) Unwrap() error { return e.FileErrors }

// What a file may have at most: how deep its values may nest, and how many there may be.
const (
	deepest   = 32
	maxValues = 300_000
)

// PlainJSON returns a file's text as UTF-8 without a byte order mark, which editors put
// before it and JSON doesn't have. A text in UTF-16 is told by its mark.
func PlainJSON(data []byte) []byte {
	order := binary.ByteOrder(binary.LittleEndian)
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return data[3:]
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		order = binary.BigEndian
	case !bytes.HasPrefix(data, []byte("\xff\xfe")):
		return data
	}
	var units []uint16
	for data = data[2:]; len(data) >= 2; data = data[2:] {
		units = append(units, order.Uint16(data))
	}
	return []byte(string(utf16.Decode(units)))
}

// ParseJSON reads a file of one JSON value. An error is FileErrors of one.
func ParseJSON(data []byte) (Node, error) {
	data = PlainJSON(data)
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	r := nodeReader{data: data, d: d}
	n, err := r.value(0)
	if err != nil {
		return n, err
	}
	if _, err := d.Token(); err != io.EOF {
		return n, FileErrors{{r.lineAt(d.InputOffset()), "something follows the end of the file's value"}}
	}
	return n, nil
}

type nodeReader struct {
	data    []byte
	d       *json.Decoder
	values  int   // read so far
	counted int64 // bytes whose line ends have been counted
	lines   int
}

// lineAt returns the line of a place at or after the last one asked for.
func (r *nodeReader) lineAt(offset int64) int {
	offset = min(offset, int64(len(r.data)))
	if offset > r.counted {
		r.lines += bytes.Count(r.data[r.counted:offset], []byte("\n"))
		r.counted = offset
	}
	return 1 + r.lines
}

func (r *nodeReader) token() (json.Token, error) {
	t, err := r.d.Token()
	if err == nil {
		return t, nil
	}
	offset, text := r.d.InputOffset(), strings.TrimPrefix(err.Error(), "json: ")
	if syntax, ok := err.(*json.SyntaxError); ok {
		offset = syntax.Offset
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		offset, text = int64(len(r.data)), "the file ends too early"
	}
	return nil, FileErrors{{r.lineAt(offset), text}}
}

func (r *nodeReader) value(depth int) (Node, error) {
	t, err := r.token()
	if err != nil {
		return Node{}, err
	}
	n := Node{Line: r.lineAt(r.d.InputOffset()), Value: t}
	if r.values++; r.values > maxValues {
		return n, FileErrors{{n.Line, fmt.Sprintf("there are more than %d values", maxValues)}}
	}
	delim, ok := t.(json.Delim)
	if !ok {
		return n, nil
	}
	if depth == deepest {
		return n, FileErrors{{n.Line, fmt.Sprintf("values nest more than %d deep", deepest)}}
	}
	for r.d.More() {
		var m Member
		if delim == '{' {
			name, err := r.token()
			if err != nil {
				return n, err
			}
			m.Name, m.Line = name.(string), r.lineAt(r.d.InputOffset())
		}
		if m.Node, err = r.value(depth + 1); err != nil {
			return n, err
		}
		if delim == '{' {
			n.Members = append(n.Members, m)
		} else {
			n.Items = append(n.Items, m.Node)
		}
	}
	_, err = r.token() // the closing bracket
	return n, err
}

// IsObject reports whether it is an object.
func (n *Node) IsObject() bool { return n.Value == json.Delim('{') }

// Get returns a field of an object, nil if it has none.
func (n *Node) Get(name string) *Node {
	for i := range n.Members {
		if n.Members[i].Name == name {
			return &n.Members[i].Node
		}
	}
	return nil
}

// What says what sort of value it is: a text, a number, an object.
func (n *Node) What() string {
	switch v := n.Value.(type) {
	case string:
		return "a text"
	case json.Number:
		return "a number"
	case bool:
		return "true or false"
	case json.Delim:
		if v == '{' {
			return "an object"
		}
		return "a list"
	}
	return "null"
}

// Shown returns the value as an error quotes it.
func (n *Node) Shown() string {
	switch v := n.Value.(type) {
	case string:
		return strconv.Quote(v)
	case json.Number:
		return string(v)
	}
	return n.What()
}

// Reader reads the values of a file and collects what is wrong with them, so that all of
// it can be reported at once. What can't be read is a zero value. A nil node is nothing to
// read and no error.
type Reader struct {
	errors FileErrors
	// Kinds are those that the file may name: those of the scenario that it read last.
	Kinds *world.Kinds
}

// Errors returns what is wrong, by lines.
func (r *Reader) Errors() FileErrors {
	sort.SliceStable(r.errors, func(i, j int) bool { return r.errors[i].Line < r.errors[j].Line })
	return r.errors
}

// Err returns an error of one line that wraps Errors, nil if nothing is wrong.
func (r *Reader) Err() error {
	if len(r.errors) == 0 {
		return nil
	}
	return first{r.Errors()}
}

// Fail takes note of an error in a line.
func (r *Reader) Fail(line int, format string, args ...any) {
	r.errors = append(r.errors, FileError{line, fmt.Sprintf(format, args...)})
}

// Fields checks that a value is an object with no other fields than these, each once.
func (r *Reader) Fields(n *Node, what string, known ...string) bool {
	if !r.object(n, what) {
		return false
	}
	for i := range n.Members {
		if m := &n.Members[i]; !slices.Contains(known, m.Name) {
			r.Fail(m.Line, "%s has no field %q%s", what, m.Name, Suggest(m.Name, known))
		}
	}
	return true
}

// object checks that a value is an object that has no field twice.
func (r *Reader) object(n *Node, what string) bool {
	if !n.IsObject() {
		r.Fail(n.Line, "%s is %s, want an object", what, n.What())
		return false
	}
	seen := map[string]bool{}
	for i := range n.Members {
		m := &n.Members[i]
		if seen[m.Name] {
			r.Fail(m.Line, "%s has the field %q twice", what, m.Name)
		}
		seen[m.Name] = true
	}
	return true
}

// Need returns a field that must be there.
func (r *Reader) Need(n *Node, what, field string) *Node {
	v := n.Get(field)
	if v == nil {
		r.Fail(n.Line, "%s has no %q", what, field)
	}
	return v
}

// String reads a text that may be empty.
func (r *Reader) String(n *Node, field string) (s string) {
	if n != nil && !is(n, &s) {
		r.Fail(n.Line, "%s is %s, want a text", field, n.What())
	}
	return s
}

// is reports whether a value is of a type, and puts it into v if it is.
func is[T any](n *Node, v *T) (ok bool) {
	*v, ok = n.Value.(T)
	return ok
}

// Text reads a text that must not be empty.
func (r *Reader) Text(n *Node, field string) string {
	s := r.String(n, field)
	if n != nil && n.Value != nil && strings.TrimSpace(s) == "" && n.What() == "a text" {
		r.Fail(n.Line, "%s is empty", field)
	}
	return s
}

// Bool reads true or false.
func (r *Reader) Bool(n *Node, field string) (b bool) {
	if n != nil && !is(n, &b) {
		r.Fail(n.Line, "%s is %s, want true or false", field, n.Shown())
	}
	return b
}

// Whole reads a whole number in a range; nil is the least.
func (r *Reader) Whole(n *Node, field string, least, most int64) int64 {
	if n == nil {
		return least
	}
	number, ok := n.Value.(json.Number)
	v, err := strconv.ParseInt(string(number), 10, 64)
	if !ok || err != nil || v < least || v > most {
		r.Fail(n.Line, "%s is %s, want a whole number from %d to %d", field, n.Shown(), least, most)
		return least
	}
	return v
}

// Seed reads the seed of a run.
func (r *Reader) Seed(n *Node) uint64 {
	if n == nil {
		return 0
	}
	number, ok := n.Value.(json.Number)
	v, err := ParseSeed(string(number))
	if !ok || err != nil {
		r.Fail(n.Line, "seed is %s, want a whole number from 0 to %d", n.Shown(), uint64(1<<64-1))
	}
	return v
}

// Packets reads a list of packets, such as "12,40-45" or "none".
func (r *Reader) Packets(n *Node, field string) netsim.PacketList {
	text := r.Text(n, field)
	if text == "" {
		return nil
	}
	l, err := parsePackets(field, text)
	if err != nil {
		r.Fail(n.Line, "%v", err)
	}
	return l
}

// Duration reads a time with its unit in a range.
func (r *Reader) Duration(n *Node, field string, least, most time.Duration) time.Duration {
	s := r.Text(n, field)
	if s == "" {
		return 0
	}
	v, err := ParseValue(Duration, s)
	if err != nil {
		r.Fail(n.Line, "%s %v", field, err)
		return 0
	}
	if d := time.Duration(v); d < least || d > most {
		r.Fail(n.Line, "%s is %s, want %s to %s", field, s, FormatDuration(least), FormatDuration(most))
	}
	return time.Duration(v)
}

// List reads a list of a length in a range.
func (r *Reader) List(n *Node, field string, least, most int) []Node {
	switch {
	case n == nil:
		return nil
	case n.Value != json.Delim('['):
		r.Fail(n.Line, "%s is %s, want a list", field, n.What())
		return nil
	case len(n.Items) < least || len(n.Items) > most:
		r.Fail(n.Line, "%s has %d entries, want %d to %d", field, len(n.Items), least, most)
	}
	return n.Items
}

// Settings reads settings by name, each a value with its unit or an object of them by
// qualifier, into s. Errors begin with what, if it is not empty.
func (r *Reader) Settings(n *Node, what string, s *Settings) {
	var given Assigner
	r.assign(n, "settings", what, func(a Assignment) error { return given.Assign(s, a) })
}

// assign has each value of an object assigned: {"delay": "200ms"}, or for some kinds or
// directions {"delay": {"drone": "120ms"}}.
func (r *Reader) assign(n *Node, name, what string, assign func(Assignment) error) {
	if n == nil || !r.object(n, name) {
		return
	}
	if what != "" {
		what += ": "
	}
	for i := range n.Members {
		m := &n.Members[i]
		values := []Member{*m}
		if m.Node.IsObject() && r.object(&m.Node, m.Name) {
			values = m.Node.Members
		}
		for j := range values {
			v := &values[j]
			text, ok := v.Node.Value.(string)
			if !ok {
				r.Fail(v.Node.Line, "%s%s is %s, want a text such as \"30ms\"", what, m.Name, v.Node.Shown())
				continue
			}
			if m.Node.IsObject() && v.Name != everyKind {
				text = v.Name + "=" + text
			}
			if err := assign(Assignment{m.Name, text}); err != nil {
				r.Fail(v.Line, "%s%v", what, err)
				break
			}
		}
	}
}
