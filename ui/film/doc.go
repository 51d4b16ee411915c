// Package film makes files of pictures that follow each other: an animated GIF, in a
// palette chosen once from some of them, or numbered PNGs.
package film
