package trace

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed formats.txt
var formatsText string

// tool is one text format of formats.txt, which says what its fields mean.
type tool struct {
	name             string
	forms            []form
	first, wrap      int64
	every, wait      time.Duration
	unit             time.Duration
	measures         Measures
	log, order, sign bool
}

// form is what a line of one kind looks like.
type form struct {
	kind string
	*regexp.Regexp
}

// formatTable is formats.txt.
type formatTable struct {
	tools   []*tool
	noise   *regexp.Regexp
	columns []form // kind is what the column is
	cells   map[string]func(string) bool
}

var formats = sync.OnceValue(func() *formatTable {
	t := &formatTable{cells: map[string]func(string) bool{}}
	words, texts := map[string]string{}, map[string]string{}
	var expand func(string) string
	word := regexp.MustCompile(`\{([a-z]\w*)\}`)
	expand = func(s string) string {
		return word.ReplaceAllStringFunc(s, func(w string) string {
			w = w[1 : len(w)-1]
			if text, ok := texts[w]; ok {
				return text
			}
			return expand(words[w])
		})
	}
	compiled := func(s string) *regexp.Regexp { return regexp.MustCompile(expand(s)) }
	lines := strings.Split(formatsText, "\n")
	for _, line := range lines { // texts are used before they are said
		if kind, rest := cutWord(line); kind == "text" {
			name, text := cutWord(rest)
			texts[name] = strings.TrimPrefix(texts[name]+"|"+text, "|")
		}
	}
	var now *tool
	for _, line := range lines {
		kind, rest := cutWord(line)
		switch kind {
		case "", "#", "text":
		case "word":
			name, text := cutWord(rest)
			words[name] = text
		case "tool":
			now = &tool{name: rest, unit: time.Millisecond, every: time.Second}
			t.tools = append(t.tools, now)
		case "like":
			i := slices.IndexFunc(t.tools, func(t *tool) bool { return t.name == rest })
			name := now.name
			*now = *t.tools[i]
			now.name = name
			now.forms = slices.DeleteFunc(slices.Clone(now.forms), func(f form) bool { return f.kind == "header" })
		case "first", "wrap":
			n, _ := strconv.ParseInt(rest, 10, 64)
			if kind == "first" {
				now.first = n
			} else {
				now.wrap = n
			}
		case "every", "wait":
			d, _ := time.ParseDuration(rest)
			if kind == "every" {
				now.every = d
			} else {
				now.wait = d
			}
		case "unit":
			now.unit = timeUnit(rest)
		case "measures":
			now.measures = OneWay
		case "log":
			now.log = true
		case "order":
			now.order = true
		case "column", "cell":
			name, text := cutWord(rest)
			if kind == "column" {
				t.columns = append(t.columns, form{name, compiled("(?i)" + text)})
			} else if name == "round" {
				t.cells[name] = compiled("(?i)" + text).MatchString
			} else {
				t.cells[name] = compiled("(?i)^(?:" + text + ")$").MatchString
			}
		case "sign":
			if now.sign = now.sign || rest == ""; rest == "" {
				continue
			}
			fallthrough
		default:
			now.forms = append(now.forms, form{kind, compiled(rest)})
		}
	}
	t.noise = regexp.MustCompile(`^(?:` + texts["noise"] + `)$`)
	return t
})

func cutWord(s string) (word, rest string) {
	word, rest, _ = strings.Cut(strings.TrimSpace(s), " ")
	return word, strings.TrimSpace(rest)
}

// found is a line that fits a form.
type found struct {
	*form
	text string
	at   []int
}

// get returns what a group of the form matched, "" if nothing did.
func (f *found) get(name string) string {
	if i := f.SubexpIndex(name); i >= 0 && f.at[2*i] >= 0 {
		return f.text[f.at[2*i]:f.at[2*i+1]]
	}
	return ""
}

// integer returns the number that a group matched, -1 for none.
func (f *found) integer(name string) int64 {
	if n, err := strconv.ParseInt(f.get(name), 10, 64); err == nil {
		return n
	}
	return -1
}

// find returns the first form that a line fits. A line right after one that begins the
// totals may fit more.
func (t *tool) find(text string, closing bool) (found, bool) {
	for i := range t.forms {
		f := &t.forms[i]
		if f.kind == "after" && !closing {
			continue
		}
		if at := f.FindStringSubmatchIndex(text); at != nil {
			return found{f, text, at}, true
		}
	}
	return found{}, false
}

// toolOf returns the tool whose output a document is, nil if none.
func toolOf(d *document) *tool {
	type line struct {
		text    string
		closing bool
	}
	var head []line
	for _, text := range d.lines[:min(len(d.lines), 200)] {
		if text = d.bare(text[:min(len(text), 4096)]); text != "" && !formats().noise.MatchString(text) {
			head = append(head, line{text, strings.HasPrefix(text, "---")})
		}
	}
	var best *tool
	most := 0
	for _, t := range formats().tools {
		score, known, signed, after := 0, 0, !t.sign, false
		for _, l := range head {
			f, ok := t.find(l.text, after)
			after = l.closing
			if !ok || f.kind == "guess" {
				continue
			}
			known++
			switch f.kind {
			case "noise", "lost", "closing", "some", "undo":
			case "sign":
				signed = true
				score += 3
			case "total", "after", "sent", "part", "name":
				score += 2
			default:
				score += 3
			}
		}
		if signed && score > most && (t.log || known*3 >= len(head)) {
			best, most = t, score
		}
	}
	return best
}

// timeUnit returns the unit of time that a word after a number names, 0 if none. All
// languages but a few write ms.
func timeUnit(word string) time.Duration {
	word = strings.ToLower(strings.TrimRight(word, ":.;!"))
	switch {
	case strings.HasPrefix(word, "ns"):
		return time.Nanosecond
	case strings.HasPrefix(word, "us"), strings.HasPrefix(word, "µs"), strings.HasPrefix(word, "μs"):
		return time.Microsecond
	case word == "s", word == "sec", word == "secs", strings.HasPrefix(word, "second"):
		return time.Second
	// What is left of a space that no one could decode may stand before it.
	case strings.HasSuffix(word, "ms"), word == "msec", strings.HasPrefix(word, "мс"), strings.HasPrefix(word, "毫秒"),
		strings.HasPrefix(word, "ミリ秒"), strings.HasPrefix(word, "밀리초"), strings.HasPrefix(word, "miliseg"):
		return time.Millisecond
	}
	return 0
}

// excerpt quotes the start of a line.
func excerpt(line string) string {
	line = strings.TrimSpace(line)
	if r := []rune(line); len(r) > 60 {
		line = string(r[:60]) + "…"
	}
	return strconv.QuoteToGraphic(line)
}

// refuse returns the error about a file that is understood and yet no trace: what it
// was taken for, why it can't be one, and what would do.
func refuse(taken, why, would string) error {
	return fmt.Errorf("%w: taken for %s, but %s; want %s", ErrNotUnderstood, taken, why, would)
}
