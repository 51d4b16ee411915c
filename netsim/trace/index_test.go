package trace

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestDump(t *testing.T) {
	dir := os.Getenv("TRACES")
	if dir == "" {
		t.Skip()
	}
	files, _ := filepath.Glob(dir + "/[0-9]*")
	for _, f := range files {
		data, _ := os.ReadFile(f)
		tr, err := Read(f, bytes.NewReader(data), Options{})
		fmt.Println("==", filepath.Base(f))
		if err != nil {
			fmt.Println("   ERR", err)
			if a, ok := err.(*AggregateError); ok {
				fmt.Println("   ", a.Totals.Settings())
			}
			continue
		}
		s := tr.Summarise("")
		p := func(n *int) string {
			if n == nil {
				return "null"
			}
			return fmt.Sprint(*n)
		}
		i := 0.0
		if s.Interval != nil {
			i = *s.Interval
		}
		ac := 0.0
		if s.Autocorrelation != nil {
			ac = *s.Autocorrelation
		}
		fmt.Printf("   %s|%v sent %s lost %s dup %s reord %s unread %d delay %v var %v int %.3f acf %.3f drift %.1f runs %v ia %v\n", s.Format, s.Measures, p(s.Packets.Sent), p(s.Packets.Lost), p(s.Packets.Duplicated), p(s.Packets.Reordered), s.Packets.Unreadable, s.Delay, s.Variation, i, ac, s.DriftPPM, s.LossRuns, s.InterArrival)
		for _, w := range s.Warnings {
			fmt.Println("     W", w)
		}
		for _, w := range s.Flows {
			fmt.Println("     F", w)
		}
	}
}
