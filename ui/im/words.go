package im

// Words are what the widgets themselves say of a number that was typed and can't be
// taken, in the application's language. An empty one is said in English; Refused, in
// the words of the slider's Parse.
type Words struct {
	TypeNumber string // nothing was typed
	NotWhole   string // %s: what was typed
	NotBetween string // %s: what was typed, the smallest and the largest value
	Refused    string // the same: Parse has refused it
}

// or returns a text, or another if it is empty.
func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
