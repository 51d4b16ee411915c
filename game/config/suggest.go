package config

import (
	"slices"
	"strings"
)

// Suggest returns the end of an error about an unknown name: the nearest of the
// known ones, or all of them when they are few and none is near. It starts with
// ", " or is empty.
func Suggest(name string, known []string) string {
	var near []string
	for _, k := range known {
		if d := distance(name, k); d <= (len(k)+2)/3 || len(name) > 2 && strings.HasPrefix(k, name) {
			near = append(near, k)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return distance(name, a) - distance(name, b) })
	switch {
	case len(near) > 3:
		near = near[:3]
	case len(near) == 0 && len(known) <= 16:
		return ", want " + anyOf(known)
	case len(near) == 0:
		return ""
	}
	return ", did you mean " + strings.Join(near, " or ") + "?"
}

// anyOf lists names: a, b or c.
func anyOf(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// distance is the number of letters to insert, delete or replace to make a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
