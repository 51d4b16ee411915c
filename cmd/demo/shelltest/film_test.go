package shelltest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// headless returns the program built without a window.
func headless(t *testing.T) string {
	t.Helper()
	binary := os.Getenv("DEMO_HEADLESS")
	if binary == "" {
		t.Skip("DEMO_HEADLESS does not name the program; cmd/demo/test does that")
	}
	return binary
}

// TestFilmByAnotherDecoder: giflib's program finds in a film of 6 s what was asked for.
func TestFilmByAnotherDecoder(t *testing.T) {
	binary, film := headless(t), filepath.Join(t.TempDir(), "film.gif")
	if out, err := exec.Command(binary, "record", "--from", "2s", "--to", "8s", film).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	read, err := exec.Command("giftext", film).CombinedOutput()
	if err != nil {
		t.Fatalf("giftext: %v: %s", err, read)
	}
	text := string(read)
	if !strings.Contains(text, "Screen Size - Width = 1280, Height = 720.") {
		t.Errorf("giftext does not find 1280 × 720 pixels:\n%.500s", text)
	}
	const pictures = 6 * 25
	for what, pattern := range map[string]string{
		"pictures":                           `(?m)^Image #\d+:`,
		"delays of 4 hundredths of a second": `DelayTime: 4\n`,
	} {
		if n := len(regexp.MustCompile(pattern).FindAllString(text, -1)); n != pictures {
			t.Errorf("giftext finds %d %s, want %d", n, what, pictures)
		}
	}
	if info, err := os.Stat(film); err != nil || info.Size() > 60_000*pictures {
		t.Errorf("the film has %d bytes, %v: too many for %d pictures of which little changes", info.Size(), err, pictures)
	}
}

// TestInterruptedFilmLeavesNothing: ^C ends the work with a line and no file.
func TestInterruptedFilmLeavesNothing(t *testing.T) {
	binary, folder := headless(t), t.TempDir()
	var said strings.Builder
	cmd := exec.Command(binary, "record", "--to", "5min", filepath.Join(folder, "film.gif"))
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	eventually(t, "the film to be begun", func() bool {
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) == 0 {
			return false
		}
		info, err := entries[0].Info()
		return err == nil && info.Size() > 0
	})
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("it still runs 10 s after it was interrupted")
	}
	if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(said.String(), "interrupted: nothing was written") {
		t.Errorf("exit status %d, %q", code, said.String())
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("%v is left, %v", entries, err)
	}
}
