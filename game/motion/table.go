package motion

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of what is read. A recording is kept as samples of 56 bytes, never as text.
const (
	maxColumns = 256
	maxRows    = 5_000_000
	maxLine    = 1 << 16 // bytes
)

// table reads the rows of a text one after another.
type table struct {
	in        *bufio.Reader
	separator byte
	line      int
	cells     [][]byte // of the row, in text or unquoted
	unquoted  []byte
}

// openTable begins to read a text, plain or packed by gzip. head is the names of its columns.
func openTable(r io.Reader) (t *table, head []string, err error) {
	in := bufio.NewReaderSize(r, maxLine)
	if magic, _ := in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		packed, err := gzip.NewReader(in)
		if err != nil {
			return nil, nil, fmt.Errorf("it begins as gzip, but %w", err)
		}
		in = bufio.NewReaderSize(packed, maxLine)
	}
	start, _ := in.Peek(4096)
	switch {
	case len(start) == 0:
		return nil, nil, errors.New("the file is empty, want a table with a row for each entity and time")
	case bytes.HasPrefix(start, []byte("\xff\xfe")) || bytes.HasPrefix(start, []byte("\xfe\xff")):
		return nil, nil, errors.New("line 1: the text is UTF-16, want UTF-8")
	case bytes.IndexByte(start, 0) >= 0:
		return nil, nil, errors.New("line 1: it is no text but binary, want a table with a row for each entity and time")
	}
	if bytes.HasPrefix(start, []byte("\xef\xbb\xbf")) {
		_, _ = in.Discard(3)
	}
	t = &table{in: in}
	for {
		text, err := t.readLine()
		if err == io.EOF {
			return nil, nil, errors.New("the file has no line of column names")
		} else if err != nil {
			return nil, nil, err
		}
		text = bytes.TrimSpace(text)
		if len(text) == 0 || text[0] == '#' && !bytes.ContainsAny(text, ",;\t") || bytes.HasPrefix(text, []byte("sep=")) {
			continue
		}
		if t.separator = separatorOf(text); t.separator == 0 {
			return nil, nil, fmt.Errorf("line %d: there is one column only, want several parted by commas, semicolons or tabs", t.line)
		}
		if err := t.split(text); err != nil {
			return nil, nil, err
		}
		break
	}
	if len(t.cells) > maxColumns {
		return nil, nil, fmt.Errorf("line %d, column %d: there are %d columns, want at most %d", t.line, maxColumns+1, len(t.cells), maxColumns)
	}
	numbers := 0
	for _, cell := range t.cells {
		if !utf8.Valid(cell) {
			return nil, nil, fmt.Errorf("line %d: a column's name is no UTF-8", t.line)
		}
		name := strings.TrimSpace(strings.TrimPrefix(string(cell), "#"))
		if _, ok := t.parse([]byte(name)); ok {
			numbers++
		}
		head = append(head, name)
	}
	if numbers > len(head)/2 {
		return nil, nil, fmt.Errorf("line %d, column 1: %.20q is no name: want a first line with the names of the columns", t.line, head[0])
	}
	return t, head, nil
}

// separatorOf returns what parts the columns of the first line, 0 for nothing.
func separatorOf(line []byte) byte {
	for _, c := range []byte("\t;,") {
		if bytes.IndexByte(line, c) >= 0 {
			return c
		}
	}
	return 0
}

// next reads the next row that is not empty. It returns io.EOF at the end.
func (t *table) next() error {
	for {
		text, err := t.readLine()
		if err != nil {
			return err
		}
		if len(text) > 0 && len(bytes.TrimSpace(text)) > 0 {
			return t.split(text)
		}
	}
}

func (t *table) readLine() ([]byte, error) {
	text, err := t.in.ReadSlice('\n')
	t.line++
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("line %d: it has more than %d bytes", t.line, maxLine)
	case err == io.EOF && len(text) > 0:
		err = nil
	case err != nil && err != io.EOF:
		err = fmt.Errorf("line %d: %w", t.line, err)
	}
	return bytes.TrimRight(text, "\r\n"), err
}

// split parts a line into cells, in which quotes hide separators and are doubled to stand
// for themselves.
func (t *table) split(line []byte) error {
	t.cells, t.unquoted = t.cells[:0], t.unquoted[:0]
	for {
		if len(line) == 0 || line[0] != '"' {
			end := bytes.IndexByte(line, t.separator)
			if end < 0 {
				t.cells = append(t.cells, line)
				return nil
			}
			t.cells, line = append(t.cells, line[:end]), line[end+1:]
			continue
		}
		from, closed := len(t.unquoted), false
		line = line[1:]
		for len(line) > 0 {
			if line[0] == '"' && (len(line) < 2 || line[1] != '"') {
				line, closed = line[1:], true
				break
			}
			if line[0] == '"' {
				line = line[1:]
			}
			t.unquoted, line = append(t.unquoted, line[0]), line[1:]
		}
		if !closed {
			return fmt.Errorf("line %d, column %d: a quote begins that does not end on its line", t.line, len(t.cells)+1)
		}
		t.cells = append(t.cells, t.unquoted[from:len(t.unquoted):len(t.unquoted)])
		end := bytes.IndexByte(line, t.separator)
		if end < 0 {
			return nil
		}
		line = line[end+1:]
	}
}

// cell returns a cell of the row, empty where the row is shorter.
func (t *table) cell(column int) []byte {
	if column < 0 || column >= len(t.cells) {
		return nil
	}
	return bytes.TrimSpace(t.cells[column])
}

// parse reads a number, whose fraction may begin with a comma where the cell is quoted or commas
// part no columns.
func (t *table) parse(text []byte) (float64, bool) {
	if i := bytes.IndexByte(text, ','); i >= 0 && bytes.IndexByte(text, '.') < 0 {
		var room [32]byte
		text = append(room[:0], text...)
		text[i] = '.'
	}
	v, err := strconv.ParseFloat(string(text), 64)
	return v, err == nil
}
