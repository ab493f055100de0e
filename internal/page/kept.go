package page

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
)

// rendered is a page ready to send, plain and compressed. It contains no
// secret, so its compressed size discloses nothing.
type rendered struct{ plain, packed []byte }

// pageKey holds everything that a page depends on. There are few keys, because
// all values of :id share one page.
type pageKey struct {
	path string // the pattern, "" for a page that does not exist
	lang string
	kind string // game in the path, or the game that the board or the rules page opens with
	// engines says that the operator's programs are known, which happens once.
	engines bool
}

// page returns a page and renders it on first use. A page about one match,
// position or tournament contains its own URL or name, so it is rendered for
// each request.
func (s *shell) page(p page, vars map[string]string, lang string, r *http.Request) (*rendered, error) {
	key := pageKey{path: p.path, lang: lang, kind: vars["kind"], engines: len(s.engines()) > 0}
	if (p.board || p.path == rulesPath) && key.kind == "" {
		key.kind = s.last(r, lang)
	}
	event := s.eventName(p, vars, r)
	named := p.own(vars, r) && s.origin(r) != "" || event != ""
	if !named {
		if kept, ok := s.kept.Load(key); ok {
			page, _ := kept.(*rendered)
			return page, nil
		}
	}
	v, err := s.view(p, vars, lang, r)
	if err != nil {
		return nil, err
	}
	if event != "" {
		v.About, v.Heading, v.Title = v.Heading, event, event+" · "+v.Name
	}
	if named {
		return &rendered{plain: []byte(render(v))}, nil
	}
	page := pack([]byte(render(v)))
	s.kept.Store(key, page)
	return page, nil
}

// pack returns a page together with its gzip form.
func pack(plain []byte) *rendered {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(plain) // writing to a buffer does not fail
	_ = z.Close()
	return &rendered{plain: plain, packed: b.Bytes()}
}

// send writes a page. A HEAD request gets the headers only.
func (p *rendered) send(w http.ResponseWriter, r *http.Request, status int) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Vary", "Accept-Language, Accept-Encoding, Cookie")
	h.Set("Cache-Control", "no-cache")
	body := p.plain
	if p.packed != nil && accepts(r, "gzip") {
		body = p.packed
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // an error means that the client has gone
	}
}

// address returns the path of a page with the values of vars in place of its
// variables.
func address(p page, vars map[string]string) string {
	path := p.path
	for name, value := range vars {
		path = strings.Replace(path, ":"+name, value, 1)
	}
	return path
}
