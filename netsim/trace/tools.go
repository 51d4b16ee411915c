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
	first, wrap      int64 // -1 and 0 for none
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
	columns []form // of which the kind is what the column is
	cells   map[string]*regexp.Regexp
}

var formats = sync.OnceValue(func() *formatTable {
	t := &formatTable{cells: map[string]*regexp.Regexp{}}
	words := map[string]string{}
	braces := regexp.MustCompile(`\{([a-z]\w*)\}`)
	compiled := func(s string) *regexp.Regexp {
		return regexp.MustCompile(braces.ReplaceAllStringFunc(s, func(w string) string { return words[w[1:len(w)-1]] }))
	}
	var now *tool
	for line := range strings.Lines(formatsText) {
		kind, rest := cutWord(line)
		name, text := cutWord(rest)
		number, _ := strconv.ParseInt(rest, 10, 64)
		period, _ := time.ParseDuration(rest)
		switch kind {
		case "", "#":
		case "word":
			words[name] = strings.TrimPrefix(words[name]+"|"+compiled(text).String(), "|")
		case "column":
			t.columns = append(t.columns, form{name, compiled("(?i)" + text)})
		case "cell":
			t.cells[name] = compiled("(?i)" + text)
		case "tool":
			now = &tool{name: rest, first: -1, unit: time.Millisecond, every: time.Second}
			t.tools = append(t.tools, now)
		case "like":
			name := now.name
			*now = *t.tools[slices.IndexFunc(t.tools, func(other *tool) bool { return other.name == rest })]
			now.name = name
			now.forms = slices.DeleteFunc(slices.Clone(now.forms), func(f form) bool { return f.kind == "header" })
		case "first":
			now.first = number
		case "wrap":
			now.wrap = number
		case "every":
			now.every = period
		case "wait":
			now.wait = period
		case "unit":
			now.unit = timeUnit(rest)
		case "measures":
			now.measures = OneWay
		case "log":
			now.log = true
		case "order":
			now.order = true
		default:
			switch re := compiled(rest); {
			case now == nil:
				t.noise = re
			case kind == "sign" && rest == "":
				now.sign = true
			default:
				now.forms = append(now.forms, form{kind, re})
			}
		}
	}
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
		if f := &t.forms[i]; f.kind != "after" || closing {
			if at := f.FindStringSubmatchIndex(text); at != nil {
				return found{f, text, at}, true
			}
		}
	}
	return found{}, false
}

// toolOf returns the tool whose output a document is, nil if none.
func toolOf(d *document) (best *tool) {
	var head []string
	for _, text := range d.lines[:min(len(d.lines), 200)] {
		if text = d.bare(text[:min(len(text), 4096)]); text != "" && !formats().noise.MatchString(text) {
			head = append(head, text)
		}
	}
	most := 0
	for _, t := range formats().tools {
		score, known, signed := 0, 0, !t.sign
		for i, text := range head {
			f, ok := t.find(text, i > 0 && strings.HasPrefix(head[i-1], "---"))
			if !ok || f.kind == "guess" {
				continue
			}
			known++
			switch f.kind {
			case "noise", "lost", "closing", "some", "undo":
			case "total", "after", "sent", "part", "name":
				score += 2
			case "sign":
				signed = true
				fallthrough
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
	for unit, re := range unitWords {
		if re.MatchString(word) {
			return unit
		}
	}
	return 0
}

// unitWords are the words for units. What is left of a space that no one could decode
// may stand before ms.
var unitWords = map[time.Duration]*regexp.Regexp{
	time.Nanosecond:  regexp.MustCompile(`^ns(ec)?$`),
	time.Microsecond: regexp.MustCompile(`^[uµμ]s(ec)?$`),
	time.Millisecond: regexp.MustCompile(`^[^a-z]*ms(ec)?$|^мс|^毫秒|^ミリ秒|^밀리초|^miliseg`),
	time.Second:      regexp.MustCompile(`^s(ecs?|econds?)?$`),
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
