package lesson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// node is a value of a JSON file with the line that it is on.
type node struct {
	line    int
	value   any // string, json.Number, bool or nil; of objects and arrays their json.Delim
	members []member
	items   []node
	// from and to are its place in the file, in bytes.
	from, to int64
}

type member struct {
	name string
	line int
	node
}

// deepest is how deep a file's values may nest.
const deepest = 32

// parseTree reads a JSON file. An error has the line.
func parseTree(data []byte) (node, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	r := treeReader{data: data, d: d}
	n, err := r.value(0)
	if err != nil {
		return n, err
	}
	if _, err := d.Token(); err != io.EOF {
		return n, Fault{r.lineAt(d.InputOffset()), "something follows the end of the lesson"}
	}
	return n, nil
}

type treeReader struct {
	data    []byte
	d       *json.Decoder
	counted int64 // bytes whose line ends have been counted
	lines   int
}

// lineAt returns the line of a place at or after the last one asked for.
func (r *treeReader) lineAt(offset int64) int {
	offset = min(offset, int64(len(r.data)))
	if offset > r.counted {
		r.lines += bytes.Count(r.data[r.counted:offset], []byte("\n"))
		r.counted = offset
	}
	return 1 + r.lines
}

func (r *treeReader) token() (json.Token, error) {
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
	return nil, Fault{r.lineAt(offset), text}
}

func (r *treeReader) value(depth int) (node, error) {
	t, err := r.token()
	if err != nil {
		return node{}, err
	}
	end := r.d.InputOffset()
	n := node{line: r.lineAt(end), value: t, from: end, to: end}
	delim, ok := t.(json.Delim)
	if !ok {
		return n, nil
	}
	if depth == deepest {
		return n, Fault{n.line, fmt.Sprintf("values nest more than %d deep", deepest)}
	}
	n.from = end - 1
	for r.d.More() {
		if delim == '{' {
			name, err := r.token()
			if err != nil {
				return n, err
			}
			m := member{name: name.(string), line: r.lineAt(r.d.InputOffset())}
			if m.node, err = r.value(depth + 1); err != nil {
				return n, err
			}
			n.members = append(n.members, m)
			continue
		}
		item, err := r.value(depth + 1)
		if err != nil {
			return n, err
		}
		n.items = append(n.items, item)
	}
	if _, err := r.token(); err != nil { // the closing bracket
		return n, err
	}
	n.to = r.d.InputOffset()
	return n, nil
}

// what says what sort of value it is.
func (n *node) what() string {
	switch v := n.value.(type) {
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

func (n *node) isObject() bool { return n.value == json.Delim('{') }
func (n *node) isList() bool   { return n.value == json.Delim('[') }
