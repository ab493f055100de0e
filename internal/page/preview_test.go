package page

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// called requests a page with an absolute URL and returns the body of the response. The URL
// contains the host that the visitor used, as in the requests that package web passes on.
func called(h http.Handler, url string) string {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, url, http.NoBody))
	return w.Body.String()
}

// TestEmbed checks that a page for frames is a picture with a link. It also checks that only the
// page of a match keeps its picture up to date, and that a page with moves has buttons to step
// through them.
func TestEmbed(t *testing.T) {
	h := handler(site(t), Options{Online: true, Pictures: true})
	for path, want := range map[string][]string{
		"/embed/g/abc":                   {`href="/g/abc"`, `src="/picture/g/abc.svg?"`, " data-live", `src="/embed.js"`, `<nav hidden><button`},
		"/embed/g/abc?theme=dark&flip=1": {`src="/picture/g/abc.svg?flip=1&amp;theme=dark"`},
		"/embed/g/abc?lang=en":           {`<html lang="en">`, `aria-label="To the start"`, `rel="noopener">kỳ đài</a></nav>`},
		"/embed/g/%22%3E%3Cscript%3E":    {`href="/g/%22%3E%3Cscript%3E"`},
		"/embed/chess?moves=e2e4&set=x":  {`href="/analysis/chess?moves=e2e4"`, `src="/picture/chess.svg?moves=e2e4&amp;set=x"`, `src="/embed.js"`, "<nav"},
		"/embed/caro?option.size=19&moves=s19": {
			`href="/analysis/caro?moves=s19&amp;option.size=19"`, `src="/picture/caro.svg?moves=s19&amp;option.size=19"`,
		},
		"/embed/chess?start=%22%3E%3Cb%3E": {
			`href="/analysis/chess?engine=off&amp;start=%22%3E%3Cb%3E"`, `src="/picture/chess.svg?position=%22%3E%3Cb%3E"`,
		},
	} {
		w := get(h, path)
		if w.Code != http.StatusOK || len(w.Body.String()) > 1500 {
			t.Errorf("%s: status %d, %d bytes", path, w.Code, w.Body.Len())
		}
		for _, part := range want {
			if !strings.Contains(w.Body.String(), part) {
				t.Errorf("%s does not hold %s:\n%s", path, part, w.Body)
			}
		}
	}
	if w := get(h, "/embed/chess"); strings.Contains(w.Body.String(), "embed.js") {
		t.Error("a position without moves has buttons")
	}
	if w := get(h, "/embed/chess?moves=e2e4"); strings.Contains(w.Body.String(), "data-live") {
		t.Error("a position is followed")
	}
	for _, path := range []string{"/embed/", "/embed/nothing", "/embed/g/", "/embed/g/a/b"} {
		if w := get(h, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
	if w := get(handler(site(t), Options{Online: true}), "/embed/chess"); w.Code != http.StatusNotFound {
		t.Errorf("without pictures: status %d", w.Code)
	}
}

// TestPreview checks that a page about a match or a position refers to its preview picture by an
// absolute URL of the requested host. A page cached for one host must not be sent to a visitor of
// another host.
func TestPreview(t *testing.T) {
	image := func(url string) string { return `<meta property="og:image" content="` + url + `">` }
	h := handler(site(t), Options{Online: true, Pictures: true})
	for url, want := range map[string]string{
		"https://one.example/g/abc": image("https://one.example/picture/g/abc.png?size=640"),
		"http://two.example/g/abc":  image("http://two.example/picture/g/abc.png?size=640"),
		"http://two.example/g/a%22%3E%3Cb": image(
			"http://two.example/picture/g/a%22%3E%3Cb.png?size=640"),
		"https://one.example/analysis/chess?moves=e2e4+e7e5": image(
			"https://one.example/picture/chess.png?moves=e2e4+e7e5&amp;size=640"),
		"https://one.example/analysis/chess?moves=e2e4+e7e5&ply=1": image(
			"https://one.example/picture/chess.png?moves=e2e4&amp;size=640"),
		"https://one.example/analysis/chess?start=8%2F8": image(
			"https://one.example/picture/chess.png?position=8%2F8&amp;size=640"),
	} {
		body := called(h, url)
		if !strings.Contains(body, want) || !strings.Contains(body, `<meta name="twitter:card" content="summary">`) {
			t.Errorf("%s does not hold %s:\n%s", url, want, body[:min(len(body), 1500)])
		}
	}
	if body := called(h, "https://one.example/analysis/chess?start=8%2F8"); !strings.Contains(body, `og:url" content="https://one.example/analysis/chess?start=8%2F8"`) {
		t.Error("the URL of a position does not name the position")
	}
	for _, url := range []string{"https://one.example/", "https://one.example/analysis/chess", "https://one.example/analysis/chess?moves=" + strings.Repeat("a", 5000)} {
		if body := called(h, url); strings.Contains(body, "one.example") {
			t.Errorf("%.60s is kept with the name of a host", url)
		}
	}
	fixed := handler(site(t), Options{Online: true, Pictures: true, Origin: "https://example.org"})
	if body := called(fixed, "http://evil.example/play/chess"); !strings.Contains(body, image("https://example.org/picture/chess.png?size=640")) || strings.Contains(body, "evil") {
		t.Errorf("the configured origin is not used:\n%s", body[:1500])
	}
	plain := handler(site(t), Options{Online: true, Origin: "https://example.org"})
	if body := called(plain, "https://example.org/g/abc"); !strings.Contains(body, image("https://example.org/icon-512.png")) {
		t.Error("a server without pictures refers to one")
	}
}

// TestEventPreview checks that the title and the preview of a tournament page contain the
// tournament's name if the tournament is public. It also checks that names are escaped in HTML.
func TestEventPreview(t *testing.T) {
	names := map[string]string{"abc": "Giải <b>mùa xuân</b>"}
	h := handler(site(t), Options{Online: true, EventName: func(_ context.Context, id string) string { return names[id] }})
	for path, want := range map[string]string{
		"/event/abc":      "Giải &lt;b&gt;mùa xuân&lt;/b&gt; · kỳ đài",
		"/event/abc/hall": "Giải &lt;b&gt;mùa xuân&lt;/b&gt; · kỳ đài",
		"/event/draft":    "Giải đấu · kỳ đài",
		"/g/abc":          "kỳ đài",
	} {
		for range 2 {
			body := get(h, path, "Accept-Language", "vi").Body.String()
			if !strings.Contains(body, want+"</title>") || !strings.Contains(body, want+`">`) {
				t.Errorf("%s has another title than %s:\n%.600s", path, want, body)
			}
		}
	}
}
