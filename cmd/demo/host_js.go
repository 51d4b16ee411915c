package main

import (
	"syscall/js"

	"snaplab/ui"
)

// downloads hands files to the browser, which keeps them with its downloads under a
// free name.
type downloads struct{}

// newHost returns what saves the application's files.
func newHost() ui.Host { return downloads{} }

// Save starts a download. The name that the browser takes is not known.
func (downloads) Save(name string, data []byte) (string, error) {
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	blob := js.Global().Get("Blob").New([]any{bytes})
	url := js.Global().Get("URL").Call("createObjectURL", blob)
	link := js.Global().Get("document").Call("createElement", "a")
	link.Set("href", url)
	link.Set("download", name)
	link.Call("click")
	js.Global().Get("URL").Call("revokeObjectURL", url)
	return name, nil
}
