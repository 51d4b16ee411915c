package main

import (
	"io"
	"reflect"
	"strconv"
	"strings"
)

// csvRows writes structs of numbers as rows under a header of their JSON names, the
// names of nested ones joined by "_". No field needs quoting.
type csvRows struct {
	err    error
	headed bool
}

// add writes a row that starts with the fields of lead under the names of head.
func (c *csvRows) add(w io.Writer, head, lead []string, row any) {
	names, values := flatten(nil, nil, "", reflect.ValueOf(row))
	if !c.headed {
		c.headed = true
		c.line(w, append(head, names...))
	}
	c.line(w, append(lead, values...))
}

func (c *csvRows) line(w io.Writer, fields []string) {
	if c.err == nil {
		_, c.err = io.WriteString(w, strings.Join(fields, ",")+"\n")
	}
}

// flatten appends the names and values of a struct's fields.
func flatten(names, values []string, prefix string, v reflect.Value) ([]string, []string) {
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		f := v.Field(i)
		if f.Kind() == reflect.Pointer {
			continue // what is there at times only has no column
		}
		if f.Kind() == reflect.Struct {
			names, values = flatten(names, values, prefix+name+"_", f)
			continue
		}
		names, values = append(names, prefix+name), append(values, plain(f))
	}
	return names, values
}

// plain returns a number, or a word, as it stands in a file.
func plain(v reflect.Value) string {
	switch {
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.Kind() == reflect.Interface:
		return plain(v.Elem())
	}
	if v.Kind() == reflect.Bool {
		return strconv.FormatBool(v.Bool())
	}
	return v.String()
}
