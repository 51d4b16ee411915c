//go:build headless || js

package main

import (
	"errors"

	"snaplab/ui"
)

// runWindow reports that this build cannot open a window.
func runWindow(*ui.App, *host) error {
	return errors.New("this build has no window (it was built with -tags headless, or for js); the subcommands work: see --help")
}
