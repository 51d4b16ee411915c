package text

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Load reads the texts of languages by their codes: of "en" from text/en.json. The first
// one is what the others are compared with. The error names the file, and the key where it
// is about one, of every fault: a text that is missing, unknown, said twice or no text, a
// list of another length, and a text that takes other verbs (%s, %d) than in the first
// language or has other blanks around it. There is a Text for every code even then.
func Load(fsys fs.FS, codes ...string) ([]Text, error) {
	texts := make([]Text, len(codes))
	var first []entry
	var faults []error
	for i, code := range codes {
		file := "text/" + code + ".json"
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		r := reader{file: file, data: data, dec: json.NewDecoder(bytes.NewReader(data)), at: map[string]int64{}}
		r.read(&texts[i])
		if len(r.faults) == 0 {
			all := entries(nil, "", reflect.ValueOf(texts[i]))
			if first == nil {
				first = all
			}
			r.compare(all, first)
		}
		faults = append(faults, r.faults...)
	}
	return texts, errors.Join(faults...)
}

// reader fills a Text from a file and gathers what is wrong with it.
type reader struct {
	file   string
	data   []byte
	dec    *json.Decoder
	at     map[string]int64 // where the text under each key ends
	ended  bool             // no more can be read: the file is no JSON
	faults []error
}

// fault notes what is wrong with the text under a key, or with what the reader is at.
func (r *reader) fault(key, format string, args ...any) {
	at, ok := r.at[key]
	if !ok {
		at = r.dec.InputOffset()
	}
	line := 1 + bytes.Count(r.data[:at], []byte("\n"))
	where := fmt.Sprintf("%s:%d: ", r.file, line)
	if key != "" {
		where += key + " "
	}
	r.faults = append(r.faults, errors.New(where+fmt.Sprintf(format, args...)))
}

func (r *reader) read(t *Text) {
	r.value("", reflect.ValueOf(t).Elem())
	if _, err := r.dec.Token(); !r.ended && err != io.EOF {
		r.fault("", "has more after its object")
	}
}

// token returns the next one, nil at the end of what can be read.
func (r *reader) token() json.Token {
	if r.ended {
		return nil
	}
	token, err := r.dec.Token()
	if err != nil {
		r.ended = true
		r.fault("", "is not JSON: %v", err)
	}
	return token
}

// more reports whether an object or a list goes on.
func (r *reader) more() bool { return !r.ended && r.dec.More() }

// skip passes over a value.
func (r *reader) skip() { r.past(r.token()) }

// past passes over the rest of a value that begins with a token.
func (r *reader) past(token json.Token) {
	if token == json.Delim('{') || token == json.Delim('[') {
		for r.more() {
			r.skip() // an object's names too
		}
		r.token()
	}
}

// value reads what stands under a key.
func (r *reader) value(key string, v reflect.Value) {
	want := map[reflect.Kind]json.Token{
		reflect.Struct: json.Delim('{'), reflect.Map: json.Delim('{'), reflect.Array: json.Delim('['), reflect.Slice: json.Delim('['),
	}[v.Kind()]
	token := r.token()
	if text, ok := token.(string); ok && v.Kind() == reflect.String {
		v.SetString(text)
		r.at[key] = r.dec.InputOffset()
		return
	}
	if token == nil || token != want {
		if !r.ended {
			r.fault(key, "is not %s", map[json.Token]string{nil: "a text", json.Delim('{'): "an object", json.Delim('['): "a list"}[want])
		}
		r.past(token)
		return
	}
	switch v.Kind() {
	case reflect.Struct, reflect.Map:
		r.object(key, v)
	default:
		r.list(key, v)
	}
	r.token() // its end
}

// object reads the values of a struct's fields, each once, or those of a map.
func (r *reader) object(key string, v reflect.Value) {
	seen := map[string]bool{}
	for r.more() {
		name, _ := r.token().(string)
		inner := name
		if key != "" {
			inner = key + "." + name
		}
		switch {
		case r.ended:
			return
		case seen[name]:
			r.fault(inner, "is there twice")
			r.skip()
		case v.Kind() == reflect.Map:
			if v.IsNil() {
				v.Set(reflect.MakeMap(v.Type()))
			}
			value := reflect.New(v.Type().Elem()).Elem()
			r.value(inner, value)
			v.SetMapIndex(reflect.ValueOf(name), value)
		case v.FieldByName(name).IsValid():
			r.value(inner, v.FieldByName(name))
		default:
			r.fault(inner, "is unknown")
			r.skip()
		}
		seen[name] = true
	}
	for i := 0; v.Kind() == reflect.Struct && !r.ended && i < v.NumField(); i++ {
		if name := v.Type().Field(i).Name; !seen[name] {
			r.fault(strings.TrimPrefix(key+"."+name, "."), "is missing")
		}
	}
}

// list reads the values of an array, which are as many as it holds, or those of a slice.
func (r *reader) list(key string, v reflect.Value) {
	n := 0
	for ; r.more(); n++ {
		switch inner := fmt.Sprintf("%s[%d]", key, n); {
		case v.Kind() == reflect.Slice:
			v.Grow(1)
			v.SetLen(n + 1)
			r.value(inner, v.Index(n))
		case n < v.Len():
			r.value(inner, v.Index(n))
		default:
			r.skip()
		}
	}
	if n != v.Len() && !r.ended {
		r.fault(key, "has %d entries, want %d", n, v.Len())
	}
}

// compare notes where texts differ from those in the first language in what they take.
func (r *reader) compare(all, first []entry) {
	texts := map[string]string{}
	for _, e := range all {
		texts[e.key] = e.text
		if e.text != strings.Trim(e.text, "\n") {
			r.fault(e.key, "begins or ends with a new line")
		}
	}
	for _, e := range first {
		text, ok := texts[e.key]
		delete(texts, e.key)
		switch {
		case !ok:
			r.fault(e.key, "is missing, it is %q in the first language", e.text)
		case (text == "") != (e.text == ""):
			r.fault(e.key, "is %q, and %q in the first language", text, e.text)
		case !slices.Equal(verbs(text), verbs(e.text)):
			r.fault(e.key, "is %q, want %v to be filled in as into %q", text, verbs(e.text), e.text)
		case strings.HasPrefix(text, " ") != strings.HasPrefix(e.text, " ") || strings.HasSuffix(text, " ") != strings.HasSuffix(e.text, " "):
			r.fault(e.key, "is %q, want blanks around it as around %q", text, e.text)
		}
	}
	for _, e := range all {
		if _, ok := texts[e.key]; ok {
			r.fault(e.key, "is not there in the first language")
		}
	}
}

// entry is one text with its key: "Arena.Tips[2]".
type entry struct{ key, text string }

// entries appends all texts but those of maps, of which a language may have any.
func entries(dst []entry, key string, v reflect.Value) []entry {
	switch v.Kind() {
	case reflect.String:
		return append(dst, entry{key, v.String()})
	case reflect.Struct:
		for i := range v.NumField() {
			dst = entries(dst, strings.TrimPrefix(key+"."+v.Type().Field(i).Name, "."), v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			dst = entries(dst, fmt.Sprintf("%s[%d]", key, i), v.Index(i))
		}
	}
	return dst
}

var verb = regexp.MustCompile(`%[a-z%]`)

// verbs lists what the program fills into a text, in order.
func verbs(text string) []string {
	return slices.DeleteFunc(verb.FindAllString(text, -1), func(v string) bool { return v == "%%" })
}
