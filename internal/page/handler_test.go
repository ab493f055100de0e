package page

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"kydai/games"
	"kydai/internal/locale"
)

// site returns a small test build of the client together with the real texts of
// the pages.
func site(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{
		"dist/.vite/manifest.json": {Data: []byte(`{"src/main.tsx":{"file":"assets/main-1.js","isEntry":true,"imports":["_core"]},
			"_core":{"file":"assets/core-1.js"},"style.css":{"file":"assets/style-1.css"}}`)},
		"dist/assets/main-1.js":     {Data: []byte("plain")},
		"dist/assets/main-1.js.br":  {Data: []byte("brotli")},
		"dist/assets/main-1.js.gz":  {Data: []byte("gzip")},
		"dist/assets/big-1.wasm.br": {Data: packed("module")},
		"dist/sw.js":                {Data: []byte("worker")},
		"dist/boards/chess.svg":     {Data: []byte("<svg id=\"drawn\"></svg>")},
		"dist/boards/xiangqi.svg":   {Data: []byte("<svg id=\"drawn\"></svg>")},
	}
	var names []string
	for _, l := range locale.All {
		names = append(names, "i18n/"+l+".json", "i18n/table/"+l+".json", "i18n/study/"+l+".json", "../"+aboutGame("chess", "rules", l), "../"+aboutGame("chess", "history", l))
		for _, r := range games.All() {
			names = append(names, "../games/"+r.Info().Name+"/text/"+l+".json")
		}
	}
	for _, name := range names {
		text, err := os.ReadFile(web + name)
		if err != nil {
			t.Fatal(err)
		}
		files[strings.TrimPrefix(name, "../")] = &fstest.MapFile{Data: text}
	}
	return files
}

// packed compresses a text with Brotli.
func packed(text string) []byte {
	var b bytes.Buffer
	z := brotli.NewWriterLevel(&b, 4)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.Bytes()
}

func get(h http.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestShell(t *testing.T) {
	h := handler(site(t), Options{Version: "v1", Online: true, Origin: "https://example.org"})
	for _, c := range []struct {
		path, lang string
		status     int
		want       []string
	}{
		{"/", "", 200, []string{`<html lang="vi">`, `src="/assets/main-1.js"`, `href="/assets/core-1.js"`, `href="/assets/style-1.css"`, `id="drawn"`, `"start":{"kind":"xiangqi"`}},
		{"/", "en", 200, []string{`id="drawn"`, `"start":{"kind":"chess"`}},
		{"/play/xiangqi", "zh-CN,zh;q=0.9,en;q=0.8", 200, []string{`<html lang="zh-Hans">`, "<title>象棋"}},
		{"/play/chess", "zh-TW,zh;q=0.9", 200, []string{`<html lang="zh-Hant">`, "<title>西洋棋"}},
		{"/rules/chess", "zh-HK", 200, []string{"西洋棋規則", "<strong>城堡</strong>"}},
		{"/play/chess", "en-GB,en;q=0.9", 200, []string{`<html lang="en">`, "<title>Chess", "https://example.org/play/chess"}},
		{"/rules/chess", "en", 200, []string{"<h2>Special moves</h2>", "<strong>king</strong>"}},
		{"/history/chess", "vi", 200, []string{"<h2>Nguồn</h2>", `href="/history/chess" aria-current="page"`}},
		{"/rules", "en", 200, []string{"<title>Rules of chess", "<h2>Special moves</h2>", `href="/rules/chess" aria-current="page"`}},
		{"/settings", "", 200, []string{"Cài đặt"}},
		{"/g/abc", "", 200, nil},
		{"/g/%22%3E%3Cscript%3E", "", 200, []string{`content="https://example.org/g/&#34;&gt;&lt;script&gt;"`}},
		{"/play/nothing", "", 404, []string{"Không có trang này"}},
		{"/no/such", "", 404, nil},
		{"/dev/gallery", "", 404, nil},
	} {
		w := get(h, c.path, "Accept-Language", c.lang)
		if w.Code != c.status {
			t.Errorf("%s: status %d, want %d", c.path, w.Code, c.status)
		}
		for _, s := range c.want {
			if !strings.Contains(w.Body.String(), s) {
				t.Errorf("%s does not hold %s:\n%s", c.path, s, w.Body)
			}
		}
		if strings.Contains(w.Body.String(), "<script>") || strings.Contains(w.Body.String(), " style=") {
			t.Errorf("%s has a script or a style that the policy forbids", c.path)
		}
	}
	for cookie, kind := range map[string]string{"kydai-kind=caro": "caro", "kydai-kind=nothing": "xiangqi"} {
		w := get(h, "/", "Cookie", cookie).Body.String()
		if !strings.Contains(w, `"start":{"kind":"`+kind) || !strings.Contains(w, `href="/play/`+kind+`" aria-current="page"`) {
			t.Errorf("with %s the page does not open with %s:\n%s", cookie, kind, w)
		}
	}
	if w := get(h, "/", "Accept-Language", "en", "Cookie", "kydai-lang=vi"); !strings.Contains(w.Body.String(), `<html lang="vi">`) {
		t.Error("the viewer's choice was not kept")
	}
}

func TestAssets(t *testing.T) {
	h := handler(site(t), Options{})
	for _, c := range []struct{ accept, body, encoding string }{
		{"gzip, br", "brotli", "br"}, {"gzip", "gzip", "gzip"}, {"br;q=0, gzip", "gzip", "gzip"}, {"", "plain", ""},
	} {
		w := get(h, "/assets/main-1.js", "Accept-Encoding", c.accept)
		if w.Body.String() != c.body || w.Header().Get("Content-Encoding") != c.encoding {
			t.Errorf("%q was answered with %q as %q", c.accept, w.Body, w.Header().Get("Content-Encoding"))
		}
		if !strings.Contains(w.Header().Get("Cache-Control"), "immutable") || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript") {
			t.Errorf("headers %v", w.Header())
		}
	}
	if w := get(h, "/assets/big-1.wasm"); w.Body.String() != "module" || w.Header().Get("Content-Encoding") != "" {
		t.Errorf("what is kept compressed was answered with %q", w.Body)
	}
	if w := get(h, "/assets/big-1.wasm", "Accept-Encoding", "gzip, br"); w.Body.String() != string(packed("module")) || w.Header().Get("Content-Encoding") != "br" {
		t.Errorf("Brotli: %q as %q", w.Body, w.Header().Get("Content-Encoding"))
	}
	// Browsers do not accept Brotli over plain http, so the server must convert the file to gzip.
	for range 2 {
		w := get(h, "/assets/big-1.wasm", "Accept-Encoding", "gzip, deflate")
		z, err := gzip.NewReader(w.Body)
		if err != nil || w.Header().Get("Content-Encoding") != "gzip" {
			t.Fatalf("gzip: %v, %v", err, w.Header())
		}
		if body, err := io.ReadAll(z); err != nil || string(body) != "module" {
			t.Errorf("gzip: %q, %v", body, err)
		}
	}
	for file, want := range map[string]string{
		"/": "text/html; charset=utf-8", "/assets/main-1.js": "text/javascript; charset=utf-8", "/sw.js": "text/javascript; charset=utf-8",
		"/boards/chess.svg": "image/svg+xml; charset=utf-8", "/assets/big-1.wasm": "application/wasm",
	} {
		if w := get(h, file); w.Code != http.StatusOK || w.Header().Get("Content-Type") != want {
			t.Errorf("%s: status %d, type %q; want %q", file, w.Code, w.Header().Get("Content-Type"), want)
		}
	}
	w := get(h, "/sw.js")
	if tag := w.Header().Get("ETag"); tag == "" || get(h, "/sw.js", "If-None-Match", tag).Code != http.StatusNotModified {
		t.Error("an unchanged file was sent again")
	}
	for _, hidden := range []string{"/.vite/manifest.json", "/assets/main-1.js.br", "/assets/big-1.wasm.br", "/assets/big-1.wasm.gz", "/assets", "/../go.mod"} {
		if w := get(h, hidden); w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", hidden, w.Code)
		}
	}
}

// TestShellPacked checks that a page is sent compressed to a browser that
// accepts gzip, and that its content is the same as the uncompressed page.
func TestShellPacked(t *testing.T) {
	h := handler(site(t), Options{})
	plain, packed := get(h, "/"), get(h, "/", "Accept-Encoding", "gzip, br")
	if packed.Header().Get("Content-Encoding") != "gzip" || plain.Header().Get("Content-Encoding") != "" {
		t.Fatalf("packed %v, plain %v", packed.Header(), plain.Header())
	}
	z, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil || string(text) != plain.Body.String() {
		t.Errorf("it unpacks to %d bytes, not %d: %v", len(text), plain.Body.Len(), err)
	}
}

// TestGallery checks that the gallery page exists only if it is enabled, and that the page tells
// the client that the gallery is enabled.
func TestGallery(t *testing.T) {
	const told = `"gallery":true`
	for asked, status := range map[bool]int{false: http.StatusNotFound, true: http.StatusOK} {
		h := handler(site(t), Options{Gallery: asked})
		if w := get(h, "/dev/gallery"); w.Code != status || strings.Contains(w.Body.String(), told) != asked {
			t.Errorf("asked for: %v, status %d:\n%s", asked, w.Code, w.Body)
		}
	}
}

// TestWithoutBuild checks that a server without a client build answers with an error that says so.
func TestWithoutBuild(t *testing.T) {
	if w := get(handler(fstest.MapFS{}, Options{}), "/"); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "without") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestMarkdown(t *testing.T) {
	got := string(markdown("a <b>\nc\n\n## T\n- x **y**\n- `z`\n\n![A & b](/picture/chess.svg?a=1&b=2 \"20x30\")\n![x](https://elsewhere \"1x1\")\n\n1. one\n2. two\n"))
	want := "<p>a &lt;b&gt; c</p>\n<h2>T</h2>\n<ul>\n<li>x <strong>y</strong></li>\n<li><code>z</code></li>\n</ul>\n<div class=\"more\">\n" +
		`<figure><img src="/picture/chess.svg?a=1&amp;b=2" alt="" width="20" height="30" loading="lazy"><figcaption>A &amp; b</figcaption></figure>` +
		"\n</div>\n<p>![x](https://elsewhere &#34;1x1&#34;)</p>\n<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n"
	if got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// handler returns the handler for a test build that has its texts in the same file system.
func handler(files fs.FS, o Options) http.Handler { return newHandler(files, files, files, o) }
