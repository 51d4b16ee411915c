package main

import "syscall/js"

// browser is where the application saves its files and finds those of the user: the
// browser keeps what it is handed with its downloads, under a free name.
type browser struct {
	stir func() // is called when a file has come
}

// Open shows the browser's choice of a file.
func (b *browser) Open(taken func(name string, data []byte)) {
	input := js.Global().Get("document").Call("createElement", "input")
	input.Set("type", "file")
	var chosen js.Func
	chosen = js.FuncOf(func(js.Value, []js.Value) any {
		defer chosen.Release()
		readFiles(input.Get("files"), func(name string, data []byte) {
			taken(name, data)
			b.stir()
		})
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
func (b *browser) Save(name string, data []byte) (string, error) {
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	blob := js.Global().Get("Blob").New([]any{bytes})
	url := js.Global().Get("URL").Call("createObjectURL", blob)
	link := js.Global().Get("document").Call("createElement", "a")
	link.Set("href", url)
	link.Set("download", name)
	link.Call("click")
	const minute = 60_000 // ms, in which the browser has surely begun to read it
	js.Global().Call("setTimeout", js.Global().Get("URL").Get("revokeObjectURL").Call("bind", js.Global().Get("URL"), url), minute)
	return name, nil
}
