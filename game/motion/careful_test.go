package motion

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// table40 is a walk of one entity at 3 m/s and 10 Hz, 40 rows after the head, of which some
// are changed.
func table40(change func(i int, row string) string) string {
	var text strings.Builder
	fmt.Fprintln(&text, "t,id,x,y,yaw")
	for i := range 40 {
		if row := change(i, fmt.Sprintf("%.1f,a,%.1f,0,%d", sec(i), at(i), i)); row != "" {
			fmt.Fprintln(&text, row)
		}
	}
	return text.String()
}

// TestCareful: what is doubtful in a recording is left out or put right, and said once with its
// first line and how often it was.
func TestCareful(t *testing.T) {
	row := func(at int, instead string) func(int, string) string {
		return func(i int, row string) string {
			if i == at {
				return instead
			}
			return row
		}
	}
	for _, c := range []struct {
		name, text  string
		options     Options
		jumps, gaps int
		samples     int
		warning     string // part of the one that is expected, "" for none at all
	}{
		{"as it is", table40(func(_ int, row string) string { return row }), Options{}, 0, 0, 40, ""},
		{"one row twice", table40(row(9, "0.9,a,2.7,0,9\n0.9,a,2.7,0,9")), Options{}, 0, 0, 40, "line 12: one row that says again"},
		{"two places at one time", table40(row(9, "0.9,a,2.7,0,9\n0.9,a,8.7,0,9")), Options{}, 0, 0, 40, "line 12: one row of an entity at another place"},
		{"a time that goes back", table40(row(9, "1.25,a,3.75,0,9")), Options{}, 0, 0, 40, "line 12: one row whose time goes back"},
		{"a time far off", table40(row(9, "1e6,a,2.7,0,9")), Options{}, 0, 0, 39, "line 11: one row whose time lies far"},
		{"a first time far off", table40(row(0, "-5000,a,0,0,0")), Options{}, 0, 0, 39, "line 2: one row whose time lies far"},
		{"no place", table40(row(9, "0.9,a,NaN,0,9")), Options{}, 0, 0, 39, "line 11: one row without x"},
		{"no yaw", table40(row(9, "0.9,a,2.7,0,")), Options{}, 0, 0, 40, "line 11: one row without yaw"},
		{"cut in its last line", table40(row(39, "3.9,a")), Options{}, 0, 0, 39, "line 41: one row without x"},
		{"a cell too many", table40(row(9, "0.9,a,2,7,0,9")), Options{}, 0, 0, 39, "line 11: one row with more cells"},
		{"a jump in one sample and back", table40(row(9, "0.9,a,42.7,0,9")), Options{}, 2, 0, 40, "line 11: 2 rows that no entity reaches"},
		{"0.7 m in a tick", table40(row(9, "0.9,a,2.7,0.7,9")), Options{}, 0, 0, 40, ""},
		{"stood with rows left out", table40(func(i int, row string) string {
			if i > 20 {
				return fmt.Sprintf("%.1f,a,%.1f,0,%d", sec(i+30), at(i), i)
			}
			return row
		}), Options{}, 0, 0, 41, ""}, // and the sample one step before it goes on
		{"away, and elsewhere", table40(func(i int, row string) string {
			if i > 20 {
				return fmt.Sprintf("%.1f,a,%.1f,0,%d", sec(i+30), at(i+20), i)
			}
			return row
		}), Options{}, 0, 1, 40, "line 23: one row after a gap"},
		{"a fall faster than all else", table40(func(i int, row string) string {
			if i >= 30 && i < 33 {
				return fmt.Sprintf("%.1f,a,%.1f,%d,0", sec(i), at(i), -5*(i-29))
			} else if i >= 33 {
				return fmt.Sprintf("%.1f,a,%.1f,-15,0", sec(i), at(i))
			}
			return row
		}), Options{}, 0, 0, 40, ""},
		{"cut out", table40(func(_ int, row string) string { return row }), Options{From: time.Second, To: 2 * time.Second}, 0, 0, 11, ""},
		{"without a name", strings.ReplaceAll(table40(func(_ int, row string) string { return row }), "t,id", ",t,id"), Options{}, 0, 0, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec, err := Read(strings.NewReader(c.text), c.options)
			if c.samples == 0 {
				if err == nil {
					t.Fatal("the row is shorter than its head and read")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			k := rec.Kinds[0]
			if k.Jumps != c.jumps || k.Gaps != c.gaps || len(rec.Entities[0].Track) != c.samples {
				t.Errorf("%d jumps, %d gaps, %d samples; want %d, %d, %d", k.Jumps, k.Gaps, len(rec.Entities[0].Track), c.jumps, c.gaps, c.samples)
			}
			if c.name != "a fall faster than all else" && c.name != "0.7 m in a tick" && k.Speed.Max > 6 {
				t.Errorf("goes %v m/s at most", k.Speed.Max)
			}
			var said []string
			for _, w := range rec.Warnings {
				said = append(said, fmt.Sprintf("line %d: %s", w.Line, w.Text))
			}
			if c.warning == "" && len(said) > 0 || !strings.Contains(strings.Join(said, "\n"), c.warning) {
				t.Errorf("said %q, want %q", said, c.warning)
			}
		})
	}
}

// TestRefused: what can't be read is refused in one line that says where and why.
func TestRefused(t *testing.T) {
	rows := func(head string, rows ...string) string { return head + "\n" + strings.Join(rows, "\n") + "\n" }
	wide := "t,id,x,y" + strings.Repeat(",c", 300)
	for _, c := range []struct {
		name, text string
		options    Options
		want       string
	}{
		{"nothing", "", Options{}, "the file is empty"},
		{"blank", "\n\n", Options{}, "no line of column names"},
		{"binary", "t,x\x00\x01", Options{}, "line 1: it is no text but binary"},
		{"UTF-16", "\xff\xfet\x00,\x00", Options{}, "line 1: the text is UTF-16"},
		{"no rows", "t,id,x,y\n", Options{}, "line 1: no row follows"},
		{"no time", rows("id,x,y", "a,1,2"), Options{}, "line 1: no column is a time"},
		{"ticks without a rate", rows("tick,id,x,y", "1,a,1,2"), Options{}, `line 1, column 1: the only time is "tick", which counts: want --motion-rate`},
		{"no place", rows("t,id,speed", "1,a,2"), Options{}, "line 1: no columns are a position"},
		{"no names", rows("1,1,912,484,97,109,0", "2,1,912,484,97,109,0"), Options{}, "line 1, column 1: \"1\" is no name"},
		{"one column", rows("t", "1"), Options{}, "line 1: there is one column only"},
		{"too many columns", wide, Options{}, "line 1, column 257: there are 304 columns, want at most 256"},
		{"no number", rows("t,id,x,y", "1,a,2,3", "2,a,two,3"), Options{}, `line 3, column 3 (x): "two" is no number`},
		{"no date", rows("t,id,x,y", "2026-01-01T00:00:00Z,a,2,3", "soon,a,2,3"), Options{}, `line 3, column 1 (t): "soon" is no time`},
		{"several numbers in a cell", rows("t,id,Location", `1,a,"(X=1,Y=2,Z=3)"`), Options{}, "line 2, column 3 (Location): "},
		{"wide", rows("t,head_pos_x,head_pos_y,head_pos_z,hand_pos_x,hand_pos_y,hand_pos_z", "1,1,1,1,1,1,1"), Options{}, "line 1, column 5: the table is wide, with a group of columns for each entity: head (columns 2 to 4), hand (columns 5 to 7)"},
		{"a quote that does not end", rows("t,id,x,y", `1,"a,2,3`, `2,"a,2,3`), Options{}, "line 2, column 2: a quote begins"},
		{"more cells than names", rows("t,x,y", "0,0167,1,2", "0,0334,1,2"), Options{}, "line 2, column 4: the row has 4 cells, but there are 3"},
		{"mostly NaN", rows("t,id,x,y", "1,a,NaN,3", "2,a,NaN,3", "3,a,1,3"), Options{}, `line 2, column 3 (x): "NaN" is no number, and 2 of 3 rows`},
		{"two at one time under one name", rows("t,x,y", "1,1,1", "1,2,2", "2,1,1", "2,2,2"), Options{}, "line 3: an entity is at two places at one time"},
		{"degrees that are none", rows("t,id,lat,lon", "1,a,471234567,81234567"), Options{}, "line 2, column 4: "},
		{"a day and more", rows("t_s,id,x,y", "0,a,1,1", "400000.5,a,2,2", "800000,a,2,2"), Options{}, "line 3, column 1: the time is 400000 s"},
		{"not so named", rows("t,id,x,y", "1,a,1,2"), Options{Map: map[Field]string{Yaw: "hdg"}}, `no column is called "hdg" for yaw`},
		{"no such unit", rows("t,id,x,y", "1,a,1,2"), Options{Map: map[Field]string{X: "x:furlong"}}, `column 3 (x): "furlong" is no unit of x`},
		{"no such entity", rows("t,id,x,y", "1,a,1,2"), Options{Only: []string{"b"}}, `no entity is called "b"; there are a`},
		{"outside", rows("t,id,x,y", "1,a,1,2", "2,a,1,2"), Options{From: time.Hour}, "nothing is between 1h0m0s and"},
		{"a line without end", "t,id,x,y\n" + strings.Repeat("1", 1<<17), Options{}, "line 2: it has more than 65536 bytes"},
		{"damaged gzip", "\x1f\x8b\x08\x00 nothing", Options{}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(c.text), c.options)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v, want one line with %q", err, c.want)
			}
		})
	}
}

// TestUp: positions and rotations are turned so that z points up.
func TestUp(t *testing.T) {
	// From (1, 2, 3) to (2, 4, 6), heights along the axis that points up.
	const text = "t,x,y,z,qx,qy,qz,qw\n0,1,2,3,0,0,0,1\n1,2,4,6,0,0,0,1\n"
	for _, c := range []struct {
		up     Up
		height float32
	}{{UpZ, 3}, {UpY, 2}, {DownZ, -3}} {
		rec, err := Read(strings.NewReader(text), Options{Up: c.up})
		if err != nil {
			t.Fatal(err)
		}
		track := rec.Entities[0].Track
		if rose := track[1].Pose.Position[2] - track[0].Pose.Position[2]; rose != c.height {
			t.Errorf("up %d: it rises by %v, want %v", c.up, rose, c.height)
		}
		if d := float64(track[1].Pose.Position.Sub(track[0].Pose.Position).Len()); math.Abs(d-math.Sqrt(14)) > 1e-5 {
			t.Errorf("up %d: it goes %v m, want √14", c.up, d)
		}
	}
}

// FuzzRead: whatever the bytes are, they are read or refused, and what is read is in order.
func FuzzRead(f *testing.F) {
	f.Add("t,id,kind,x,y,z,yaw,state,teleport\n0,a,k,1,2,3,4,s,0\n1,a,k,1,2,3,4,s,1\n")
	f.Add("tick;name;PosX;PosZ;RotX;RotY;RotZ;RotW\n1;a;0,5;1;0;0;0;1\n")
	f.Add("time,lat,lon\n2026-01-01T00:00:00Z,1,2\n")
	f.Add("\x1f\x8b\x08\x00")
	f.Fuzz(func(t *testing.T, text string) {
		rec, err := Read(strings.NewReader(text), Options{Rate: 10})
		if err != nil {
			if err.Error() == "" || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q is not one line", err)
			}
			return
		}
		for i := range rec.Entities {
			e := &rec.Entities[i]
			for j := range e.Track {
				s := &e.Track[j]
				if j > 0 && s.At <= e.Track[j-1].At || s.At < 0 || s.At > rec.Length {
					t.Fatalf("sample %d of %q is at %v", j, e.Name, s.At)
				}
				if n := s.Pose.Rotation.Len(); !(n > 0.99 && n < 1.01) || s.Pose.Position != s.Pose.Position {
					t.Fatalf("sample %d of %q is %+v", j, e.Name, s.Pose)
				}
			}
		}
	})
}
