//go:build headless && unix

package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

var endings = flag.Int("endings", 1, "at how many random moments each writer is ended, by each signal")

// TestMain is the program itself for tests that end it from outside.
func TestMain(m *testing.M) {
	if args, ok := os.LookupEnv("DEMO_ARGUMENTS"); ok {
		if limit := os.Getenv("DEMO_FILE_LIMIT"); limit != "" {
			var n uint64
			fmt.Sscan(limit, &n)
			_ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n})
		}
		os.Args = append(os.Args[:1], strings.Split(args, "\n")...)
		main()
	}
	os.Exit(m.Run())
}

// process returns the program with arguments, not yet started.
func process(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "DEMO_ARGUMENTS="+strings.Join(args, "\n"))
	return cmd
}

// writers are the commands that write a file.
var writers = []struct {
	name string
	args func(file string) []string
}{
	{"shot.png", func(f string) []string { return []string{"shot", "--at", "1s", "--force", f} }},
	{"film.gif", func(f string) []string {
		return []string{"record", "--to", "400ms", "--size", "960x600", "--scale", "0.5", "--force", f}
	}},
	{"frames.csv", func(f string) []string { return []string{"report", "--duration", "5s", "--force", "--frames", f} }},
	{"packets.csv", func(f string) []string { return []string{"report", "--duration", "5s", "--force", "--packets", f} }},
	{"plot.png", func(f string) []string {
		return []string{"sweep", "--delay", "100ms,200ms", "--seeds", "2", "--duration", "2s", "--force", "--plot", f}
	}},
}

// TestEndedWriters: a program that is ended while it works leaves the old file or the whole
// new one; and told to end, it leaves no temporary file.
func TestEndedWriters(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts the program often")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, w := range writers {
		folder := t.TempDir()
		file := filepath.Join(folder, w.name)
		began := time.Now()
		if out, err := process(w.args(file)...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v, %s", w.name, err, out)
		}
		long := time.Since(began)
		whole, err := os.ReadFile(file)
		if err != nil || len(whole) == 0 {
			t.Fatalf("%s: %d bytes, %v", w.name, len(whole), err)
		}
		for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGKILL} {
			for range *endings {
				if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
					t.Fatal(err)
				}
				cmd := process(w.args(file)...)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				ended := time.AfterFunc(time.Duration(random.Int64N(int64(long))), func() { _ = cmd.Process.Signal(signal) })
				_ = cmd.Wait()
				ended.Stop()
				data, err := os.ReadFile(file)
				if err != nil || string(data) != "old" && !bytes.Equal(data, whole) {
					t.Errorf("%s after %v has %d bytes, %v, want the old file or all %d", w.name, signal, len(data), err, len(whole))
				}
				left, _ := os.ReadDir(folder)
				if signal != syscall.SIGKILL && len(left) != 1 {
					t.Errorf("%s after %v: %v are left", w.name, signal, left)
				}
				for _, e := range left {
					if e.Name() != w.name {
						os.Remove(filepath.Join(folder, e.Name()))
					}
				}
			}
		}
	}
}

// TestNoRoom: a file that can't grow to its end leaves the old one, a line and status 1.
func TestNoRoom(t *testing.T) {
	for _, w := range writers {
		folder := t.TempDir()
		file := filepath.Join(folder, w.name)
		if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := process(w.args(file)...)
		cmd.Env = append(cmd.Env, "DEMO_FILE_LIMIT=1024")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		_ = cmd.Run()
		if want := "demo: can't write " + file + ": file too large\n"; cmd.ProcessState.ExitCode() != 1 || errs.String() != want {
			t.Errorf("%s: status %d, %q, want %q", w.name, cmd.ProcessState.ExitCode(), errs.String(), want)
		}
		data, _ := os.ReadFile(file)
		if left, _ := os.ReadDir(folder); string(data) != "old" || len(left) != 1 {
			t.Errorf("%s has %d bytes, and there are %v", w.name, len(data), left)
		}
	}
}

// TestPipes end with their reader, quietly.
func TestPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"/dev/stdout", pipe} {
		for _, flag := range []string{"--frames", "--packets"} {
			cmd := process("report", "--duration", "120s", "--rate", "60hz", flag, name)
			var errs bytes.Buffer
			cmd.Stderr = &errs
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			from := out
			if name == pipe {
				if from, err = os.Open(pipe); err != nil {
					t.Fatal(err)
				}
			}
			if n, err := from.Read(make([]byte, 100)); n == 0 {
				t.Errorf("%s %s: %v", flag, name, err)
			}
			from.Close()
			if err := cmd.Wait(); err != nil || errs.Len() > 0 {
				t.Errorf("%s %s: %v, %q", flag, name, err, errs.String())
			}
		}
	}
}

// TestFullOutput: what can't be printed is a failure, the help too.
func TestFullOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for _, args := range [][]string{{"--help"}, {"--version"}, {"lesson"}, {"report", "--duration", "1s"}, {"report", "--duration", "1s", "--frames", "/dev/full"}} {
		var errs bytes.Buffer
		if status := run(args, full, &errs); status != 1 || strings.Count(errs.String(), "\n") != 1 || !strings.Contains(errs.String(), "no space left on device") {
			t.Errorf("%q: status %d, %q", args, status, errs.String())
		}
	}
}

// TestStandardInput: - and a pipe are read as a file is, once.
func TestStandardInput(t *testing.T) {
	text := "seq,sent_ms,delay_ms\n1,0,50\n2,50,52\n3,100,51\n4,150,60\n"
	for _, args := range [][]string{{"link", "-"}, {"link", "/dev/stdin"}, {"report", "--duration", "1s", "--trace", "-"}, {"report", "--duration", "1s", "--trace", "/dev/stdin"}} {
		cmd := process(args...)
		cmd.Stdin = strings.NewReader(text)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%q: %v, %s", args, err, out)
		}
	}
	pipe := filepath.Join(t.TempDir(), "pipe.json")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	cmd := process(pipe)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(pipe, []byte(`{"name": "x", "duration": "2s", "seed": 1, "entities": []}`), 0); err != nil {
		t.Fatal(err)
	}
	if _ = cmd.Wait(); !strings.Contains(errs.String(), "this build has no window") {
		t.Errorf("%q: it isn't read as a scenario", errs.String())
	}
}
