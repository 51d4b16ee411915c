package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
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

// networkEntry is the form of a network in a file. Settings are those of the link, as
// in a scenario; what is not said is a perfect path's.
type networkEntry struct {
	Name     string       `json:"name"`
	About    string       `json:"about"`
	Source   string       `json:"source"`
	Settings settingsFile `json:"settings"`
}

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
	var entries []networkEntry
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&entries); err != nil {
		return nil, fmt.Errorf("%w: %s%s", ErrNetwork, lineOf(data, err, d.InputOffset()), plain(err))
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("%w: %ssomething follows the end of the list", ErrNetwork, lineOf(data, nil, d.InputOffset()))
	}
	networks := make([]Network, 0, len(entries))
	for i, e := range entries {
		n, err := e.network()
		switch {
		case e.Name == "":
			return nil, fmt.Errorf("%w: entry %d: name is missing", ErrNetwork, i+1)
		case err != nil:
			return nil, fmt.Errorf("%w: %s: %w", ErrNetwork, e.Name, err)
		case indexOfNetwork(networks, e.Name) >= 0:
			return nil, fmt.Errorf("%w: there are two called %s", ErrNetwork, e.Name)
		}
		networks = append(networks, n)
	}
	return networks, nil
}

func (e *networkEntry) network() (Network, error) {
	s := DefaultSettings()
	perfect := netsim.Conditions{Queue: s.Down.Queue, StallEvery: s.Down.StallEvery, ReorderDelay: s.Down.ReorderDelay}
	s.Down, s.Up = perfect, perfect
	for _, a := range e.Settings {
		if setting, err := FindSetting(a.name); err == nil && setting.Scope != PerDirection {
			return Network{}, fmt.Errorf("%s is not a setting of the link", a.name)
		}
	}
	if err := e.Settings.apply(&s); err != nil {
		return Network{}, err
	}
	return Network{e.Name, e.About, e.Source, s.Down, s.Up}, s.Validate()
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
