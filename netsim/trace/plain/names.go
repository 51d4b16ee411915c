package plain

import "strings"

// Name is the number of a text among those of a file, 0 for "". There may be millions of
// things with a name, and of names there are few.
type Name int32

// Names are the texts of a file. The zero value has none.
type Names struct {
	numbers map[string]Name
	texts   []string
}

// Number returns the number of a text.
func (n *Names) Number(text string) Name {
	if text == "" {
		return 0
	}
	i, ok := n.numbers[text]
	if !ok {
		if n.numbers == nil {
			n.numbers, n.texts = map[string]Name{}, []string{""}
		}
		text = strings.Clone(text) // so that the file is not kept
		i = Name(len(n.texts))
		n.numbers[text], n.texts = i, append(n.texts, text)
	}
	return i
}

// Text returns a text by its number.
func (n *Names) Text(i Name) string {
	if i == 0 {
		return ""
	}
	return n.texts[i]
}
