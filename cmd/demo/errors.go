package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"snaplab/game/config"
	"snaplab/game/export"
	"snaplab/game/study"
	"snaplab/ui/film"
)

// usageError is a fault of the command line or of a file that it names: exit status 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usage returns a usageError.
func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// status returns the exit status of an error.
func status(err error) int {
	switch {
	case err == nil:
		return 0
	case errors.As(err, new(usageError)):
		return 2
	case errors.As(err, new(budgetError)):
		return 3
	}
	return 1
}

// budgetError is a budget that was not kept to: exit status 3.
type budgetError struct{ error }

func overBudget(text string) error { return budgetError{errors.New(text)} }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// cause returns an error without the operation and paths of a file error.
func cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

var (
	unknownFlag     = regexp.MustCompile(`^unknown flag (--?)([^\s,=]+)`)
	unexpected      = regexp.MustCompile(`^unexpected argument (.+?)(, did you mean .*)?$`)
	missingValue    = regexp.MustCompile(`^--?([\w-]+): (expected .* value but got|missing value)`)
	unwantedValue   = regexp.MustCompile(`^--?([\w-]+): bool value must be .* but got (".*")$`)
	missingArgument = regexp.MustCompile(`^expected "(.*)"$`)
	missingFlags    = regexp.MustCompile(`^missing flags: (.*)$`)
	flagValue       = regexp.MustCompile(`(--[\w-]+)=[^,\s]*`)
)

// parseError puts the parser's errors into the words of this program.
func parseError(err error, model *kong.Application) error {
	text := err.Error()
	var node *kong.Node
	if p := (*kong.ParseError)(nil); errors.As(err, &p) && p.Context != nil {
		node = p.Context.Selected()
	}
	if node == nil {
		node = model.Node
	}
	if m := unknownFlag.FindStringSubmatch(text); m != nil {
		return usage("no flag is called %s%s", m[1]+m[2], suggestFlag(m[2], node))
	}
	if m := unexpected.FindStringSubmatch(text); m != nil {
		if node.Parent == nil || node.Hidden {
			return usage("no command is called %q%s", m[1], config.Suggest(m[1], commandNames(model)))
		}
		return usage("%q is one argument too many; demo %s --help shows what it takes", m[1], node.Name)
	}
	if m := missingValue.FindStringSubmatch(text); m != nil {
		return usage("--%s has no value, want for example --%s=%s", m[1], m[1], example(m[1], node))
	}
	if m := unwantedValue.FindStringSubmatch(text); m != nil {
		return usage("--%s takes no value, but %s is given", m[1], m[2])
	}
	if m := missingArgument.FindStringSubmatch(text); m != nil {
		return usage("%s is missing, want demo %s", strings.Trim(m[1], "<>"), node.Summary())
	}
	if m := missingFlags.FindStringSubmatch(text); m != nil { // each with an example of its value
		return usage("%s is missing, want demo %s", flagValue.ReplaceAllString(m[1], "$1"), node.Summary())
	}
	return usageError{err}
}

func commandNames(model *kong.Application) []string {
	var names []string
	for _, n := range model.Children {
		if !n.Hidden {
			names = append(names, n.Name)
		}
	}
	return names
}

// suggestFlag returns the end of the error about an unknown flag.
func suggestFlag(name string, node *kong.Node) string {
	var known []string
	for _, flags := range node.AllFlags(false) {
		for _, f := range flags {
			known = append(known, f.Name)
		}
	}
	if s := config.Suggest(name, known); s != "" {
		return strings.ReplaceAll(strings.Replace(s, "mean ", "mean --", 1), " or ", " or --")
	}
	return "; --help lists them"
}

// example returns a value that a flag might have.
func example(name string, node *kong.Node) string {
	for _, flags := range node.AllFlags(false) {
		for _, f := range flags {
			if f.Name == name {
				return f.FormatPlaceHolder()
			}
		}
	}
	return "VALUE"
}

// bare cuts from an error what kind of error it is, where its text says that anyway.
func bare(err error) error {
	text := err.Error()
	for _, kind := range []error{study.ErrPlan, config.ErrBudget, study.ErrQuestion, export.ErrExport, config.ErrScenario, film.ErrPlan} {
		text = strings.TrimPrefix(text, kind.Error()+": ")
	}
	return usageError{errors.New(text)}
}

// mayWrite returns an error if a file has something in it that is not to be overwritten.
func mayWrite(path string, force bool) error {
	if info, err := os.Stat(path); err == nil && !force && info.Mode().IsRegular() && info.Size() > 0 {
		return usage("%s exists already; --force overwrites it", path)
	}
	return nil
}

// create makes a file, and refuses to overwrite one that has something in it unless
// forced to.
func create(path string, force bool) (*os.File, error) {
	if err := mayWrite(path, force); err != nil {
		return nil, err
	}
	f, err := os.Create(path)
	return f, cantWrite(path, err)
}

// finish closes a file after writing, and puts the first failure into words.
func finish(f *os.File, err error) error { return cantWrite(f.Name(), cmp.Or(err, f.Close())) }

// cantWrite puts a failure to write a file into words; nil of none.
func cantWrite(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("can't write %s: %w", name, cause(err))
}
