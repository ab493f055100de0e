package page

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"kydai"
	"kydai/internal/locale"
)

var (
	linked  = regexp.MustCompile(`<a [^>]*href="([^"]+)"`)
	headed  = regexp.MustCompile(`<h[1-6] id="([^"]+)"`)
	section = regexp.MustCompile(`(?m)^## `)
)

func docs(t *testing.T) http.Handler {
	t.Helper()
	files := site(t)
	return newHandler(files, files, kydai.Docs, Options{})
}

// TestGuideLinks checks that every page of the documentation exists in every language. It also
// checks that every link in these pages leads to an existing page or heading.
func TestGuideLinks(t *testing.T) {
	h := docs(t)
	addresses := []string{guidePath}
	for _, r := range readers {
		addresses = append(addresses, guidePath+"/"+r)
	}
	for _, pattern := range []string{"docs/*.md", "docs/adr/*.md"} {
		all, err := fs.Glob(kydai.Docs, pattern)
		if err != nil || len(all) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range all {
			addresses = append(addresses, guideAddress(file))
		}
	}
	bodies := map[string]string{}
	for _, lang := range locale.All {
		for _, a := range addresses {
			w := get(h, a+"?lang="+lang)
			if w.Code != http.StatusOK {
				t.Errorf("%s in %s: status %d", a, lang, w.Code)
			}
			bodies[a+"?lang="+lang] = w.Body.String()
		}
	}
	headings := func(body string) map[string]bool {
		ids := map[string]bool{}
		for _, m := range headed.FindAllStringSubmatch(body, -1) {
			ids[m[1]] = true
		}
		return ids
	}
	for from, body := range bodies {
		own := headings(body)
		_, lang, _ := strings.Cut(from, "?lang=")
		lang = "?lang=" + lang
		for _, m := range linked.FindAllStringSubmatch(body, -1) {
			to, anchor, _ := strings.Cut(m[1], "#")
			switch {
			case to == "" && !own[anchor]:
				t.Errorf("%s: there is no heading #%s", from, anchor)
			case isGuide(to):
				page, ok := bodies[strings.TrimSuffix(strings.TrimSuffix(to, lang), "/")+lang]
				if strings.Contains(to, "?lang=") {
					page, ok = bodies[strings.Replace(to, "/?", "?", 1)]
				}
				if !ok || anchor != "" && !headings(page)[anchor] {
					t.Errorf("%s: there is no %s", from, m[1])
				}
			}
		}
	}
}

// TestGuideLanguages checks that the translations of a guide have the same
// number of sections, and that the guide for players exists in every language.
func TestGuideLanguages(t *testing.T) {
	for _, r := range readers {
		counts := map[int]bool{}
		for _, lang := range locale.All {
			file, written := (&shell{docs: kydai.Docs}).guideFile(r, lang)
			text, err := fs.ReadFile(kydai.Docs, file)
			if err != nil {
				t.Error(err)
				continue
			}
			if written != lang && (r == "players" || locale.Fallback(lang) == "") {
				t.Errorf("the guide for %s is not there in %s", r, lang)
			}
			counts[len(section.FindAll(text, -1))] = true
		}
		if len(counts) != 1 {
			t.Errorf("%s: the languages have different numbers of sections: %v", r, counts)
		}
	}
}

// TestDocument checks that a document is rendered with tables and headings. HTML must be removed;
// pictures and links to files that are not served must be replaced with their texts.
func TestDocument(t *testing.T) {
	s := &shell{docs: fstest.MapFS{"docs/api.md": {}, "docs/adr/0001-a.md": {}}}
	title, sections, text := s.document("docs/x.md", []byte("# A `b`\n\n## Two words\n\nso <script>x</script> [api](api.md#how) [adr](adr/0001-a.md) [code](../main.go) ![alt](a.png)\n\n| a | b |\n|---|---|\n| 1 | <b> |\n"))
	if title != "A b" || len(sections) != 1 || sections[0] != (link{Href: "#two-words", Text: "Two words"}) {
		t.Errorf("%q %v", title, sections)
	}
	for _, want := range []string{`<a href="/docs/api#how">api</a>`, `<a href="/docs/adr/0001-a">adr</a>`, " code alt", `<div class="wide" tabindex="0"><table>`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is missing in %s", want, text)
		}
	}
	for _, bad := range []string{"<script", "<img", "main.go", "<td><b>"} {
		if strings.Contains(string(text), bad) {
			t.Errorf("%q is in %s", bad, text)
		}
	}
}

// TestOpening checks that opening converts the title and the first paragraph of a document to plain
// text for the index.
func TestOpening(t *testing.T) {
	title, first := opening([]byte("# A `b`\n\nSee [there](x.md) and `c`,\nthen *go*.\n\n## Next\n\nmore\n"))
	if title != "A b" || first != "See there and c, then go." {
		t.Errorf("%q, %q", title, first)
	}
	for _, lang := range []string{"vi", "en", "zh-Hans", "zh-Hant"} {
		body := get(docs(t), "/docs?lang="+lang).Body.String()
		for _, mark := range []string{".md)", "](", "`"} {
			if strings.Contains(body, mark) {
				t.Errorf("%s: %q is in the index", lang, mark)
			}
		}
	}
}

func TestGuideLanguage(t *testing.T) {
	h := docs(t)
	r := httptest.NewRequest(http.MethodGet, "/docs/players", http.NoBody)
	r.Header.Set("Accept-Language", "en-GB")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if !strings.Contains(w.Body.String(), `<html lang="en">`) || !strings.Contains(w.Body.String(), `href="/docs/players?lang=vi"`) {
		t.Errorf("%.600s", w.Body)
	}
	if w := get(h, "/docs/../texts.go"); w.Code != http.StatusNotFound {
		t.Errorf("status %d", w.Code)
	}
	if w := get(h, "/docs/nothing"); w.Code != http.StatusNotFound {
		t.Errorf("status %d", w.Code)
	}
}
