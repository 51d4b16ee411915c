package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestNoWordsOutsideTheCatalogue: what a panel says stands in assets/text. Identifiers,
// patterns of values and errors of the program's own making, which no user sees, may stand
// where they are used.
func TestNoWordsOutsideTheCatalogue(t *testing.T) {
	words := regexp.MustCompile(`[A-Za-z]{2,} [A-Za-z]{2,}`) // identifiers have no blanks
	letters := regexp.MustCompile(`[A-Za-z]{2,}`)
	shown := map[string]bool{"Label": true, "Tooltip": true, "Items": true, "Tooltips": true, "Details": true, "Placeholder": true, "Hint": true}
	texts := 0
	err := filepath.WalkDir(".", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && slices.Contains([]string{"im", "raster", "film", "text", "testdata", "viewtest"}, e.Name()):
			return fs.SkipDir // they show no words of their own
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		inspect(file, func(at string, literal *ast.BasicLit) {
			text, _ := strconv.Unquote(literal.Value)
			texts++
			if at == "error" || !words.MatchString(text) && !(shown[at] && letters.MatchString(text)) {
				return
			}
			t.Errorf("%s: %q belongs into the catalogue", path, text)
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if texts < 200 {
		t.Errorf("only %d texts are found", texts)
	}
}

// inspect visits the string literals of a file with where they stand: "error" in the
// making of an error, the name of the field that they are the value of, or "".
func inspect(file *ast.File, visit func(at string, literal *ast.BasicLit)) {
	var walk func(at string, n ast.Node)
	walk = func(at string, n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec, *ast.Field:
				return false // a path, a tag
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok {
					walk(key.Name, n.Value)
					return false
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && (f.Sel.Name == "Errorf" || f.Sel.Name == "New" && f.X.(*ast.Ident).Name == "errors") {
					for _, arg := range n.Args {
						walk("error", arg)
					}
					return false
				}
			case *ast.BasicLit:
				if n.Kind == token.STRING {
					visit(at, n)
				}
			}
			return true
		})
	}
	walk("", file)
}
