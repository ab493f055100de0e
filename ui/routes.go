package ui

import "strings"

// page is one of the client's pages. A test holds the list against the
// client's own.
type page struct {
	path   string // with :kind or :id for a part that varies
	title  string // key of its title; "" is the name of the game, or none
	source string // of its code, for preloading
	board  bool   // its board is live: the start goes with it
	lesson bool   // it begins with the first step of a lesson, which goes with it
	online bool   // it needs a server
	test   bool   // only where the gallery is served
}

var pages = []page{
	{path: "/", source: "src/pages/live.tsx", board: true},
	{path: "/play", title: "play.new", source: "src/pages/setup.tsx"},
	{path: "/play/:kind", source: "src/pages/live.tsx", board: true},
	{path: "/game/:id", title: "play.title", source: "src/pages/local.tsx"},
	{path: "/games", title: "games.title", source: "src/pages/games.tsx"},
	{path: "/hotseat/:kind", title: "play.opponent.hotseat", source: "src/pages/hotseat.tsx", board: true},
	{path: "/analysis", title: "analysis.title", source: "src/pages/analysis.tsx"},
	{path: "/analysis/:kind", title: "analysis.title", source: "src/pages/analysis.tsx"},
	{path: "/editor", title: "editor.title", source: "src/pages/editor.tsx"},
	{path: "/editor/:kind", title: "editor.title", source: "src/pages/editor.tsx"},
	{path: "/import", title: "import.title", source: "src/pages/import.tsx"},
	{path: "/learn", title: "learn.title", source: "src/pages/learn.tsx"},
	{path: "/learn/:kind", title: "learn.title", source: "src/pages/learn.tsx", lesson: true},
	{path: "/rules", title: "nav.rules", source: "src/pages/rules.tsx"},
	{path: "/rules/:kind", title: "nav.rules", source: "src/pages/rules.tsx"},
	{path: "/lab", title: "lab.title", source: "src/pages/lab.tsx"},
	{path: "/online", title: "online.title", source: "src/pages/online.tsx", online: true},
	{path: "/g/:id", title: "play.title", source: "src/pages/match.tsx", online: true},
	{path: "/c/:id", title: "online.title", source: "src/pages/challenge.tsx", online: true},
	{path: "/fair", title: "fair.title", source: "src/pages/fair.tsx"},
	{path: "/fair/:id", title: "fair.title", source: "src/pages/fair.tsx"},
	{path: "/settings", title: "settings.title", source: "src/pages/settings.tsx"},
	{path: "/dev/gallery", title: "gallery.title", source: "src/pages/gallery.tsx", test: true},
}

// match fits a path to a page's pattern and returns what stands for :kind and
// :id.
func (p page) match(path string) (vars map[string]string, ok bool) {
	want := strings.Split(strings.Trim(p.path, "/"), "/")
	got := strings.Split(strings.Trim(path, "/"), "/")
	if len(want) != len(got) {
		return nil, false
	}
	vars = map[string]string{}
	for i, w := range want {
		switch {
		case strings.HasPrefix(w, ":") && got[i] != "":
			vars[w[1:]] = got[i]
		case w != got[i]:
			return nil, false
		}
	}
	return vars, true
}
