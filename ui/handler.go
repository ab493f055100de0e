package ui

import (
	"io/fs"
	"net/http"
	"strings"
)

// Options say what the shell tells the pages.
type Options struct {
	// Version is shown in the settings.
	Version string
	// Online says whether there is a server to play through.
	Online bool
	// Origin is the public address, such as https://example.org, for what
	// other sites show of a page; empty leaves those tags out.
	Origin string
	// Gallery serves /dev/gallery: every board in every state.
	Gallery bool
}

// Handler serves the pages and their files. It answers every path: what is no
// page is a page that says so, with status 404.
func Handler(o Options) http.Handler { return newHandler(embedded, o) }

func newHandler(files fs.FS, o Options) http.Handler {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		return missing()
	}
	m, err := readManifest(dist)
	if err != nil {
		return missing()
	}
	s, err := newShell(files, dist, m, o)
	if err != nil {
		return missing()
	}
	assets := &assets{files: dist}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(r.URL.Path, "/")
		if assets.has(name) {
			assets.serve(w, r, name)
			return
		}
		s.serve(w, r)
	})
}

// missing answers for a program that was built without the client.
func missing() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "this program was built without its web client", http.StatusNotFound)
	})
}
