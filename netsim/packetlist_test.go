package netsim

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestParsePacketList(t *testing.T) {
	for _, c := range []struct{ text, is, refused string }{
		{"12", "12", ""},
		{"12,40-45", "12,40-45", ""},
		{" 40 - 45 , 12 ", "12,40-45", ""},
		{"3,1,2", "1-3", ""},
		{"1-5,3-9,10", "1-10", ""},
		{"7,7,7-7", "7", ""},
		{"18446744073709551615", "18446744073709551615", ""},
		{"1-18446744073709551615,5", "1-18446744073709551615", ""},
		{"", "", `"" is not understood`},
		{"12,", "", `"" is not understood`},
		{"12;13", "", `"12;13" is not understood, want numbers of packets and ranges of them, such as 12,40-45`},
		{"-5", "", `"-5" is not understood`},
		{"4-", "", `"4-" is not understood`},
		{"5%", "", `"5%" is not understood`},
		{"0", "", `"0" begins with 0, want numbers from 1 on`},
		{"0-4", "", `"0-4" begins with 0`},
		{"9-4", "", `"9-4" ends before it begins`},
		{"18446744073709551616", "", "out of range"},
		{strings.Repeat("1,", MaxPacketRanges) + "1", "", "more than 10000 ranges"},
	} {
		l, err := ParsePacketList(c.text)
		switch {
		case c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%.40q: %v, want %q", c.text, err, c.refused)
		case c.refused == "" && (err != nil || l.String() != c.is):
			t.Errorf("%q is %q, %v, want %q", c.text, l, err, c.is)
		}
	}
}

// TestPacketListIsASet compares a list with a map of its packets.
func TestPacketListIsASet(t *testing.T) {
	const most = 40
	rapid.Check(t, func(t *rapid.T) {
		seqs := rapid.SliceOf(rapid.Uint64Range(1, most))
		list, set := PacketList(nil), map[uint64]bool{}
		for _, seq := range seqs.Draw(t, "packets") {
			if rapid.Bool().Draw(t, "add") {
				list, set[seq] = list.With(seq), true
			} else {
				list = list.Without(seq)
				delete(set, seq)
			}
		}
		if want := Packets(slices.Collect(maps.Keys(set))...); !slices.Equal(list, want) {
			t.Fatalf("%v, want %v", list, want)
		}
		for seq := uint64(0); seq <= most+1; seq++ {
			if list.Has(seq) != set[seq] {
				t.Fatalf("%v: %d is in it: %v", list, seq, list.Has(seq))
			}
		}
		if again, err := ParsePacketList(list.String()); len(list) > 0 && (err != nil || !slices.Equal(again, list)) {
			t.Fatal(cmp.Diff(list, again), err)
		}
		other, common := Packets(seqs.Draw(t, "others")...), uint64(0)
		for seq := uint64(most); seq > 0; seq-- {
			if set[seq] && other.Has(seq) {
				common = seq
			}
		}
		if list.Common(other) != common {
			t.Fatalf("%v and %v have %d in common, want %d", list, other, list.Common(other), common)
		}
	})
}

func FuzzPacketList(f *testing.F) {
	for _, seed := range []string{"12,40-45", "1-2-3", "0", ",", "18446744073709551615-1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParsePacketList(text)
		if err != nil {
			return
		}
		if again, err := ParsePacketList(l.String()); err != nil || !slices.Equal(again, l) {
			t.Fatalf("%q is %v, read again %v, %v", text, l, again, err)
		}
	})
}
