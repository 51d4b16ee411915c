package main

import (
	"errors"
	"fmt"
	"io"

	"snaplab/assets"
	"snaplab/game/config"
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
			files := requestEnvironment()
			l, err := lesson.Named(&files, name)
			var faults config.FileErrors
			if errors.As(err, &faults) { // the first is the error itself
				for _, f := range faults[1:] {
					fmt.Fprintf(env.stderr, "demo: %s: %s\n", name, f)
				}
				return usage("%s: %s", name, faults[0])
			}
			if err != nil {
				return requestError(err)
			}
			lessons = append(lessons, *l)
		}
	}
	return printed(env.stdout, func(w io.Writer) error { writeLessons(w, lessons); return nil })
}

// writeLessons writes a line for each lesson.
func writeLessons(w io.Writer, lessons []lesson.Lesson) {
	for i := range lessons {
		l := &lessons[i]
		fmt.Fprintf(w, "%-28s %s, %s   %s · %s\n", l.ID,
			counted(len(l.Steps), "step", "steps"), counted(l.Tasks(), "task", "tasks"), l.Title.English, l.Title.Korean)
	}
}
