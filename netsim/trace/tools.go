package trace

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed formats.txt
var formatsText string

// tool is one text format of formats.txt, which says what its fields mean.
type tool struct {
	Name, Like, Unit, Refuse string
	First, Wrap              int64         // -1 and 0 for none
	Wait                     time.Duration // seconds
	OneWay, Log, Order, Sign bool
	forms                    []form
}

// form is what a line, a column, a cell or a unit of one kind looks like.
type form struct {
	kind string
	*regexp.Regexp
}

// formatTable is formats.txt.
type formatTable struct {
	tools          []*tool
	noise          *regexp.Regexp
	columns, units []form
	cells          map[string]*regexp.Regexp
	patterns       map[string]*regexp.Regexp // of parts of lines and cells
}

var formats = readFormats()

func readFormats() *formatTable {
	t := &formatTable{cells: map[string]*regexp.Regexp{}, patterns: map[string]*regexp.Regexp{}}
	words := map[string]string{}
	braces := regexp.MustCompile(`\{([a-z]\w*)\}`)
	compiled := func(s string) *regexp.Regexp {
		return regexp.MustCompile(braces.ReplaceAllStringFunc(s, func(w string) string { return words[w[1:len(w)-1]] }))
	}
	var now *tool
	for line := range strings.Lines(formatsText) {
		kind, rest := cutWord(line)
		name, text := cutWord(rest)
		switch kind {
		case "", "#":
		case "word":
			words[name] = strings.TrimPrefix(words[name]+"|"+compiled(text).String(), "|")
		case "column":
			t.columns = append(t.columns, form{name, compiled("(?i)" + text)})
		case "unit":
			t.units = append(t.units, form{name, compiled(text)})
		case "pattern":
			t.patterns[name] = compiled(text)
		case "cell":
			t.cells[name] = compiled("(?i)" + text)
		case "tool":
			now = &tool{First: -1}
			if err := json.Unmarshal([]byte(rest), now); err != nil {
				panic(err) // the table is a part of the program
			}
			if now.Like != "" {
				*now = *t.tool(now.Like)
				_ = json.Unmarshal([]byte(rest), now)
				now.forms = slices.DeleteFunc(slices.Clone(now.forms), func(f form) bool { return f.kind == "header" })
			}
			t.tools = append(t.tools, now)
		default:
			if re := compiled(rest); now == nil {
				t.noise = re
			} else {
				now.forms = append(now.forms, form{kind, re})
			}
		}
	}
	return t
}

func (t *formatTable) tool(name string) *tool {
	return t.tools[slices.IndexFunc(t.tools, func(t *tool) bool { return t.Name == name })]
}

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

// match returns the first place in a text that fits a pattern.
func (t *formatTable) match(pattern, text string) (found, bool) {
	re := t.patterns[pattern]
	at := re.FindStringSubmatchIndex(text)
	return found{&form{pattern, re}, text, at}, at != nil
}

// get returns what a group of the form matched, "" if nothing did.
func (f *found) get(name string) string {
	if i := f.SubexpIndex(name); f.at != nil && i >= 0 && f.at[2*i] >= 0 {
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

// lineScores say how much a line of a kind, 3 if not said, tells of the format.
var lineScores = map[string]int{"noise": 0, "lost": 0, "closing": 0, "some": 0, "undo": 0, "guess": 0, "command": 0, "total": 2, "after": 2, "sent": 2, "part": 2, "name": 2}

// isTool finds the tool whose output a document is, if any.
func isTool(d *document) bool {
	var head []string
	for _, text := range d.lines.First(200).All() {
		if _, text, _ = d.prefix(text[:min(len(text), 4096)]); text != "" && !formats.noise.MatchString(text) {
			head = append(head, text)
		}
	}
	most := 0
	for _, t := range formats.tools {
		score, known, signed := 0, 0, !t.Sign
		for i, text := range head {
			if f, ok := t.find(text, i > 0 && strings.HasPrefix(head[i-1], "---")); ok {
				points, said := lineScores[f.kind]
				if !said {
					points = 3
				}
				score += points
				known += b2i(f.kind != "guess")
				signed = signed || f.kind == "sign"
			}
		}
		if signed && score > most && (t.Log || known*3 >= len(head)) {
			d.tool, most = t, score
		}
	}
	return d.tool != nil
}

// timeUnit returns the unit of time that a word after a number names, 0 if none. All
// languages but a few write ms.
func timeUnit(word string) time.Duration {
	word = strings.ToLower(strings.TrimRight(word, ":.;!"))
	for _, u := range formats.units {
		if u.MatchString(word) {
			unit, _ := time.ParseDuration("1" + u.kind)
			return unit
		}
	}
	return 0
}

// refuse returns the error about a file that is understood and yet no trace: what it
// was taken for, why it can't be one, and what would do.
func refuse(taken, why, would string) error {
	return fmt.Errorf("%w: taken for %s, but %s; want %s", ErrNotUnderstood, taken, why, would)
}
