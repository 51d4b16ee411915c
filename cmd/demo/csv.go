package main

import (
	"encoding/csv"
	"reflect"
	"strconv"
	"strings"
)

// csvRows writes structs of numbers as rows under a header of their JSON names, the
// names of nested ones joined by "_".
type csvRows struct {
	out    *csv.Writer
	headed bool
}

// add writes a row that starts with the fields of lead under the names of head.
func (c *csvRows) add(head, lead []string, row any) {
	names, values := flatten(nil, nil, "", reflect.ValueOf(row))
	if !c.headed {
		c.headed = true
		_ = c.out.Write(append(head, names...)) // its error comes with the last
	}
	_ = c.out.Write(append(lead, values...))
}

// end writes what is left and returns the first error.
func (c *csvRows) end() error {
	c.out.Flush()
	return c.out.Error()
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
