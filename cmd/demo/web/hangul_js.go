package main

import (
	"path"
	"syscall/js"
	"time"

	"snaplab/assets"
	"snaplab/ui/raster"
)

// hangulPatience is how long a page goes without a new picture rather than with one that has
// hollow boxes in the place of Korean syllables.
const hangulPatience = 3 * time.Second

// hangulFaces is how far the faces with Korean syllables have come. The zero value is not asked
// for.
type hangulFaces struct {
	asked, coming bool
	since         time.Duration // asked for
}

// awaited reports whether a picture is better shown when they have come.
func (f *hangulFaces) awaited(now time.Duration) bool {
	return f.coming && now-f.since < hangulPatience
}

// fetchHangul fetches the faces with Korean syllables from the page's folder, once, when one
// was to be drawn: most visitors never need them.
func (c *canvas) fetchHangul(now time.Duration) {
	if c.hangul.asked || !raster.WantsHangul() {
		return
	}
	c.hangul = hangulFaces{asked: true, coming: true, since: now}
	var got [len(assets.HangulFaces)][]byte
	missing := len(got)
	for i, name := range assets.HangulFaces {
		fetch(path.Base(name), func(data []byte) {
			got[i] = data
			if missing--; missing > 0 {
				return
			}
			c.hangul.coming = false
			c.stir()
			if err := raster.LoadHangul(got[0], got[1]); err != nil {
				js.Global().Get("console").Call("error", err.Error())
				return
			}
			c.app.Resize(c.width, c.height, float32(c.scale)) // all is measured anew
		})
	}
}

// fetch hands a file of the page's folder to taken when it has come, nil if it can't be had:
// why is on the browser's console.
func fetch(name string, taken func(data []byte)) {
	whole := js.FuncOf(func(_ js.Value, args []js.Value) any { return args[0].Call("arrayBuffer") })
	var done, lost js.Func
	end := func(data []byte) {
		whole.Release()
		done.Release()
		lost.Release()
		taken(data)
	}
	done = js.FuncOf(func(_ js.Value, args []js.Value) any { end(bytesOf(args[0])); return nil })
	lost = js.FuncOf(func(_ js.Value, args []js.Value) any {
		js.Global().Get("console").Call("error", name, args[0])
		end(nil)
		return nil
	})
	js.Global().Call("fetch", name).Call("then", whole).Call("then", done, lost)
}

// bytesOf copies an ArrayBuffer of the page.
func bytesOf(buffer js.Value) []byte {
	source := js.Global().Get("Uint8Array").New(buffer)
	data := make([]byte, source.Length())
	js.CopyBytesToGo(data, source)
	return data
}
