package main

import (
	"encoding/base64"
	"errors"
	"syscall/js"
)

// browser is where the application saves its files and finds those of the user, and keeps
// what it wants to find again.
type browser struct {
	stir func() // is called when something has come
}

// Save starts a download: the browser keeps it with the others, under a free name, which is
// not known here.
func (b *browser) Save(name string, data []byte) (string, error) {
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	blob := js.Global().Get("Blob").New([]any{bytes})
	urls := js.Global().Get("URL")
	url := urls.Call("createObjectURL", blob)
	link := js.Global().Get("document").Call("createElement", "a")
	link.Set("href", url)
	link.Set("download", name)
	link.Call("click")
	const minute = 60_000 // ms, in which the browser has surely begun to read it
	js.Global().Call("setTimeout", urls.Get("revokeObjectURL").Call("bind", urls, url), minute)
	return name, nil
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
			taken(file.Get("name").String(), bytesOf(args[0]))
			return nil
		})
		file.Call("arrayBuffer").Call("then", loaded)
	}
}

// keptPrefix is before the names of what is kept, since other pages of the same origin may
// keep things of the same name.
const keptPrefix = "snaplab/"

// Keep keeps data for the next visit, unless the user forbids it.
func (b *browser) Keep(name string, data []byte) (err error) {
	defer caught(&err)
	js.Global().Get("localStorage").Call("setItem", keptPrefix+name, base64.StdEncoding.EncodeToString(data))
	return nil
}

// Kept returns what a visit before has kept, nil if nothing.
func (b *browser) Kept(name string) (data []byte, err error) {
	defer caught(&err)
	text := js.Global().Get("localStorage").Call("getItem", keptPrefix+name)
	if text.IsNull() {
		return nil, nil
	}
	return base64.StdEncoding.DecodeString(text.String())
}

// caught turns what the browser throws into an error.
func caught(err *error) {
	switch thrown := recover().(type) {
	case nil:
	case js.Error:
		*err = errors.New(thrown.Value.Get("message").String())
	default:
		panic(thrown)
	}
}
