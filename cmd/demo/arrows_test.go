package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The packages and what each may import: of this module by its path below it, of
// others by a prefix. Everything may import the standard library, but see coreFaults.
var arrows = map[string][]string{
	"interp":                  {"github.com/go-gl/mathgl"},
	"interp/compare":          {"interp"},
	"interp/compare/engines":  {"interp", "interp/compare"},
	"interp/compare/mistakes": {"interp", "interp/compare", "github.com/go-gl/mathgl"},
	"netsim":                  {},
	"netsim/trace":            {"netsim/trace/capture", "netsim/trace/emulator", "netsim/trace/plain"},
	"netsim/trace/plain":      {},
	"netsim/trace/emulator":   {"netsim/trace/plain"},
	"netsim/trace/capture":    {},
	"netsim/trace/replay":     {"netsim", "netsim/trace", "netsim/trace/emulator"},
	"game/world":              {"interp", "github.com/go-gl/mathgl"},
	// The settings name the mistakes and engines that there are.
	"game/config":            {"interp", "interp/compare/engines", "interp/compare/mistakes", "netsim", "netsim/trace", "netsim/trace/emulator", "netsim/trace/replay", "game/motion", "game/world"},
	"game/motion":            {"interp", "game/world", "github.com/go-gl/mathgl"},
	"game/config/configtest": {"game/config"},
	"game/wire":              {"interp", "github.com/go-gl/mathgl"},
	"game":                   {"interp", "netsim", "netsim/trace", "game/world", "game/config", "game/wire", "github.com/go-gl/mathgl"},
	"game/measure":           {"game", "game/world", "game/config", "interp", "netsim", "github.com/go-gl/mathgl"},
	"game/study":             {"game", "game/world", "game/config", "game/measure", "interp", "netsim", "netsim/trace"},
	"game/export":            {"game", "game/world", "game/config", "game/study", "interp", "interp/compare", "interp/compare/engines", "netsim"},
	"game/frozen":            {"game", "game/world", "game/config", "interp"},
	"game/lesson":            {"game", "game/world", "game/config", "game/measure", "interp"},
	"assets":                 {},
	"ui/raster":              {"assets", "golang.org/x/image", "github.com/go-gl/mathgl"},
	"ui/film":                {},
	"ui/frametime":           {},
	"ui/freeze":              {"game", "game/world", "game/config", "game/measure", "game/frozen", "interp", "ui/view"},
	"ui/text":                {},
	"ui/im":                  {"ui/raster"},
	"ui/view":                {"netsim", "game", "game/world", "game/config", "game/measure", "game/study", "game/lesson", "interp", "ui/im", "ui/raster", "ui/text"},
	"ui/view/viewtest":       {"assets", "game/measure", "game", "game/world", "game/config", "ui/im", "ui/raster", "ui/text", "ui/view"},
	"ui/arena":               panel,
	"ui/background":          {"game/config", "game/study", "game/world", "interp", "ui/frametime", "ui/view"},
	"ui/timeline":            panel,
	"ui/buffer":              panel,
	"ui/controls":            panel,
	"ui/curve":               panel,
	"ui/layout":              {"game", "ui/controls", "ui/im", "ui/raster", "ui/view"},
	"ui/lessons":             panel,
	"ui/plot":                {"ui/im", "ui/raster", "ui/view"},
	"ui/recorder":            append([]string{"ui/film"}, panel...),
	"ui/tuning":              panel,
	"ui/undo":                {"game/config", "ui/lessons"},
	"ui/verdict":             panel,
	"ui":                     {"assets", "ui/arena", "ui/background", "ui/buffer", "ui/controls", "ui/curve", "ui/frametime", "ui/freeze", "ui/layout", "ui/lessons", "ui/recorder", "ui/timeline", "ui/tuning", "ui/undo", "ui/verdict", "ui/text", "ui/view", "game", "game/world", "game/config", "game/measure", "game/lesson", "game/study", "interp", "netsim", "netsim/trace", "ui/im", "ui/film", "ui/raster", "github.com/go-gl/mathgl"},
	"cmd/demo":               {"assets", "cmd/demo/save", "cmd/demo/shell", "game", "game/motion", "game/world", "game/config", "game/measure", "game/lesson", "game/study", "game/export", "game/wire", "interp", "netsim", "netsim/trace", "netsim/trace/replay", "ui", "ui/film", "ui/im", "ui/plot", "ui/raster", "ui/view", "github.com/alecthomas/kong"},
	"cmd/demo/save":          {},
	"cmd/demo/shell":         {"assets", "game/config", "game/lesson", "ui"},
	"cmd/demo/shelltest":     {"ui", "ui/im", "ui/raster"},
	"cmd/demo/web":           {"assets", "cmd/demo/shell", "game/measure", "ui/view", "game", "game/world", "game/config", "game/lesson", "ui", "ui/im", "ui/raster"},
}

// panel is what a panel of the window may import: no other panel, and not the application.
var panel = []string{"game", "game/world", "game/config", "game/measure", "game/study", "game/export", "game/lesson", "interp", "netsim", "ui/im", "ui/raster", "ui/text", "ui/view", "github.com/go-gl/mathgl"}

const (
	module     = "snaplab"
	engine     = "github.com/hajimehoshi/ebiten"
	windowFile = "window.go" // the only file that may import the engine
)

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, IgnoredGoFiles []string
	Standard                bool
}

// list runs go list on this module for the build without a window.
func list(t *testing.T, args ...string) []listed {
	t.Helper()
	root, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", append([]string{"list", "-tags", "headless", "-json=ImportPath,Dir,Export,GoFiles,IgnoredGoFiles,Standard"}, args...)...)
	cmd.Dir = filepath.Dir(strings.TrimSpace(string(root)))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// TestArrows fails when a package imports what it may not. Files for other builds
// (the window, the browser) are looked at too.
func TestArrows(t *testing.T) {
	for _, p := range list(t, "./...") {
		path := strings.TrimPrefix(p.ImportPath, module+"/")
		allowed, known := arrows[path]
		if !known {
			t.Errorf("%s is a package that the table of arrows does not have", path)
			continue
		}
		for _, name := range append(p.GoFiles, p.IgnoredGoFiles...) {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range f.Imports {
				imported, _ := strconv.Unquote(i.Path.Value)
				if strings.HasSuffix(name, "_test.go") || mayImport(path, name, imported, allowed) {
					continue
				}
				t.Errorf("%s/%s imports %s, which it may not", path, name, imported)
			}
		}
	}
}

// mayImport reports whether a file of a package may import something.
func mayImport(pkg, file, imported string, allowed []string) bool {
	if strings.HasPrefix(imported, engine) {
		return pkg == "cmd/demo" && file == windowFile
	}
	if inner, ours := strings.CutPrefix(imported, module+"/"); ours {
		return slices.Contains(allowed, inner)
	}
	host, _, _ := strings.Cut(imported, "/")
	if !strings.Contains(host, ".") {
		return true // the standard library
	}
	return slices.ContainsFunc(allowed, func(a string) bool {
		return imported == a || strings.HasPrefix(imported, a+"/")
	})
}

// TestMayImport shows that the rule of TestArrows can be broken.
func TestMayImport(t *testing.T) {
	for _, c := range []struct {
		pkg, file, imported string
		want                bool
	}{
		{"netsim", "link.go", "time", true},
		{"netsim", "link.go", "snaplab/interp", false},
		{"interp", "track.go", "snaplab/game", false},
		{"interp", "track.go", "github.com/go-gl/mathgl/mgl32", true},
		{"interp", "track.go", "github.com/go-gl/mathglx", false},
		{"ui", "app.go", "github.com/hajimehoshi/ebiten/v2", false},
		{"cmd/demo", "main.go", "github.com/hajimehoshi/ebiten/v2", false},
		{"cmd/demo", "window.go", "github.com/hajimehoshi/ebiten/v2/inpututil", true},
		{"ui/im", "context.go", "snaplab/ui", false},
		{"game/config", "setting.go", "snaplab/game", false},
		{"game", "session.go", "snaplab/game/measure", false},
	} {
		if got := mayImport(c.pkg, c.file, c.imported, arrows[c.pkg]); got != c.want {
			t.Errorf("%s/%s imports %s: allowed %v, want %v", c.pkg, c.file, c.imported, got, c.want)
		}
	}
}

// TestCore fails when something that would make two runs differ enters the packages
// that a run is made of.
func TestCore(t *testing.T) {
	exports := map[string]string{}
	patterns := []string{"./interp/...", "./netsim/...", "./game/..."}
	for _, p := range list(t, append([]string{"-export", "-deps"}, patterns...)...) {
		exports[p.ImportPath] = p.Export
	}
	for _, p := range list(t, patterns...) {
		fset := token.NewFileSet()
		var files []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		for _, fault := range coreFaults(t, fset, p.ImportPath, files, exports) {
			t.Error(fault)
		}
	}
}

// Names that a run must not depend on: everything listed of a package, or all of it.
var forbidden = map[string][]string{
	"time":         {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"},
	"maps":         {"All", "Keys", "Values"},
	"os":           nil,
	"os/exec":      nil,
	"sync":         nil,
	"sync/atomic":  nil,
	"net":          nil,
	"runtime":      nil,
	"crypto/rand":  nil,
	"hash/maphash": nil,
}

// Of the packages of random numbers, only what makes a seeded source is allowed.
var seeded = map[string][]string{
	"math/rand":    {},
	"math/rand/v2": {"New", "NewPCG", "PCG", "Rand", "Source"},
}

// coreFaults returns what in a package would make two runs of it differ.
func coreFaults(t *testing.T, fset *token.FileSet, path string, files []*ast.File, exports map[string]string) (faults []string) {
	t.Helper()
	info := types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Uses:  map[*ast.Ident]types.Object{},
	}
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	if _, err := config.Check(path, fset, files, &info); err != nil {
		t.Fatal(err)
	}
	fault := func(n ast.Node, what string) {
		faults = append(faults, fmt.Sprintf("%s: %s", fset.Position(n.Pos()), what))
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				fault(n, "starts a goroutine")
			case *ast.SelectStmt:
				fault(n, "selects among channels, whose order is chance")
			case *ast.ChanType:
				fault(n, "has a channel, which only goroutines need")
			case *ast.RangeStmt:
				if _, isMap := info.TypeOf(n.X).Underlying().(*types.Map); isMap {
					fault(n, "ranges over a map, whose order is chance")
				}
			case *ast.Ident:
				if what := forbiddenUse(info.Uses[n]); what != "" {
					fault(n, what)
				}
			}
			return true
		})
	}
	return faults
}

// forbiddenUse says what is wrong with the use of an object, "" if nothing.
func forbiddenUse(o types.Object) string {
	if o == nil || o.Pkg() == nil || o.Parent() != o.Pkg().Scope() {
		return "" // not a package's own name: methods are their value's affair
	}
	path := o.Pkg().Path()
	if allowed, ok := seeded[path]; ok && !slices.Contains(allowed, o.Name()) {
		return fmt.Sprintf("uses %s.%s, which is not seeded by the run", path, o.Name())
	}
	if names, ok := forbidden[path]; ok && (names == nil || slices.Contains(names, o.Name())) {
		return fmt.Sprintf("uses %s.%s, on which a run must not depend", path, o.Name())
	}
	return ""
}

// TestCoreFaults shows that TestCore finds each fault, and nothing where there is
// none.
func TestCoreFaults(t *testing.T) {
	exports := map[string]string{}
	for _, p := range list(t, "-export", "-deps", "time", "math/rand", "math/rand/v2", "maps", "os", "sync", "slices") {
		exports[p.ImportPath] = p.Export
	}
	for _, c := range []struct{ name, imports, body, want string }{
		{"nothing", `"time"`, `var d time.Duration; for range []int{1} { _ = d.Seconds() }`, ""},
		{"seeded", `"math/rand/v2"`, `_ = rand.New(rand.NewPCG(1, 2)).IntN(3)`, ""},
		{"clock", `"time"`, `_ = time.Now()`, "time.Now"},
		{"clock as a value", `"time"`, `f := time.Since; _ = f`, "time.Since"},
		{"timer", `"time"`, `time.Sleep(1)`, "time.Sleep"},
		{"goroutine", ``, `go func() {}()`, "goroutine"},
		{"channel", ``, `_ = make(chan int)`, "channel"},
		{"global random source", `"math/rand/v2"`, `_ = rand.IntN(3)`, "math/rand/v2.IntN"},
		{"old random source", `"math/rand"`, `_ = rand.Int()`, "math/rand.Int"},
		{"map order", ``, `for range map[int]int{} {}`, "ranges over a map"},
		{"named map order", ``, `type m map[string]int; for range (m{}) {}`, "ranges over a map"},
		{"map order by iterator", `"maps"`, `for range maps.Keys(map[int]int{}) {}`, "maps.Keys"},
		{"environment", `"os"`, `_ = os.Getenv("X")`, "os.Getenv"},
		{"lock", `"sync"`, `var m sync.Mutex; m.Lock()`, "sync.Mutex"},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := "package p\n"
			if c.imports != "" {
				source += "import " + c.imports + "\n"
			}
			source += "func f() { " + c.body + " }\n"
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(coreFaults(t, fset, "p", []*ast.File{f}, exports), "\n")
			if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}
