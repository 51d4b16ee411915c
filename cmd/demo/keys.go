package main

import "snaplab/ui/im"

// keyOf returns the key that types r, or im.KeyNone. Letters go
// by what is printed on the user's own layout, so that a shortcut is where its
// letter is.
func keyOf(r rune) im.Key {
	switch {
	case r >= 'a' && r <= 'z':
		return im.KeyA + im.Key(r-'a')
	case r >= 'A' && r <= 'Z':
		return im.KeyA + im.Key(r-'A')
	case r >= '0' && r <= '9':
		return im.Key0 + im.Key(r-'0')
	}
	switch r {
	case '+', '=':
		return im.KeyPlus
	case '-', '_':
		return im.KeyMinus
	case ',', '<':
		return im.KeyComma
	case '.', '>':
		return im.KeyPeriod
	case '/', '?':
		return im.KeySlash
	case ' ':
		return im.KeySpace
	}
	return im.KeyNone
}
