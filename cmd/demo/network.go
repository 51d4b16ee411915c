package main

import (
	"strings"

	"snaplab/assets"
	"snaplab/game/config"
)

// applyNetwork puts one of the networks that the program carries with it into the
// settings.
func applyNetwork(name string, s *config.Settings) error {
	networks, err := config.LoadNetworks(assets.FS)
	if err != nil {
		return err
	}
	n, err := config.FindNetwork(networks, name)
	if err != nil {
		return bare(err)
	}
	n.Apply(s)
	return nil
}

// networkNames lists the names for the help.
func networkNames() string {
	networks, _ := config.LoadNetworks(assets.FS) // a test reads them
	var names []string
	for i := range networks {
		names = append(names, networks[i].Name)
	}
	return strings.Join(names, ", ")
}
