package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"snaplab/cmd/demo/save"
)

// outputFlags choose the form of what is printed.
type outputFlags struct {
	JSON bool `name:"json" xor:"form" help:"Print JSON instead of a table."`
	CSV  bool `name:"csv" xor:"form" help:"Print CSV instead of a table."`
}

// print prints a result in the form that is asked for: as JSON, as rows, or for people.
// What writes for people need not look at errors: the first one is kept and returned here.
func (f outputFlags) print(out io.Writer, result any, rows func(*csvRows), people func(io.Writer)) error {
	return printed(out, func(w io.Writer) error {
		switch {
		case f.JSON:
			e := json.NewEncoder(w)
			e.SetEscapeHTML(false)
			e.SetIndent("", "  ")
			return e.Encode(result)
		case f.CSV:
			c := csvRows{out: csv.NewWriter(w)}
			rows(&c)
			c.out.Flush()
			return c.out.Error()
		}
		people(w)
		return nil
	})
}

// printed has f write to w and puts a failure into words. The writer that f gets keeps the
// first error of its own.
func printed(w io.Writer, f func(io.Writer) error) error {
	b := bufio.NewWriter(w)
	err := f(b)
	if err == nil {
		err = b.Flush()
	}
	return cantPrint(err)
}

// cantPrint puts a failure to print into words; nil of none.
func cantPrint(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("can't write the output: %w", save.Cause(err))
}

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
