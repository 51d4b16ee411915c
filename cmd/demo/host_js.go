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

// Open shows the browser's choice of a file.
func (downloads) Open(taken func(name string, data []byte)) {
	input := js.Global().Get("document").Call("createElement", "input")
	input.Set("type", "file")
	var chosen js.Func
	chosen = js.FuncOf(func(js.Value, []js.Value) any {
		defer chosen.Release()
		readFiles(input.Get("files"), taken)
		return nil
	})
	input.Call("addEventListener", "change", chosen)
	input.Call("click")
}

// readFiles hands each file of a list to taken as soon as it has been read.
func readFiles(files js.Value, taken func(name string, data []byte)) {
	for i := range files.Length() {
		file := files.Index(i)
		var loaded js.Func
		loaded = js.FuncOf(func(_ js.Value, args []js.Value) any {
			defer loaded.Release()
			source := js.Global().Get("Uint8Array").New(args[0])
			data := make([]byte, source.Length())
			js.CopyBytesToGo(data, source)
			taken(file.Get("name").String(), data)
			return nil
		})
		file.Call("arrayBuffer").Call("then", loaded)
	}
}

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
