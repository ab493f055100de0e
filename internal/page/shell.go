package page

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"strings"
	"sync"

	"kydai/games"
	"kydai/internal/desk"
	"kydai/internal/desk/full"
	"kydai/internal/locale"
)

// shell renders the HTML of the client's pages.
type shell struct {
	opts     Options
	manifest manifest
	messages map[string]map[string]string // texts by language, then by key
	articles map[string]markup            // HTML of the articles, by file name of the source text
	first    map[string]markup            // start position of each game as SVG, by game
	starts   map[string]json.RawMessage   // start position of each game as JSON, by game
	lessons  map[string]json.RawMessage   // first step of each lesson as JSON
	list     json.RawMessage              // list of games as JSON
	names    []string                     // names of the games
	docs     fs.FS                        // files of the documentation
	kept     sync.Map                     // cache of rendered pages: pageKey -> *rendered
}

func newShell(files, texts, dist fs.FS, m manifest, o Options) (*shell, error) {
	s := &shell{
		opts: o, manifest: m, messages: map[string]map[string]string{}, articles: map[string]markup{},
		first: map[string]markup{}, starts: map[string]json.RawMessage{}, lessons: map[string]json.RawMessage{},
	}
	for _, l := range locale.All {
		words := maps.Clone(s.messages[locale.Fallback(l)])
		if words == nil {
			words = map[string]string{}
		}
		for _, name := range []string{"i18n/" + l + ".json", "i18n/table/" + l + ".json", "i18n/study/" + l + ".json"} {
			if err := readWords(files, name, words); err != nil {
				return nil, err
			}
		}
		for _, r := range games.All() {
			if err := readWords(texts, "games/"+r.Info().Name+"/text/"+l+".json", words); err != nil {
				return nil, err
			}
		}
		s.messages[l] = words
	}
	d := desk.NewDesk(full.Games()...)
	var reply struct{ Games json.RawMessage }
	if err := json.Unmarshal(d.Answer([]byte(`{"op":"games"}`), nil), &reply); err != nil {
		return nil, err
	}
	s.list = reply.Games
	for _, r := range games.All() {
		name := r.Info().Name
		s.names = append(s.names, name)
		var err error
		if s.starts[name], err = opened(d, desk.Request{Game: name}); err != nil {
			return nil, err
		}
		if text, err := fs.ReadFile(texts, "games/"+name+"/text/lessons.json"); err == nil {
			if s.lessons[name], err = lesson(d, name, text); err != nil {
				return nil, fmt.Errorf("games/%s/text/lessons.json: %w", name, err)
			}
		}
		// The build creates SVG pictures of the start positions. Without the
		// build, the board is an empty square until the script runs.
		if svg, err := fs.ReadFile(dist, "boards/"+name+".svg"); err == nil {
			s.first[name] = markup(svg) // the SVG is safe: it comes from the client's own build
		}
		for _, l := range locale.All {
			for _, about := range []string{"rules", "history"} {
				if text, err := fs.ReadFile(texts, aboutGame(name, about, l)); err == nil {
					s.articles[aboutGame(name, about, l)] = markdown(string(text))
				}
			}
		}
	}
	return s, nil
}

// readWords adds the texts in a file to words.
func readWords(files fs.FS, name string, words map[string]string) error {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &words); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// opened opens a new session of the session server (desk) d and returns its state: the start
// position as the first player sees it.
func opened(d *desk.Desk, q desk.Request) (json.RawMessage, error) {
	q.Op, q.View = "new", "first"
	text, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	var reply struct {
		State json.RawMessage
		Error *desk.Problem
	}
	if err := json.Unmarshal(d.Answer(text, nil), &reply); err != nil {
		return nil, err
	}
	if reply.State == nil {
		return nil, fmt.Errorf("no position: %+v", reply.Error)
	}
	return reply.State, nil
}

// lesson returns the position of the first step of a lesson. For random setups it uses the same
// seed as the client, so both create the same position.
func lesson(d *desk.Desk, name string, text []byte) (json.RawMessage, error) {
	var steps []struct {
		Start string
		Moves []string
	}
	if err := json.Unmarshal(text, &steps); err != nil || len(steps) == 0 {
		return nil, fmt.Errorf("no steps: %w", err)
	}
	return opened(d, desk.Request{Game: name, Start: steps[0].Start, Moves: steps[0].Moves, Seed: 1})
}

// view holds the values that the HTML of a page shows.
type view struct {
	Lang, Title, About, Name, URL, Image string
	Scripts, Styles, Preload             []string
	Entry                                string
	Kind                                 string
	First                                markup
	Article                              markup
	Board, Tall                          bool
	Heading, Loading, Choose             string
	Boot                                 markup
	Links                                []link
}

type link struct {
	Href, Text string
	Here       bool
}

func (s *shell) serve(w http.ResponseWriter, r *http.Request) {
	lang := locale.Of(r)
	p, vars, ok := s.find(r.URL.Path)
	status := http.StatusOK
	if !ok {
		status = http.StatusNotFound
		p = page{title: "notfound.title"}
	}
	made, err := s.page(p, vars, lang, r)
	if err != nil {
		http.Error(w, "the page could not be rendered", http.StatusInternalServerError)
		return
	}
	made.send(w, r, status)
}

// find returns the page for a path and the values of its variables. It returns false if no page
// matches or if the game in the path does not exist.
func (s *shell) find(path string) (page, map[string]string, bool) {
	for _, p := range pages {
		vars, ok := p.match(path)
		if !ok || p.test && !s.opts.Gallery {
			continue
		}
		if kind, asked := vars["kind"]; asked && s.starts[kind] == nil {
			return page{}, nil, false
		}
		return p, vars, true
	}
	return page{}, nil, false
}

func (s *shell) view(p page, vars map[string]string, lang string, r *http.Request) (view, error) {
	t := func(key string) string { return s.messages[lang][key] }
	kind := vars["kind"]
	if p.path == rulesPath {
		kind = s.last(r, lang)
	}
	v := view{Lang: lang, Name: t("app.name"), About: t("app.tagline"), Board: p.board, Loading: t("app.loading"), Choose: t("game.choose")}
	switch {
	case kind != "" && p.board && p.title == "":
		v.Heading = t("game." + kind)
		v.About = strings.ReplaceAll(t("seo.play"), "{game}", strings.ToLower(t("game."+kind)))
	case kind != "" && p.about != "":
		v.Heading = strings.ReplaceAll(t(p.about+".title"), "{game}", strings.ToLower(t("game."+kind)))
	case kind != "" && !p.board:
		v.Heading = t("game."+kind) + " · " + t(p.title)
	case p.title != "":
		v.Heading = t(p.title)
	default:
		v.Heading = t("app.tagline")
	}
	v.Title = v.Heading + " · " + v.Name
	if origin := s.origin(r); origin != "" && p.path != "" && (s.opts.Origin != "" || p.own(vars, r)) {
		v.URL = origin + address(p, vars)
		if p.own(vars, r) && p.shows {
			v.URL += "?" + r.URL.RawQuery
		}
		v.Image = origin + s.picture(p, vars, r)
	}
	boot := map[string]any{"lang": lang, "games": s.list, "online": s.opts.Online, "version": s.opts.Version}
	if s.opts.Gallery {
		boot["gallery"] = true
	}
	if engines := s.engines(); len(engines) > 0 {
		boot["engines"] = engines
	}
	sources := []string{entry, "i18n/" + lang + ".json", p.source}
	if !p.first {
		sources = append(sources, otherRoutes)
	}
	if locale.Fallback(lang) != "" {
		sources = append(sources, otherLanguages)
	}
	for _, part := range p.texts {
		sources = append(sources, "i18n/"+part+"/"+lang+".json")
	}
	if p.board {
		if v.Kind = kind; kind == "" {
			v.Kind = s.last(r, lang)
		}
		to := "/play/"
		if kind != "" {
			to = strings.TrimSuffix(p.path, ":kind")
		}
		for _, n := range s.names {
			v.Links = append(v.Links, link{to + n, t("game." + n), n == v.Kind})
		}
		v.First = s.first[v.Kind]
		if rules, ok := games.Find(v.Kind); ok {
			v.Tall = rules.Info().Height > rules.Info().Width
		}
		boot["start"] = map[string]any{"kind": v.Kind, "state": s.starts[v.Kind]}
		sources = append(sources, look(v.Kind))
	}
	if state := s.lessons[kind]; p.lesson && state != nil {
		boot["lesson"] = map[string]any{"kind": kind, "state": state}
		sources = append(sources, look(kind), "../games/"+kind+"/text/lessons.json", "../games/"+kind+"/text/lessons."+lang+".json")
	}
	if p.about != "" {
		file := aboutGame(kind, p.about, lang)
		v.Article = s.articles[file]
		sources = append(sources, "../"+file+"?raw")
		for _, n := range s.names {
			v.Links = append(v.Links, link{"/" + p.about + "/" + n, t("game." + n), n == kind})
		}
	}
	v.Scripts, v.Styles = s.manifest.needs(sources...)
	v.Entry, v.Preload = v.Scripts[0], v.Scripts[1:]
	text, err := json.Marshal(boot) // Marshal escapes <, > and &, so the JSON cannot end the script element that contains it
	v.Boot = markup(`<script type="application/json" id="boot">` + string(text) + `</script>`)
	return v, err
}

// engines returns the operator's engine programs by game, or nil if they are not known yet.
func (s *shell) engines() map[string][]string {
	if s.opts.Engines == nil {
		return nil
	}
	return s.opts.Engines()
}

// aboutGame returns the file name of a text about a game. The text is named "rules" or "history".
func aboutGame(kind, about, lang string) string {
	return "games/" + kind + "/text/" + about + "." + lang + ".md"
}

// look returns the key in Vite's manifest of the script that draws a game's board.
func look(kind string) string { return "../games/" + kind + "/ui/index.ts" }

// last returns the name of the game that the visitor last played on this device. If there is none,
// it returns the game that is the default in the visitor's language, or else the first game of the
// list.
func (s *shell) last(r *http.Request, lang string) string {
	if c, err := r.Cookie("kydai-kind"); err == nil && s.starts[c.Value] != nil {
		return c.Value
	}
	if kind := s.messages[lang]["app.first"]; s.starts[kind] != nil {
		return kind
	}
	return s.names[0]
}
