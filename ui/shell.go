package ui

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"

	"kydai/games"
	"kydai/offline"
)

// languages the client speaks, the usual one first.
var languages = []string{"vi", "en"}

// shell renders the pages.
type shell struct {
	o        Options
	m        manifest
	messages map[string]map[string]string // by language and key
	rules    map[string]markup            // by game and language, as in "name.vi"
	first    map[string]markup            // the first position of a game, drawn
	starts   map[string]json.RawMessage   // and as data
	lessons  map[string]json.RawMessage   // the first step of a lesson
	list     json.RawMessage              // of the games
	names    []string                     // of the games
}

func newShell(files, dist fs.FS, m manifest, o Options) (*shell, error) {
	s := &shell{
		o: o, m: m, messages: map[string]map[string]string{}, rules: map[string]markup{},
		first: map[string]markup{}, starts: map[string]json.RawMessage{}, lessons: map[string]json.RawMessage{},
	}
	for _, l := range languages {
		text, err := fs.ReadFile(files, "i18n/"+l+".json")
		if err != nil {
			return nil, err
		}
		texts := map[string]string{}
		if err := json.Unmarshal(text, &texts); err != nil {
			return nil, fmt.Errorf("i18n/%s.json: %w", l, err)
		}
		s.messages[l] = texts
	}
	desk := offline.NewDesk()
	var reply struct{ Games json.RawMessage }
	if err := json.Unmarshal(desk.Answer([]byte(`{"op":"games"}`), nil), &reply); err != nil {
		return nil, err
	}
	s.list = reply.Games
	for _, r := range games.All() {
		name := r.Info().Name
		s.names = append(s.names, name)
		var err error
		if s.starts[name], err = opened(desk, offline.Request{Game: name}); err != nil {
			return nil, err
		}
		if text, err := fs.ReadFile(files, "i18n/learn/"+name+".json"); err == nil {
			if s.lessons[name], err = lesson(desk, name, text); err != nil {
				return nil, fmt.Errorf("i18n/learn/%s.json: %w", name, err)
			}
		}
		// The build draws the first position; without it the board is an
		// empty square until the script comes.
		if svg, err := fs.ReadFile(dist, "boards/"+name+".svg"); err == nil {
			s.first[name] = markup(svg) // our own build made it
		}
		for _, l := range languages {
			if text, err := fs.ReadFile(files, "i18n/rules/"+name+"."+l+".md"); err == nil {
				s.rules[name+"."+l] = markdown(string(text))
			}
		}
	}
	return s, nil
}

// opened is the state of a new session, as the first player sees it.
func opened(desk *offline.Desk, q offline.Request) (json.RawMessage, error) {
	q.Op, q.View = "new", "first"
	text, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	var reply struct {
		State json.RawMessage
		Error *offline.Problem
	}
	if err := json.Unmarshal(desk.Answer(text, nil), &reply); err != nil {
		return nil, err
	}
	if reply.State == nil {
		return nil, fmt.Errorf("no position: %+v", reply.Error)
	}
	return reply.State, nil
}

// lesson is the position of a lesson's first step. The client opens the same,
// with the same seed.
func lesson(desk *offline.Desk, name string, text []byte) (json.RawMessage, error) {
	var steps []struct {
		Start string
		Moves []string
	}
	if err := json.Unmarshal(text, &steps); err != nil || len(steps) == 0 {
		return nil, fmt.Errorf("no steps: %w", err)
	}
	return opened(desk, offline.Request{Game: name, Start: steps[0].Start, Moves: steps[0].Moves, Seed: 1})
}

// view is what a page shows.
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
	lang := language(r)
	p, vars, ok := s.find(r.URL.Path)
	status := http.StatusOK
	if !ok {
		status = http.StatusNotFound
		p = page{title: "notfound.title"}
	}
	v, err := s.view(p, vars, lang, r)
	if err != nil {
		http.Error(w, "the page cannot be made", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Vary", "Accept-Language, Accept-Encoding, Cookie")
	h.Set("Cache-Control", "no-cache")
	packed := accepts(r, "gzip")
	if packed {
		h.Set("Content-Encoding", "gzip")
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		write(w, render(v), packed)
	}
}

// write sends a page. Nothing in it is secret, so that its packed size tells
// nothing.
func write(w io.Writer, page string, packed bool) {
	if !packed {
		_, _ = io.WriteString(w, page)
		return
	}
	z := gzip.NewWriter(w)
	_, _ = io.WriteString(z, page)
	_ = z.Close()
}

// find returns the page of a path. A game that does not exist has none.
func (s *shell) find(path string) (page, map[string]string, bool) {
	for _, p := range pages {
		vars, ok := p.match(path)
		if !ok || p.test && !s.o.Gallery {
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
	v := view{Lang: lang, Name: t("app.name"), About: t("app.tagline"), Board: p.board, Loading: t("app.loading"), Choose: t("game.choose")}
	switch {
	case kind != "" && p.board && p.title == "":
		v.Heading = t("game." + kind)
		v.About = strings.ReplaceAll(t("seo.play"), "{game}", strings.ToLower(t("game."+kind)))
	case kind != "" && strings.HasPrefix(p.path, "/rules"):
		v.Heading = strings.ReplaceAll(t("rules.title"), "{game}", strings.ToLower(t("game."+kind)))
	case kind != "" && !p.board:
		v.Heading = t("game."+kind) + " · " + t(p.title)
	case p.title != "":
		v.Heading = t(p.title)
	default:
		v.Heading = t("app.tagline")
	}
	v.Title = v.Heading + " · " + v.Name
	if s.o.Origin != "" {
		v.URL = s.o.Origin + r.URL.Path
		v.Image = s.o.Origin + "/icon-512.png"
	}
	boot := map[string]any{"lang": lang, "games": s.list, "online": s.o.Online, "version": s.o.Version}
	if s.o.Gallery {
		boot["gallery"] = true
	}
	sources := []string{entry, "i18n/" + lang + ".json", p.source}
	if p.board {
		if v.Kind = kind; kind == "" {
			v.Kind = s.last(r)
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
		sources = append(sources, "src/games/"+v.Kind+"/index.ts")
	}
	if state := s.lessons[kind]; p.lesson && state != nil {
		boot["lesson"] = map[string]any{"kind": kind, "state": state}
		sources = append(sources, "src/games/"+kind+"/index.ts", "i18n/learn/"+kind+".json")
	}
	if strings.HasPrefix(p.path, "/rules") {
		v.Article = s.rules[kind+"."+lang]
		sources = append(sources, "i18n/rules/"+kind+"."+lang+".md?raw")
		for _, n := range s.names {
			v.Links = append(v.Links, link{"/rules/" + n, t("game." + n), n == kind})
		}
	}
	v.Scripts, v.Styles = s.m.needs(sources...)
	v.Entry, v.Preload = v.Scripts[0], v.Scripts[1:]
	text, err := json.Marshal(boot) // escapes <, > and &, so that it cannot end its element
	v.Boot = markup(`<script type="application/json" id="boot">` + string(text) + `</script>`)
	return v, err
}

// last is the game that the viewer played last on this device, or the first.
func (s *shell) last(r *http.Request) string {
	if c, err := r.Cookie("kydai-kind"); err == nil && s.starts[c.Value] != nil {
		return c.Value
	}
	return s.names[0]
}

// language is the one the viewer chose on this device, or the first that the
// browser asks for and the client speaks.
func language(r *http.Request) string {
	if c, err := r.Cookie("kydai-lang"); err == nil {
		for _, l := range languages {
			if c.Value == l {
				return l
			}
		}
	}
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		for _, l := range languages {
			if tag == l || strings.HasPrefix(tag, l+"-") {
				return l
			}
		}
	}
	return languages[0]
}
