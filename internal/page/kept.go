package page

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
)

// rendered is a page that is ready to send, uncompressed and compressed. Compression is safe,
// because the page contains no secret that its compressed size could reveal.
type rendered struct{ plain, packed []byte }

// pageKey is the cache key of a page: everything that its content depends on. The number of keys is
// small, because all ids in a path such as /g/:id have the same key.
type pageKey struct {
	path string // pattern of the path; "" for a page that does not exist
	lang string
	kind string // name of the game in the path, or of the game that the board or the rules page shows first
	// engines says whether the operator's engine programs are known. It changes at most once, from
	// false to true.
	engines bool
}

// page returns a page from the cache, or renders it on first use. A page about one match, position
// or tournament contains its own URL or name, so it is rendered for each request.
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

// pack compresses a page with gzip and returns both forms.
func pack(plain []byte) *rendered {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(plain) // writing to a buffer cannot fail
	_ = z.Close()
	return &rendered{plain: plain, packed: b.Bytes()}
}

// send writes the page as the response. For a HEAD request it writes only the headers.
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
		_, _ = w.Write(body) // an error means that the client has disconnected
	}
}

// address returns the path of a page. It replaces the variables in the path with the values in
// vars.
func address(p page, vars map[string]string) string {
	path := p.path
	for name, value := range vars {
		path = strings.Replace(path, ":"+name, value, 1)
	}
	return path
}
