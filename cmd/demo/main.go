// Command demo is the Snapshot Interpolation Lab: a window that shows what a delay
// buys, and the same lab on the command line.
package main

import (
	"cmp"
	"errors"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"snaplab/assets"
	"snaplab/cmd/demo/shell"
	"snaplab/game/config"
	"snaplab/game/export"
	"snaplab/ui"
	"snaplab/ui/film"
	"snaplab/ui/view"
)

// brokenPipe is SIGPIPE, by its number since not every platform's package has the name.
const brokenPipe = syscall.Signal(13)

func main() {
	signal.Ignore(brokenPipe) // so that files that are under way are removed, see run
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is the whole program: it returns the exit status, 0 if all went well, 2 if the
// command line is no good, 3 if a budget is not kept to and 1 for any other failure. An
// error is one line on stderr.
func run(args []string, stdout, stderr io.Writer) int {
	err := execute(args, stdout, stderr)
	if errors.Is(err, syscall.EPIPE) { // who reads has seen enough
		return 0
	}
	if err != nil {
		io.WriteString(stderr, "demo: "+printable(err.Error())+"\n")
	}
	return status(err)
}

// commandLine is what kong makes the commands and their help from.
type commandLine struct {
	Version kong.VersionFlag `help:"Print the version."`

	Window windowCommand `cmd:"" default:"withargs" hidden:"" help:"Open the window."`
	Report reportCommand `cmd:"" help:"Run once and print the metrics of every lens and kind."`
	Sweep  sweepCommand  `cmd:"" help:"Run for every value of one setting or two, with many seeds each, and print what they come to."`
	Tune   tuneCommand   `cmd:"" help:"Recommend a delay for each kind that keeps to a budget, say why, and print it as settings for an engine."`
	Shot   shotCommand   `cmd:"" help:"Save the window's picture at a simulated time."`
	Record recordCommand `cmd:"" help:"Make a film of a part of a run: an animated GIF, or a folder of numbered pictures."`
	Lesson lessonCommand `cmd:"" help:"List the lessons, or check files of your own."`
	Motion motionCommand `cmd:"" help:"Read a recording of motion and say what was understood."`
	Link   linkCommand   `cmd:"" help:"Read a measured trace of a network and say what was understood."`
}

// environment is what a command works with.
type environment struct {
	settings       *settingFlags
	stdout, stderr io.Writer
}

func execute(args []string, stdout, stderr io.Writer) error {
	var line commandLine
	env := &environment{newSettingFlags(), stdout, stderr}
	informed := false // the help or the version was all that was asked for
	help := keepingError{Writer: stdout}
	parser, err := kong.New(&line,
		kong.Name("demo"),
		kong.Description("Watch, measure and tune snapshot interpolation. Without a command the window opens (demo FILE.json: with that scenario, lesson or tuned settings, demo FILE: following that trace), in the colours of --theme (${themes}) and the language of --lang (${languages}), in the view of --view (${windows}), with --present for the front of a class."),
		kong.Vars{"version": "demo " + shell.Version(), "scenarios": strings.Join(config.ScenarioNames(assets.FS), ", "), "themes": themeNames(), "views": strings.Join(film.Views, ", "), "windows": strings.Join(ui.Views, ", "), "languages": languageCodes(), "networks": networkNames(), "exports": strings.Join(export.Names(), ", ")},
		kong.Writers(&help, stderr),
		kong.Exit(func(int) { informed = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true, WrapUpperBound: 120}),
		kong.ExplicitGroups(settingGroups),
		kong.Embed(env.settings),
	)
	if err != nil {
		return err
	}
	if err := checkArguments(args, parser.Model); err != nil {
		return err
	}
	context, err := parser.Parse(adaptiveAlone(joinNegative(namedFile(args, commandNames(parser.Model)))))
	switch {
	case informed || help.err != nil:
		return cantPrint(help.err)
	case err != nil:
		return parseError(err, parser.Model)
	}
	return context.Run(env)
}

// keepingError is a writer that keeps its first error.
type keepingError struct {
	io.Writer
	err error
}

func (w *keepingError) Write(data []byte) (int, error) {
	n, err := w.Writer.Write(data)
	w.err = cmp.Or(w.err, err)
	return n, err
}

// joinNegative joins a flag and a negative number after it into one argument, since
// the parser would take the number for a flag.
func joinNegative(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			return append(out, args[i:]...)
		}
		if i+1 < len(args) && strings.HasPrefix(args[i], "--") && !strings.Contains(args[i], "=") && negative(args[i+1]) {
			out = append(out, args[i]+"="+args[i+1])
			i++
			continue
		}
		out = append(out, args[i])
	}
	return out
}

// adaptiveAlone lets --adaptive stand without a value, which then is on.
func adaptiveAlone(args []string) []string {
	args = slices.Clone(args)
	choices := config.MustSetting("adaptive").Choices
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if arg == "--adaptive" && (i+1 == len(args) || !slices.Contains(choices, args[i+1]) && !strings.Contains(args[i+1], "=")) {
			args[i] += "=" + choices[len(choices)-1]
		}
	}
	return args
}

func negative(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && (arg[1] >= '0' && arg[1] <= '9' || arg[1] == '.')
}

func themeNames() string {
	var names []string
	for _, t := range view.Themes {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}
