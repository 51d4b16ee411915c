package config

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"

	"snaplab/netsim"
)

// Network is the conditions of a link, both ways, under a name that people know.
type Network struct {
	// Name is in plain words, About a sentence on what it is like, and Source
	// where the figures come from.
	Name, About, Source string
	// Down and Up are the conditions of the two directions.
	Down, Up netsim.Conditions
}

// ErrNetwork is wrapped by the errors of reading networks and of unknown names.
var ErrNetwork = errors.New("bad network")

const networkFile = "presets/networks.json"

// LoadNetworks reads the networks of a file system, in the order in which they are to
// be offered.
func LoadNetworks(fsys fs.FS) ([]Network, error) {
	data, err := fs.ReadFile(fsys, networkFile)
	if err != nil {
		return nil, err
	}
	return ParseNetworks(data)
}

// ParseNetworks reads a file of networks: a JSON list. It is as strict as
// ParseScenario, and refuses names that FindNetwork could not tell apart.
func ParseNetworks(data []byte) ([]Network, error) {
	root, err := ParseJSON(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNetwork, err)
	}
	var r Reader
	var networks []Network
	entries := r.List(&root, "the file", 0, math.MaxInt)
	for i := range entries {
		n := r.network(&entries[i], fmt.Sprintf("entry %d", i+1))
		if indexOfNetwork(networks, n.Name) >= 0 {
			r.Fail(entries[i].Line, "there are two called %s", n.Name)
		}
		networks = append(networks, n)
	}
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNetwork, err)
	}
	return networks, nil
}

// network reads a network. Its settings are those of the link, as in a scenario; what is
// not said is a perfect path's.
func (r *Reader) network(n *Node, what string) (out Network) {
	if !r.Fields(n, what, "name", "about", "source", "settings") {
		return out
	}
	out.Name = r.Text(r.Need(n, what, "name"), what+"'s name")
	out.About, out.Source = r.String(n.Get("about"), "about"), r.String(n.Get("source"), "source")
	s := DefaultSettings()
	perfect := netsim.Conditions{Queue: s.Down.Queue, StallEvery: s.Down.StallEvery, ReorderDelay: s.Down.ReorderDelay}
	s.Down, s.Up = perfect, perfect
	if at := n.Get("settings"); at != nil {
		for i := range at.Members {
			m := &at.Members[i]
			if setting, err := FindSetting(m.Name); err == nil && setting.Scope != PerDirection {
				r.Fail(m.Line, "%s: %s is not a setting of the link", out.Name, m.Name)
			}
		}
		r.Settings(at, out.Name, &s)
		if err := s.Validate(); err != nil {
			r.Fail(at.Line, "%s: %v", out.Name, err)
		}
	}
	out.Down, out.Up = s.Down, s.Up
	return out
}

// Apply puts the network's conditions into the settings, all of the link's and nothing
// else.
func (n *Network) Apply(s *Settings) { s.Down, s.Up = n.Down, n.Up }

// FindNetwork returns the network of a name, in which case, blanks and hyphens don't
// matter, or an error that names the nearest ones.
func FindNetwork(networks []Network, name string) (*Network, error) {
	if i := indexOfNetwork(networks, name); i >= 0 {
		return &networks[i], nil
	}
	var names, lower []string
	for i := range networks {
		names, lower = append(names, networks[i].Name), append(lower, strings.ToLower(networks[i].Name))
	}
	hint := Suggest(strings.ToLower(name), lower)
	if hint == "" {
		hint = ", want for example " + anyOf(names[:min(len(names), 12)])
	}
	return nil, fmt.Errorf("%w: no network is called %q%s", ErrNetwork, name, hint)
}

func indexOfNetwork(networks []Network, name string) int {
	for i := range networks {
		if networkKey(networks[i].Name) == networkKey(name) {
			return i
		}
	}
	return -1
}

// networkKey returns what matters of a name.
func networkKey(name string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(name))
}

// NetworkOf returns the place of the network that the settings are of, the first where
// two are alike, or −1 if they are of none.
func NetworkOf(networks []Network, s *Settings) int {
	for i := range networks {
		if networks[i].Down == s.Down && networks[i].Up == s.Up {
			return i
		}
	}
	return -1
}
