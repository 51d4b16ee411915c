package main

import (
	"path"
	"syscall/js"

	"snaplab/assets"
	"snaplab/ui/raster"
)

// fetchHangul fetches the faces with Korean syllables from the page's folder, once, when one
// was to be drawn: most visitors never need them.
func (c *canvas) fetchHangul() {
	if c.fetched || !raster.WantsHangul() {
		return
	}
	c.fetched = true
	var got [len(assets.HangulFaces)][]byte
	missing := len(got)
	for i, name := range assets.HangulFaces {
		fetch(path.Base(name), func(data []byte) {
			got[i] = data
			if missing--; missing > 0 {
				return
			}
			if err := raster.LoadHangul(got[0], got[1]); err != nil {
				js.Global().Get("console").Call("error", err.Error())
				return
			}
			c.app.Resize(c.width, c.height, float32(c.scale)) // all is measured anew
			c.stir()
		})
	}
}

// fetch hands a file of the page's folder to taken when it has come. What goes wrong is on
// the browser's console.
func fetch(name string, taken func(data []byte)) {
	whole := js.FuncOf(func(_ js.Value, args []js.Value) any { return args[0].Call("arrayBuffer") })
	var done js.Func
	done = js.FuncOf(func(_ js.Value, args []js.Value) any {
		whole.Release()
		done.Release()
		taken(bytesOf(args[0]))
		return nil
	})
	js.Global().Call("fetch", name).Call("then", whole).Call("then", done)
}

// bytesOf copies an ArrayBuffer of the page.
func bytesOf(buffer js.Value) []byte {
	source := js.Global().Get("Uint8Array").New(buffer)
	data := make([]byte, source.Length())
	js.CopyBytesToGo(data, source)
	return data
}
