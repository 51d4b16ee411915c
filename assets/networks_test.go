package assets_test

import (
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/measure"
)

// Every network has a sentence and a source, and a run gets through it.
func TestNetworksRun(t *testing.T) {
	networks, err := config.LoadNetworks(assets.FS)
	if err != nil {
		t.Fatal(err)
	}
	for i := range networks {
		n := &networks[i]
		t.Run(n.Name, func(t *testing.T) {
			if !strings.HasSuffix(n.About, ".") || !strings.HasSuffix(n.Source, ".") {
				t.Errorf("it says %q, from %q: want sentences", n.About, n.Source)
			}
			s := config.DefaultScenario()
			n.Apply(&s.Settings)
			// Two tools may mean the same by different names.
			if same := config.NetworkOf(networks, &s.Settings); same < 0 || same > i {
				t.Errorf("its settings are taken for network %d, want %d or one before", same, i)
			}
			session, err := measure.NewRun(s)
			if err != nil {
				t.Fatal(err)
			}
			session.AdvanceTo(4 * time.Second)
			if err := session.Err(); err != nil {
				t.Error(err)
			}
			if link := session.LinkStats(); link.Delivered == 0 {
				t.Errorf("nothing came through: %+v", link)
			}
		})
	}
}

// The first network is what the lab starts with, so that the window can name it.
func TestTheExampleIsTheDefault(t *testing.T) {
	networks, err := config.LoadNetworks(assets.FS)
	if err != nil {
		t.Fatal(err)
	}
	s := config.DefaultSettings()
	if i := config.NetworkOf(networks, &s); i != 0 {
		t.Errorf("the defaults are network %d, want 0", i)
	}
}
