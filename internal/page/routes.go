package page

import "strings"

// page describes one page of the web client. A test compares this list of pages with the client's
// routes.
type page struct {
	path   string   // path pattern; :kind stands for the name of a game and :id for an id
	title  string   // key of the title text; "" means the name of the game, if there is one
	source string   // source file of the page's code, whose build output is preloaded
	board  bool     // the page has a live board, so the HTML includes the start position
	lesson bool     // the page starts with the first step of a lesson, so the HTML includes this step
	shows  bool     // the page shows a position that the query parameters of its URL contain
	watch  bool     // the page shows the match with the id :id
	online bool     // the page needs a server for online play
	test   bool     // the page exists only if the gallery is enabled
	first  bool     // the route is in the list that the client loads at its start (src/app/routes.ts)
	about  string   // kind of text about a game that the page shows: "rules" or "history"
	texts  []string // sections of the texts that the page needs in addition to the common ones
}

// rulesPath is the path of the rules page without a game in the path. The page shows the rules of
// the game that the visitor played last.
const rulesPath = "/rules"

var pages = []page{
	{path: "/", source: "src/pages/live.tsx", board: true, first: true},
	{path: "/play", title: "play.new", source: "src/pages/setup.tsx", first: true, texts: []string{"table", "begin"}},
	{path: "/play/:kind", source: "src/pages/live.tsx", board: true, first: true},
	{path: "/game/:id", title: "play.title", source: "src/pages/local.tsx", first: true, texts: []string{"table"}},
	{path: "/games", title: "games.title", source: "src/pages/games.tsx", texts: []string{"table", "study"}},
	{path: "/hotseat/:kind", title: "play.opponent.hotseat", source: "src/pages/hotseat.tsx", board: true, first: true},
	{path: "/analysis", title: "analysis.title", source: "src/pages/analysis.tsx", shows: true, first: true, texts: []string{"study"}},
	{path: "/analysis/:kind", title: "analysis.title", source: "src/pages/analysis.tsx", shows: true, first: true, texts: []string{"study"}},
	{path: "/editor", title: "editor.title", source: "src/pages/editor.tsx", texts: []string{"study"}},
	{path: "/editor/:kind", title: "editor.title", source: "src/pages/editor.tsx", texts: []string{"study"}},
	{path: "/import", title: "import.title", source: "src/pages/import.tsx", texts: []string{"table", "study"}},
	{path: "/learn", title: "learn.title", source: "src/pages/learn.tsx", texts: []string{"study"}},
	{path: "/learn/:kind", title: "learn.title", source: "src/pages/learn.tsx", lesson: true, texts: []string{"study"}},
	{path: "/print", title: "print.title", source: "src/pages/print.tsx", texts: []string{"study"}},
	{path: "/print/:kind", title: "print.title", source: "src/pages/print.tsx", texts: []string{"study"}},
	{path: "/tour", title: "tour.title", source: "src/pages/tour.tsx", texts: []string{"study"}},
	{path: rulesPath, title: "nav.rules", source: "src/pages/rules.tsx", about: "rules", texts: []string{"study"}},
	{path: "/rules/:kind", title: "nav.rules", source: "src/pages/rules.tsx", about: "rules", texts: []string{"study"}},
	{path: "/history/:kind", title: "history.nav", source: "src/pages/history.tsx", about: "history", texts: []string{"study"}},
	{path: "/lab", title: "lab.title", source: "src/pages/lab.tsx", texts: []string{"table", "study"}},
	{path: "/online", title: "online.title", source: "src/pages/online.tsx", online: true, first: true, texts: []string{"table", "begin", "people"}},
	{path: "/watch", title: "watch.title", source: "src/pages/watch.tsx", online: true, texts: []string{"table", "people"}},
	{path: "/ranking", title: "rank.title", source: "src/pages/ranking.tsx", online: true, texts: []string{"table", "people"}},
	{path: "/events", title: "events.title", source: "src/pages/events.tsx", online: true, texts: []string{"table", "begin"}},
	{path: "/event/:id", title: "events.title", source: "src/pages/event.tsx", online: true, texts: []string{"table", "begin"}},
	{path: "/event/:id/:view", title: "events.title", source: "src/pages/event.tsx", online: true, texts: []string{"table", "begin"}},
	{path: "/clubs", title: "clubs.title", source: "src/pages/clubs.tsx", online: true, texts: []string{"table", "begin"}},
	{path: "/club/:id", title: "clubs.title", source: "src/pages/clubs.tsx", online: true, texts: []string{"table", "begin"}},
	{path: "/club/:id/:view", title: "clubs.title", source: "src/pages/clubs.tsx", online: true, texts: []string{"table", "begin"}},
	{path: "/classes", title: "classes.title", source: "src/pages/classes.tsx", online: true, texts: []string{"table"}},
	{path: "/class/:id", title: "classes.title", source: "src/pages/classes.tsx", online: true, texts: []string{"table"}},
	{path: "/class/:id/:view", title: "classes.title", source: "src/pages/classes.tsx", online: true, texts: []string{"table"}},
	{path: "/player/:id", title: "rank.player", source: "src/pages/player.tsx", online: true, texts: []string{"table", "people"}},
	{path: "/g/:id", title: "play.title", source: "src/pages/match.tsx", watch: true, online: true, first: true, texts: []string{"table"}},
	{path: "/c/:id", title: "online.title", source: "src/pages/challenge.tsx", online: true, first: true, texts: []string{"table", "begin"}},
	{path: "/fair", title: "fair.title", source: "src/pages/fair.tsx", texts: []string{"study"}},
	{path: "/fair/:id", title: "fair.title", source: "src/pages/fair.tsx", texts: []string{"study"}},
	{path: "/settings", title: "settings.title", source: "src/pages/settings.tsx", texts: []string{"table", "study"}},
	{path: "/account", title: "account.title", source: "src/pages/account.tsx", online: true, texts: []string{"table", "study", "account"}},
	{path: "/account/apps", title: "apps.title", source: "src/pages/apps.tsx", online: true, texts: []string{"table", "study", "account"}},
	{path: "/admin", title: "admin.title", source: "src/pages/admin.tsx", online: true, texts: []string{"table", "people", "account"}},
	{path: "/dev/gallery", title: "gallery.title", source: "src/pages/gallery.tsx", test: true, texts: []string{"table", "begin", "study"}},
}

// match compares a path with the page's pattern and returns the values of :kind and :id.
func (p page) match(path string) (vars map[string]string, ok bool) {
	want, got := strings.Trim(p.path, "/"), strings.Trim(path, "/")
	for more := true; more; {
		var w, g string
		var also bool
		w, want, more = strings.Cut(want, "/")
		g, got, also = strings.Cut(got, "/")
		switch {
		case more != also:
			return nil, false
		case strings.HasPrefix(w, ":") && g != "":
			if vars == nil {
				vars = map[string]string{}
			}
			vars[w[1:]] = g
		case w != g:
			return nil, false
		}
	}
	return vars, true
}
