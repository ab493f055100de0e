package page

import (
	"context"
	"io/fs"
	"net/http"
	"strings"

	"kydai"
	"kydai/ui"
)

// Options configure the HTML shell.
type Options struct {
	// Version is shown on the settings page.
	Version string
	// Online tells the client whether this server offers online play.
	Online bool
	// Origin is the public URL of the site, such as https://example.org. Link previews on other
	// sites use it. If it is empty, the URL of the request is used.
	Origin string
	// Pictures says whether this server draws pictures under /picture/, for link previews.
	Pictures bool
	// EventName returns the name of a tournament, or "" if the tournament is not public. If
	// EventName is nil, the HTML contains no names of tournaments.
	EventName func(ctx context.Context, id string) string
	// Engines returns the names of the operator's engine programs by game. It returns nothing until
	// the server knows which games the programs play. It may be nil.
	Engines func() map[string][]string
	// Gallery enables the page /dev/gallery, which shows every board in every state.
	Gallery bool
}

// Handler serves the pages and their files. For an unknown path it serves an error page with status
// 404.
func Handler(o Options) http.Handler { return newHandler(ui.Files, kydai.Texts, kydai.Docs, o) }

func newHandler(files, texts, docs fs.FS, o Options) http.Handler {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		return missing()
	}
	m, err := readManifest(dist)
	if err != nil {
		return missing()
	}
	s, err := newShell(files, texts, dist, m, o)
	if err != nil {
		return missing()
	}
	s.docs = docs
	assets := &assets{files: dist}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are allowed", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(r.URL.Path, "/")
		if assets.has(name) {
			assets.serve(w, r, name)
			return
		}
		if strings.HasPrefix(r.URL.Path, embedPath) {
			s.embed(w, r)
			return
		}
		if isGuide(r.URL.Path) && s.guide(w, r) {
			return
		}
		s.serve(w, r)
	})
}

// missing returns the handler for a program that was built without the web client.
func missing() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "this program was built without its web client", http.StatusNotFound)
	})
}
