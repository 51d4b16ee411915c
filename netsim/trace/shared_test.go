package trace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The readings of more files than are in testdata, if TRACE_FOLDER says where they are:
// "refuse SETTINGS" is an AggregateError, other readings are as brief writes them, cut to
// what counts. Warning is the text of a warning that must be there.
var folderReadings = []struct{ file, want, warning string }{
	{"fresh/12_", "4 0 0 0 | 12.000 12.5000 14.000 14.000", ""},
	{"fresh/15_", "7 4 0 0 | 12.000", ""},
	{"fresh/16_", "4 0 0 0 | 12.000 12.5000 250.000", "line 4: not understood"},
	{"fresh/20_", "4 0 0 0 | 21.000 23.0000 85.000", ""},
	{"fresh/22_", "4 1 0 0 | 24.000 28.0000 39.000", ""},
	{"fresh/30_", "5 1 0 0 | 11.000 13.0000 80.000", ""},
	{"fresh/32_", "refuse --latency 16ms --jitter 32ms --loss 20%", ""},
	{"fresh/33_", "5 2 0 0 | 27.600 31.4000 135.100", ""},
	{"fresh/35_", "3 1 0 0 | 20.000 20.5000 21.000", ""},
	{"fresh/36_", "4 1 0 0 | 69.752 70.1330 70.650", ""},
	{"fresh/39_", "5 1 0 0 | 79.600 80.6500 130.400", ""},
	{"fresh/40_", "4 0 0 0 | 19.659 23.3190 27.269", ""},
	{"fresh/45_", "9 0 0 0 | 12.000 12.6000 61.000", "another run begins, and 1 more"},
	{"fresh/48_", "3 0 0 0 | 0.900 2.1850 2.283", ""},
	{"fresh/60_", "3 0 0 0 | 31.503 32.0790 32.079", ""},
	{"fresh/62_", "6 1 0 0", ""},
	{"fresh/70_", "refuse --latency 9ms --jitter 50ms --loss 3%", ""},
	{"fresh/77_", "refuse --loss 5%", "RFC 3550"},
	{"fresh/85_", "4 1 0 0 | 23.400 24.1000 120.900", ""},
	{"fresh/88_", "4 0 0 0 | 22.900 24.2500 131.200", ""},
	{"fresh/90_", "4 0 0 0 | 20.000 21.5000 23.000", "a change of clocks"},
	{"fresh/92_", "5 2 0 0 | 23.000 24.0000 25.000", "taken for a loss: 2 packets"},
	{"fresh/94_", "4 1 0 0 | 23.400 24.0000 25.100", ""},
	{"fresh/96_", "4 1 0 0 | 23.100 24.0000 25.300", ""},
	{"fresh/a3_", "100 3 0 0", "on two interfaces"},
	{"fresh/a4_", "100 3 0 0", ""},
	{"fresh/b0_", "refuse --latency 11.5ms --loss 0.8%", "loss of periods"},
	{"fresh/b3_", "? ? ? ?", "only 16 values"},
	{"fresh/c1_", "refuse --latency 6.05ms --jitter 80.8ms --loss 1%", ""},
	{"fresh/c5_", "refuse --latency 6.05ms --jitter 80.8ms --loss 1%", "shows 3 of the 594 replies"},
	{"fresh/c7_", "refuse --latency 6.05ms --jitter 80.8ms --loss 1%", "shows 3 of the 594 replies"},
	{"fresh/d0_", "300 2 0 0 | 20.000 22.3000 27.900 36.300", ""},
	{"fresh/d1_", "2000 19 0 0 | 20.000 22.0000 28.500 43.000", ""},
	{"fresh/d4_", "60 1 0 0 | 12.000 13.0000 14.000", ""},
	{"fresh/e0_", "refuse --loss 3.25%", ""},
	{"fresh/e2_", "4 0 0 0 | 22.000 23.5000 61.000", ""},
	{"fresh/e7_", "4 0 0 0 | 12.100 33.9500 61.200", "another run begins"},
	{"fresh/f0_", "3 0 0 0 | 20.000 21.0000 25.000", "the clocks differ by 4000 ms"},
	{"fresh/f2_", "5 1 0 0 | 33.000 34.5000 61.000", ""},
	{"fresh/f3_", "3 0 0 0 | 34.000 35.0000 80.000", ""},
	{"01_", "20 0 0 0 | 28.900 35.3500 38.800 38.800", ""},
	{"02_", "2 0 19 0 | 0.586 0.7235 0.861 0.861", ""},
	{"03_", "20 0 0 0 +1 | 0.038 0.0440 0.080 0.080", ""},
	{"04_", "20 1 0 0 +1 | 27.000 35.9000 38.100 38.100", ""},
	{"05_", "3 3 0 0", ""},
	{"06_", "5 5 0 0", ""},
	{"07_", "2 0 13 0 | 0.235 0.2630 0.291 0.291", ""},
	{"08_", "8 8 0 0", ""},
	{"09_", "5 0 58 0 | 0.302 0.4250 0.485 0.485", ""},
	{"10_", "1 0 0 0 | 1.637", ""},
	{"11_", "3 0 0 0 | 0.022 0.0360 0.041 0.041", ""},
	{"12_", "3 0 0 0 | 1.000", ""},
	{"25_", "4 0 0 0 | 16.000 27.0000 49.000", ""},
	{"26_", "4 0 0 0 | 16.000 27.0000 49.000", ""},
	{"33_", "2 0 0 0 | 0.063 0.0655 0.068", ""},
	{"40_", "30 0 0 0 | -0.049 0.203", ""},
	{"41_", "refuse --loss 3.62%", ""},
	{"42_", "refuse --loss 2.23%", ""},
	{"50_", "13448 0 0 0 | 172.700 186.2000 210.400 499.400", ""},
	{"53_", "? ? ? ?", "line 4: 40000"},
	{"57_", "refuse", "line 3 is 4 ms after 5 ms"},
	{"61_", "120 13 0 0 | 18.618 21.4049 30.817 38.483", ""},
	{"62_", "120 13 0 0 | 0.000 2.7870 12.199 19.865", "-123437.382 ms"},
	{"63_", "120 13 0 0 | 18.618 21.4050 30.817 38.483", "13 packets are taken for lost"},
	{"64_", "120 13 0 0 | 18.618 21.4050 30.817 38.483", ""},
	{"69_", "297 13 4 104 | 27.333 37.9288 56.959 79.317", ""},
	{"70_", "120 13 6 0 | 41.925 52.0265 72.993 83.129", ""},
	{"71_", "30 0 0 0 | 0.146 0.2149 0.590 0.611", ""},
	{"72_", "30 0 0 0 | 0.142 0.2542 2.240 4.851", ""},
	{"73_", "46 0 0 0 | 0.002 0.0030 0.004 0.007", ""},
	{"74_", "80 19 0 0 | 0.007 0.0500 0.107 0.151", ""},
	{"75_", "60 13 0 0 | 0.011 0.0450 0.069 0.109", ""},
	{"76_", "60 12 0 0 | 0.009 0.0195 0.066 0.084", ""},
	{"77_", "12 2 0 0 | 0.058 0.1440 0.579 0.579", ""},
	{"78_", "refuse --latency 0.008ms --jitter 0.287ms --loss 16.67%", ""},
	{"79_", "refuse --latency 0.015ms --jitter 0.17ms --loss 16.67%", ""},
	{"82_", "5909 ? ? ?", ""},
	{"83_", "2959 0 0 0", ""},
}

func TestFolder(t *testing.T) {
	folder := os.Getenv("TRACE_FOLDER")
	if folder == "" {
		t.Skip("TRACE_FOLDER does not say where more traces are")
	}
	right := 0
	for _, c := range folderReadings {
		files, _ := filepath.Glob(filepath.Join(folder, c.file+"*"))
		if len(files) != 1 {
			t.Errorf("%d files %s", len(files), c.file)
			continue
		}
		data, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		got, said := readingOf(files[0], data)
		if !strings.HasPrefix(got, c.want) || !strings.Contains(said, c.warning) {
			t.Errorf("%s: %s, want %s\n%s, want %s", files[0], got, c.want, said, c.warning)
			continue
		}
		right++
	}
	t.Logf("%d of %d files are read right", right, len(folderReadings))
}
