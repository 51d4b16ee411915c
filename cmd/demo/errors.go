package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"snaplab/cmd/demo/save"
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
	case errors.As(err, new(usageError)), errors.As(err, new(save.Refused)):
		return 2
	case errors.As(err, new(budgetError)):
		return 3
	}
	return 1
}

// budgetError is a budget that was not kept to: exit status 3.
type budgetError struct{ error }

func overBudget(text string) error { return budgetError{errors.New(text)} }

// maxWord and maxLine bound what an error repeats of what was given, in characters.
const maxWord, maxLine = 300, 2000

// printable returns an error's text as one line that does nothing to a terminal: what can't
// be seen is escaped, and words that nobody would read are cut.
func printable(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		var b strings.Builder
		n := 0
		for _, r := range w {
			if n++; n > maxWord {
				b.WriteString("…")
				break
			}
			switch {
			case r == utf8.RuneError:
				b.WriteString("\ufffd")
			case unicode.IsPrint(r):
				b.WriteRune(r)
			default:
				b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
			}
		}
		words[i] = b.String()
	}
	line := []rune(strings.Join(words, " "))
	if len(line) > maxLine {
		return string(line[:maxLine]) + "…"
	}
	return string(line)
}

// maxArguments bounds a command line: the parser's memory grows with the square of its flags.
const maxArguments = 1000

// checkArguments returns an error if there are too many, or one is empty, such as that of a script whose
// variable is not set: it is not the same as none.
func checkArguments(args []string, model *kong.Application) error {
	if len(args) > maxArguments {
		return usage("%d arguments are given, want at most %d", len(args), maxArguments)
	}
	for i, arg := range args {
		switch name, value, given := strings.Cut(arg, "="); {
		case arg == "--":
			return nil
		case given && value == "" && strings.HasPrefix(arg, "--"):
			return usage("%s is empty, want a value or no %s", name, name)
		case arg == "" && i > 0 && strings.HasPrefix(args[i-1], "--") && !strings.Contains(args[i-1], "=") && takesValue(args[i-1][2:], model.Node):
			return usage("%s is empty, want a value or no %s", args[i-1], args[i-1])
		case arg == "":
			return usage("argument %d is empty", i+1)
		}
	}
	return nil
}

// takesValue reports whether a flag of the program or one of its commands has a value.
func takesValue(name string, node *kong.Node) bool {
	for _, f := range node.Flags {
		if f.Name == name {
			return !f.IsBool()
		}
	}
	return slices.ContainsFunc(node.Children, func(n *kong.Node) bool { return takesValue(name, n) })
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
