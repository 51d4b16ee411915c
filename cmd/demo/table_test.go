//go:build headless

package main

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFlatten(t *testing.T) {
	type inner struct {
		A int     `json:"a"`
		B float64 `json:"b,omitempty"`
	}
	names, values := flatten(nil, nil, "", reflect.ValueOf(struct {
		X inner  `json:"x"`
		Y string `json:"y"`
		Z any    `json:"z"`
	}{inner{1, 0.25}, "word", 1e21}))
	if diff := cmp.Diff([]string{"x_a", "x_b", "y", "z"}, names); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"1", "0.25", "word", "1000000000000000000000"}, values); diff != "" {
		t.Error(diff)
	}
}

func TestTable(t *testing.T) {
	var tab table
	tab.add("name", "a", "long")
	tab.add("x", "10 µs")
	tab.add("longer", "1", "2")
	var out strings.Builder
	tab.write(&out)
	want := "name        a  long\n" +
		"x       10 µs\n" +
		"longer      1     2\n"
	if out.String() != want {
		t.Errorf("\n%s, want\n%s", out.String(), want)
	}
}

func TestByteSize(t *testing.T) {
	for n, want := range map[int]string{0: "0 B", 999: "999 B", 1000: "1 kB", 320_000: "320 kB", 1_600_000: "1.6 MB", 1234: "1.234 kB", 9_068_480: "9.068 MB"} {
		if got := byteSize(n); got != want {
			t.Errorf("%d bytes are %s, want %s", n, got, want)
		}
	}
}
