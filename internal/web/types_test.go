package web_test

import (
	"mime"
	"net/http"
	"strings"
	"testing"

	"kydai/record/formats"
)

// typed checks the Content-Type of a response. A text must have the charset UTF-8, and the header
// that turns off content sniffing must be set.
func typed(t *testing.T, path string, h http.Header) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		t.Errorf("%s: the type is %q: %v", path, h.Get("Content-Type"), err)
		return
	}
	text := strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "xml")
	if text && !strings.EqualFold(params["charset"], "utf-8") {
		t.Errorf("%s: the type is %q without charset=utf-8", path, h.Get("Content-Type"))
	}
	if h.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%s: the type may be guessed: %v", path, h)
	}
}

// TestTypesOfAnswers checks that every response, including errors, has a media type, and that every
// text has a charset.
func TestTypesOfAnswers(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/healthz", "/readyz", "/api/me", "/api/games", "/api/docs", "/api/openapi.json", "/api/nothing", "/nothing", "/api/matches/none"} {
		typed(t, path, raw(t, s, http.MethodGet, path).Header)
	}
	typed(t, "a refused method", raw(t, s, http.MethodDelete, "/api/games").Header)
	typed(t, "a refused origin", raw(t, s, http.MethodPost, "/api/tokens", "Origin", "http://evil.example").Header)
}

// TestRecordsAreAttached checks, for every format that can be written, that a record is sent as a
// download and never as a page of the site.
func TestRecordsAreAttached(t *testing.T) {
	s := newSite(t)
	a, _, id := s.pair("chess", nil)
	written := 0
	for _, f := range formats.Formats() {
		path := "/api/matches/" + id + "/record?format=" + f.Name
		answer := raw(t, s, http.MethodGet, path, "Cookie", a.header().Get("Cookie"))
		h := answer.Header
		if answer.StatusCode != http.StatusOK {
			continue // the server cannot write this format, or not for this game
		}
		written++
		typed(t, path, h)
		how, params, err := mime.ParseMediaType(h.Get("Content-Disposition"))
		if err != nil || how != "attachment" || !strings.HasPrefix(params["filename"], id+".") {
			t.Errorf("%s: the disposition is %q: %v", path, h.Get("Content-Disposition"), err)
		}
		kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
		if kind != "text/plain" && kind != "application/octet-stream" {
			t.Errorf("%s: the type is %s, which a browser may show", path, kind)
		}
	}
	if written < 2 {
		t.Fatalf("only %d formats were written", written)
	}
}
