package im

// KeyOf returns the key that types r, or KeyNone. Letters go by what is printed on the
// user's own layout, so that a shortcut is where its letter is.
func KeyOf(r rune) Key {
	switch {
	case r >= 'a' && r <= 'z':
		return KeyA + Key(r-'a')
	case r >= 'A' && r <= 'Z':
		return KeyA + Key(r-'A')
	case r >= '0' && r <= '9':
		return Key0 + Key(r-'0')
	}
	switch r {
	case '+', '=':
		return KeyPlus
	case '-', '_':
		return KeyMinus
	case ',', '<':
		return KeyComma
	case '.', '>':
		return KeyPeriod
	case '/', '?':
		return KeySlash
	case ' ':
		return KeySpace
	}
	return KeyNone
}
