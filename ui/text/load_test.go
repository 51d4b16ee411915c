package text_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"snaplab/assets"
	"snaplab/ui/text"
)

// TestLoadNamesFaults: whatever is wrong with a file is said with the file, the line and
// the key.
func TestLoadNamesFaults(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"text/en.json", "text/ko.json"} {
		data, err := fs.ReadFile(assets.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(data)
	}
	const en, ko = "text/en.json", "text/ko.json"
	for _, c := range []struct{ name, file, old, new, want string }{
		{"missing", en, `"Title": "Snapshot Interpolation Lab",`, ``, "Title is missing"},
		{"missing below", ko, `"SeedLabel": "시드",`, ``, "Top.SeedLabel is missing"},
		{"unknown", ko, `"SeedLabel":`, `"Seedlabel": {"a": [1, {"b": null}]}, "SeedLabel":`, "Top.Seedlabel is unknown"},
		{"twice", en, `"SeedLabel":`, `"SeedLabel": "s", "SeedLabel":`, "Top.SeedLabel is there twice"},
		{"a number", en, `"SeedLabel": "seed"`, `"SeedLabel": 12`, "text/en.json:14: Top.SeedLabel is not a text"},
		{"an object", en, `"SeedLabel": "seed"`, `"SeedLabel": {"de": "Same"}`, "Top.SeedLabel is not a text"},
		{"no list", en, `"Encodings": ["full", "delta"]`, `"Encodings": "full"`, "Controls.Encodings is not a list"},
		{"no object", en, `"Scenes": {}`, `"Scenes": []`, "Top.Scenes is not an object"},
		{"a list that is too short", en, `["full", "delta"]`, `["full"]`, "Controls.Encodings has 1 entries, want 2"},
		{"a list that is too long", ko, `["전체", "델타"]`, `["전체", "델타", ["더"]]`, "Controls.Encodings has 3 entries, want 2"},
		{"a list of another length", ko, `["순서대로", "추월 가능"]`, `["순서대로"]`, "Controls.Orders[1] is missing"},
		{"a longer list", ko, `["순서대로", "추월 가능"]`, `["순서대로", "추월 가능", "더"]`, "Controls.Orders[2] is not there in the first language"},
		{"a verb less", ko, `"IsLocked": "잠겨 있습니다: %s."`, `"IsLocked": "잠겨 있습니다."`, "Tuning.IsLocked is"},
		{"another verb", ko, `"Scaled": "전체 크기 %d %%."`, `"Scaled": "전체 크기 %s %%."`, "Look.Scaled is"},
		{"empty", ko, `"SeedLabel": "시드"`, `"SeedLabel": ""`, "Top.SeedLabel is"},
		{"not empty", ko, `["보간 지연", "ms", ""]`, `["보간 지연", "ms", "무엇"]`, "Tuning.Settings[0][2] is"},
		{"no blank", ko, `"WhyAnd": " 그리고 "`, `"WhyAnd": " 그리고"`, "Curve.WhyAnd is"},
		{"a new line", ko, `"SeedLabel": "시드"`, `"SeedLabel": "시드\n"`, "Top.SeedLabel begins or ends with a new line"},
		{"no JSON", ko, `"SeedLabel": "시드",`, `"SeedLabel": "시드"`, "text/ko.json:15: is not JSON"},
		{"cut", en, files[en][len(files[en])/2:], ``, "is not JSON"},
		{"more", en, files[en], files[en] + "{}", "has more after its object"},
		{"no file", en, files[en], "", "is not JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fsys := fstest.MapFS{}
			for name, data := range files {
				if name == c.file {
					if !strings.Contains(data, c.old) {
						t.Fatalf("%s has no %s to be replaced", name, c.old)
					}
					data = strings.Replace(data, c.old, c.new, 1)
				}
				fsys[name] = &fstest.MapFile{Data: []byte(data)}
			}
			texts, err := text.Load(fsys, "en", "ko")
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.file+":") {
				t.Errorf("error %v, want %s: … %s", err, c.file, c.want)
			} else if strings.Contains(err.Error(), "\n") {
				t.Errorf("one fault is said to be several:\n%v", err)
			}
			if len(texts) != 2 {
				t.Errorf("%d texts, want one for each code", len(texts))
			}
		})
	}
	if _, err := text.Load(assets.FS, "en", "de"); err == nil || !strings.Contains(err.Error(), "text/de.json") {
		t.Errorf("error %v of a file that is not there", err)
	}
}

// FuzzLoad: no file makes Load panic or hang.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{`{}`, `{"Top":{"Scenes":{"a":"b"}}}`, `[1,[2`, `{"Controls":{"Orders":[{}]}}`, `{"Help":{"Keys":[["a"]]}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := text.Load(fstest.MapFS{"text/en.json": &fstest.MapFile{Data: data}}, "en"); err == nil && len(data) < 10_000 {
			t.Errorf("%q is taken for all texts", data)
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := text.Load(assets.FS, "en", "ko"); err != nil {
			b.Fatal(err)
		}
	}
}
