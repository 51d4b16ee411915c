//go:build headless

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
)

// emptyFlags are flags with a value, by commands.
var emptyFlags = map[string]string{
	"report": "scenario run lesson seed duration network trace flow seq clock unit rate loss delay jitter frames packets",
	"sweep":  "seeds plot theme scenario trace delay",
	"tune":   "export seeds plot underruns trace",
	"shot":   "at size scale theme lang view scenario",
	"record": "from to fps speed view size theme",
	"link":   "flow unit seq",
}

// TestEmptyIsNotNone: a value that is empty, such as that of a variable which isn't set, is
// refused, in both forms and wherever it stands.
func TestEmptyIsNotNone(t *testing.T) {
	for command, flags := range emptyFlags {
		for _, name := range strings.Fields(flags) {
			for _, args := range [][]string{{command, "--" + name + "="}, {command, "--" + name, ""}, {"--" + name, "", command}} {
				out, errs, status := demo(args...)
				if want := "demo: --" + name + " is empty, want a value or no --" + name + "\n"; status != 2 || errs != want || out != "" {
					t.Errorf("%q: status %d, %q, want %q", args, status, out+errs, want)
				}
			}
		}
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{""}, "argument 1 is empty"},
		{[]string{"record", ""}, "argument 2 is empty"},
		{[]string{"shot", "--at", "1s", ""}, "argument 4 is empty"},
		{[]string{"shot", "--at", "1s", "--", ""}, "the name of the file to write is empty"},
		{[]string{"record", "--", ""}, "the name of the file to write is empty"},
		{[]string{"link", ""}, "argument 2 is empty"},
		{[]string{"report", "--json", ""}, "argument 3 is empty"},
	} {
		if out, errs, status := demo(c.args...); status != 2 || errs != "demo: "+c.says+"\n" || out != "" {
			t.Errorf("%q: status %d, %q, want %s", c.args, status, out+errs, c.says)
		}
	}
}

// TestEndlessCommandLine costs nothing.
func TestEndlessCommandLine(t *testing.T) {
	args := append([]string{"report"}, slices.Repeat([]string{"--jitter=30ms"}, 8000)...)
	if _, errs, status := demo(args...); status != 2 || errs != "demo: 8001 arguments are given, want at most 1000\n" {
		t.Errorf("status %d, %q", status, errs)
	}
}

// TestPictureNames: what doesn't end as its picture does is refused before the work.
func TestPictureNames(t *testing.T) {
	folder := t.TempDir()
	for _, args := range [][]string{
		{"shot", "--at", "1s"}, {"tune", "--plot"}, {"sweep", "--delay", "1ms,2ms", "--plot"},
	} {
		for _, end := range []string{".jpg", ".jpeg", ".gif", ".webp", ".txt", ".PNG.bak"} {
			file := filepath.Join(folder, "x"+end)
			_, errs, status := demo(append(args, file)...)
			if want := "demo: " + file + " ends in " + filepath.Ext(file) + ", but the picture is a PNG: want FILE.png\n"; status != 2 || errs != want {
				t.Errorf("%q %s: status %d, %q", args, end, status, errs)
			}
		}
	}
}

// TestEchoesAreHarmless: nothing that is given reaches the terminal as a command to it, and
// none of it is long.
func TestEchoesAreHarmless(t *testing.T) {
	for _, bad := range []string{"\x1b[2J", "a\x07b", "\u202egnp", "\xff\xfe", "\u0085", "\x7f", strings.Repeat("long", 100_000), strings.Repeat("x y ", 100_000), "a\nb\r\nc"} {
		for _, args := range [][]string{{bad + "?"}, {"report", "--loss", bad}, {"report", "--scenario", bad}, {"report", "--" + bad}, {"link", bad + "x"}, {"report", "--run", bad}, {"tune", "--export", bad}, {"shot", "--at", bad, "x.png"}} {
			_, errs, status := demo(args...)
			if status != 1 && status != 2 || strings.Count(errs, "\n") != 1 || len([]rune(errs)) > 2100 {
				t.Errorf("%.60q: status %d, %d characters: %.100q", args, status, len(errs), errs)
			}
			for _, r := range strings.TrimSuffix(errs, "\n") {
				if !unicode.IsPrint(r) {
					t.Errorf("%.60q: the error has %q: %.200q", args, r, errs)
					break
				}
			}
		}
	}
}

// TestUnitsThatPeopleType are understood.
func TestUnitsThatPeopleType(t *testing.T) {
	want := good(t, "report", "--json", "--duration", "90s", "--scenario", "walker")
	for _, text := range []string{"1.5m", "90 s", "1.5min", "0.025h", " 90s"} {
		if got := good(t, "report", "--json", "--duration", text, "--scenario", "walker"); got != want {
			t.Errorf("%q is another duration than 90s", text)
		}
	}
}

// TestHostileFiles: each is refused with a line, that names the file.
func TestHostileFiles(t *testing.T) {
	folder := t.TempDir()
	scenario := `{"name": "x", "duration": "2s", "seed": 1, "entities": [{"kind": "car", "count": 1}]`
	deep := strings.Repeat("[", 100_000)
	var entries strings.Builder
	for range 10_001 {
		entries.WriteString(`{"at": "1s", "fault": "drop"},`)
	}
	for _, c := range []struct{ name, text, says string }{
		{"deep", deep, "line 1: values nest more than 32 deep"},
		{"values", "[" + strings.Repeat("0,", 400_000) + "0]", "line 1: there are more than 300000 values"},
		{"large", strings.Repeat(" ", 8<<20) + scenario + "}", "it has more than 8 MB"},
		{"script", scenario + `, "script": [` + strings.TrimSuffix(entries.String(), ",") + "]}", "script has 10001 entries, want 0 to 10000"},
		{"twice", scenario + `, "seed": 2}`, `the scenario has the field "seed" twice`},
		{"setting twice", scenario + `, "settings": {"loss": "1%", "loss": "2%"}}`, `settings has the field "loss" twice`},
		{"before", scenario + `, "script": [{"at": "-1s", "fault": "drop"}]}`, "script entry 1 is at -1s, before the run begins"},
		{"half", scenario, "the file ends too early"},
		{"after", scenario + "} x", "something follows the end"},
		{"empty", "", "the file ends too early"},
		{"binary", "\x00\x01\x02", "invalid character"},
	} {
		file := filepath.Join(folder, c.name+".json")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, errs, status := demo("report", "--scenario", file)
		if status != 1 && status != 2 || !strings.Contains(errs, c.says) || !strings.Contains(errs, file) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: status %d, %.300q, want %s", c.name, status, errs, c.says)
		}
	}
	if _, err := os.Stat("/dev/zero"); err == nil {
		if _, errs, status := demo("report", "--scenario", "/dev/zero"); status == 0 || !strings.Contains(errs, "/dev/zero") {
			t.Errorf("/dev/zero: status %d, %q", status, errs)
		}
	}
	// What editors write is read all the same.
	want := good(t, "report", "--json", "--scenario", write(t, folder, "plain.json", scenario+"}"))
	little, big := "\xff\xfe", "\xfe\xff"
	for _, u := range utf16.Encode([]rune(scenario + "}")) {
		little += string([]byte{byte(u), byte(u >> 8)})
		big += string([]byte{byte(u >> 8), byte(u)})
	}
	for name, text := range map[string]string{"mark": "\ufeff" + scenario + "}", "little": little, "big": big} {
		if got := good(t, "report", "--json", "--scenario", write(t, folder, name+".json", text)); got != want {
			t.Errorf("%s is another run", name)
		}
	}
}

func write(t *testing.T, folder, name, text string) string {
	t.Helper()
	file := filepath.Join(folder, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
