package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"snaplab/assets"
	"snaplab/game/lesson"
)

// lessonCommand lists the lessons that the program carries with it, or reads some and
// says what they are: what a teacher who writes one looks at.
type lessonCommand struct {
	Names []string `arg:"" optional:"" name:"lesson" help:"A lesson's name, or a file (FILE.json) to check."`
}

// Run is called by kong.
func (c *lessonCommand) Run(env *environment) error {
	lessons, err := lesson.Load(assets.FS)
	if err != nil {
		return err
	}
	if len(c.Names) > 0 {
		lessons = nil
		for _, name := range c.Names {
			l, err := loadLesson(name)
			var faults lesson.Faults
			if errors.As(err, &faults) { // all but the first, which is the error itself
				for _, f := range faults[1:] {
					fmt.Fprintf(env.stderr, "demo: %s: %s\n", name, f)
				}
			}
			if err != nil {
				return err
			}
			lessons = append(lessons, *l)
		}
	}
	return printed(env.stdout, func(w io.Writer) error { return writeLessons(w, lessons) })
}

// writeLessons writes a line for each lesson.
func writeLessons(w io.Writer, lessons []lesson.Lesson) error {
	for i := range lessons {
		l := &lessons[i]
		_, err := fmt.Fprintf(w, "%-28s %s, %s   %s · %s\n", l.ID,
			counted(len(l.Steps), "step", "steps"), counted(l.Tasks(), "task", "tasks"), l.Title.English, l.Title.Korean)
		if err != nil {
			return err
		}
	}
	return nil
}

// loadLesson reads one of the lessons that the program carries with it, or a file.
func loadLesson(name string) (*lesson.Lesson, error) {
	if !namesFile(name) {
		lessons, err := lesson.Load(assets.FS)
		if err != nil {
			return nil, err
		}
		l, err := lesson.Find(lessons, name)
		if err != nil {
			if !strings.HasSuffix(err.Error(), "?") { // nothing like it
				return nil, usage("%w; demo lesson lists them", err)
			}
			return nil, usageError{err}
		}
		return l, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("can't read %s: %w", name, cause(err))
	}
	l, err := lesson.Parse(data, lesson.Scenarios(assets.FS))
	if err != nil {
		return nil, lessonError{name, err.(lesson.Faults)}
	}
	return &l, nil
}

// lessonError is what is wrong in a lesson's file. It says the first fault, and how many
// more there are.
type lessonError struct {
	file   string
	faults lesson.Faults
}

func (e lessonError) Error() string {
	if n := len(e.faults) - 1; n > 0 {
		return fmt.Sprintf("%s: %s (and %d more; demo lesson %s tells them)", e.file, e.faults[0], n, e.file)
	}
	return fmt.Sprintf("%s: %s", e.file, e.faults[0])
}

func (e lessonError) Unwrap() error { return usageError{e.faults} }
