package page

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
)

// incompressible returns a text that gzip cannot make much smaller.
func incompressible(size int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < size {
		fmt.Fprintf(&b, "%016x", r.Uint64())
	}
	return b.String()
}

// allocated returns how many bytes of memory one request allocates. It sends one request before the
// measurement to fill the caches.
func allocated(h http.Handler, method, path string, headers ...string) uint64 {
	ask := func() {
		r := httptest.NewRequest(method, path, http.NoBody)
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		h.ServeHTTP(&silent{header: http.Header{}}, r)
	}
	ask()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const times = 20
	for range times {
		ask()
	}
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / times
}

// silent is a response writer that discards the response.
type silent struct{ header http.Header }

func (s *silent) Header() http.Header         { return s.header }
func (s *silent) Write(p []byte) (int, error) { return len(p), nil }
func (s *silent) WriteHeader(int)             {}

// TestFilesAreUnpackedOnce checks that all clients that accept no encoding share one decompressed
// copy of a file. It also checks that no request allocates a copy of the file.
func TestFilesAreUnpackedOnce(t *testing.T) {
	const size = 4 << 20
	files := site(t)
	big := incompressible(size)
	files["dist/assets/large-1.wasm.br"] = &fstest.MapFile{Data: packed(big)}
	files["dist/assets/plain-1.js"] = &fstest.MapFile{Data: []byte(big)}
	h := handler(files, Options{})
	if w := get(h, "/assets/large-1.wasm"); w.Body.String() != big {
		t.Fatalf("the file has %d bytes; want %d", w.Body.Len(), len(big))
	}
	for _, path := range []string{"/assets/large-1.wasm", "/assets/plain-1.js"} {
		for _, method := range []string{http.MethodHead, http.MethodGet} {
			if bytes := allocated(h, method, path); bytes > size/16 {
				t.Errorf("%s %s allocates %d bytes", method, path, bytes)
			}
		}
	}
	if bytes := allocated(h, http.MethodGet, "/assets/large-1.wasm", "Accept-Encoding", "gzip"); bytes > size/16 {
		t.Errorf("gzip allocates %d bytes at each request", bytes)
	}
	if w := get(h, "/assets/large-1.wasm", "Range", "bytes=10-19"); w.Code != http.StatusPartialContent || w.Body.String() != big[10:20] {
		t.Errorf("a part: %d %q", w.Code, w.Body)
	}
}

// TestPagesAreKept checks that a page is rendered and compressed once for each combination of
// language, path and displayed game, and then served from the cache.
func TestPagesAreKept(t *testing.T) {
	h := handler(site(t), Options{Online: true})
	for _, path := range []string{"/", "/play/chess", "/g/abc", "/no/such"} {
		for _, method := range []string{http.MethodHead, http.MethodGet} {
			if bytes := allocated(h, method, path, "Accept-Encoding", "gzip"); bytes > 8<<10 {
				t.Errorf("%s %s allocates %d bytes", method, path, bytes)
			}
		}
	}
	for _, c := range []struct{ path, lang, kind string }{
		{"/", "vi", "chess"}, {"/", "en", "chess"}, {"/", "en", "caro"}, {"/hotseat/caro", "en", "chess"}, {"/rules/chess", "vi", ""}, {"/rules/chess", "en", ""},
		{"/no/such", "en", ""}, {"/no/such", "vi", ""},
	} {
		headers := []string{"Accept-Language", c.lang, "Cookie", "kydai-kind=" + c.kind}
		kept := get(h, c.path, headers...)
		fresh := get(handler(site(t), Options{Online: true}), c.path, headers...)
		if kept.Code != fresh.Code || kept.Body.String() != fresh.Body.String() {
			t.Errorf("%+v: the page that was kept is another one", c)
		}
	}
}

// TestProgramsKnownLater checks that a page lists the operator's engine programs as soon as they
// are known, even if an older version of the page is cached.
func TestProgramsKnownLater(t *testing.T) {
	var known map[string][]string
	h := handler(site(t), Options{Online: true, Engines: func() map[string][]string { return known }})
	for range 2 {
		if body := get(h, "/play/chess").Body.String(); strings.Contains(body, `"engines"`) {
			t.Fatal("a page lists programs that nobody knows")
		}
	}
	known = map[string][]string{"chess": {"fish"}}
	if body := get(h, "/play/chess").Body.String(); !strings.Contains(body, `"engines":{"chess":["fish"]}`) {
		t.Error("the page does not list the program")
	}
}

// TestPagesKeptAreFew checks that visitors cannot fill the memory with cached pages.
func TestPagesKeptAreFew(t *testing.T) {
	for _, o := range []Options{{Online: true}, {Online: true, Origin: "https://example.org"}} {
		files := site(t)
		h := handler(files, o)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for i := range 300 {
			get(h, fmt.Sprintf("/g/%d", i))
			get(h, fmt.Sprintf("/nothing/%d", i))
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 { //nolint:gosec // both sizes fit into an int64
			t.Errorf("origin %q: 600 addresses are kept in %d bytes", o.Origin, grown)
		}
	}
}
