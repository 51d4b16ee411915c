package main

import (
	"syscall/js"

	"snaplab/ui"
)

// publish gives the page, and whoever opens its console, two functions: status returns
// the application's settings and metrics as a line of JSON, and digest runs what an
// address asks for, in the same form ("scenario=drone", "seed=3"), to its end and returns
// the digest of that run, which demo report prints for the same one.
func publish(page js.Value, app *ui.App) {
	page.Set("status", js.FuncOf(func(js.Value, []js.Value) any {
		return string(app.AppendStatus(nil))
	}))
	page.Set("digest", js.FuncOf(func(_ js.Value, args []js.Value) any {
		assignments := make([]string, len(args))
		for i, a := range args {
			assignments[i] = a.String()
		}
		digest, err := digestOf(assignments)
		if err != nil {
			return "error: " + err.Error()
		}
		return digest
	}))
}
