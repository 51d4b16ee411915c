package lesson

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"snaplab/game/config"
)

const lessonDir = "lessons"

// Load reads the lessons of a file system, in their order. The error names the first
// file that is wrong.
func Load(fsys fs.FS) ([]Lesson, error) {
	files, err := fs.Glob(fsys, lessonDir+"/*.json")
	if err != nil {
		return nil, err
	}
	var lessons []Lesson
	for _, file := range files {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		l, err := Parse(data, Scenarios(fsys))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		lessons = append(lessons, l)
	}
	slices.SortStableFunc(lessons, Compare)
	return lessons, nil
}

// Compare orders lessons by Order, and those of one by ID.
func Compare(a, b Lesson) int {
	if a.Order != b.Order {
		return a.Order - b.Order
	}
	return strings.Compare(a.ID, b.ID)
}

// Scenarios returns what finds the scenarios of a file system, for Parse.
func Scenarios(fsys fs.FS) func(name string) (config.Scenario, error) {
	return func(name string) (config.Scenario, error) { return config.LoadScenario(fsys, name) }
}

// Find returns the lesson of a name, or an error that names the nearest ones.
func Find(lessons []Lesson, id string) (*Lesson, error) {
	var ids []string
	for i := range lessons {
		if lessons[i].ID == id {
			return &lessons[i], nil
		}
		ids = append(ids, lessons[i].ID)
	}
	return nil, fmt.Errorf("no lesson is called %q%s", id, config.Suggest(id, ids))
}
