package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// placedError is an error about what a file has at a place that a pattern finds.
type placedError struct {
	error
	pattern string
}

func (e placedError) Unwrap() error { return e.error }

// atMember says that an error is about a member of an object.
func atMember(name string, err error) error {
	return placedError{err, regexp.QuoteMeta(string(appendJSON(nil, name))) + `\s*:`}
}

// atValue says that an error is about a value of a member.
func atValue(name, value string, err error) error {
	return placedError{err, regexp.QuoteMeta(string(appendJSON(nil, name))) + `\s*:\s*` + regexp.QuoteMeta(string(appendJSON(nil, value)))}
}

const unknownField = "unknown field "

// plain cuts the name of the library from an error.
func plain(err error) string {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return "the file ends too early"
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// lineOf returns "line N: " for the place of an error in a file, or nothing if that
// can't be told.
func lineOf(data []byte, err error, offset int64) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var placed placedError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	case errors.As(err, &placed):
		return lineOfOnly(data, placed.pattern)
	case err != nil && strings.HasPrefix(plain(err), unknownField):
		// The library does not say where the field is.
		return lineOfOnly(data, regexp.QuoteMeta(strings.TrimPrefix(plain(err), unknownField))+`\s*:`)
	case err != nil && offset == 0:
		return ""
	}
	return lineAt(data, offset)
}

// lineOfOnly is the line of what a pattern finds, and nothing if there is more than one:
// they can't be told apart.
func lineOfOnly(data []byte, pattern string) string {
	places := regexp.MustCompile(pattern).FindAllIndex(data, 2)
	if len(places) != 1 {
		return ""
	}
	return lineAt(data, int64(places[0][0]))
}

func lineAt(data []byte, offset int64) string {
	offset = max(0, min(offset, int64(len(data))))
	return fmt.Sprintf("line %d: ", 1+bytes.Count(data[:offset], []byte("\n")))
}
