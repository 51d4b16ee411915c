//go:build headless && !js

package main

import (
	"errors"

	"snaplab/ui"
)

// runWindow reports that a headless build cannot open a window.
func runWindow(*ui.App) error {
	return errors.New("this build has no window (it was built with -tags headless); the subcommands work: see --help")
}
