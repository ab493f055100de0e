package page

import (
	"net/http"
	"net/url"
	"strings"

	"kydai/internal/locale"
)

// embedPath is the path prefix of pages that other sites may show in a frame. /embed/g/<id> shows a
// match and follows it; /embed/<game> shows a position.
const embedPath = "/embed/"

// lookQuery lists the query parameters that change how a picture looks.
var lookQuery = []string{"set", "board", "coordinates", "lang", "theme", "flip", "ply"}

// embed serves a page for frames: a picture with a link, and buttons that step through the moves.
// The page loads no code of the web client.
func (s *shell) embed(w http.ResponseWriter, r *http.Request) {
	v, ok := s.framed(strings.TrimPrefix(r.URL.Path, embedPath), r)
	if !ok {
		http.Error(w, "there is nothing to show here", http.StatusNotFound)
		return
	}
	made := &rendered{plain: []byte(v.render())}
	made.send(w, r, http.StatusOK)
}

// stepSigns are the labels of four buttons: to the start, one move back, one move forward, and to
// the end.
var stepSigns = [...]markup{"«", "‹", "›", "»"}

// frame holds the values of a page that other sites show in a frame.
type frame struct {
	lang, site, title, link, image string
	// live means that the page follows a match and updates the picture.
	live bool
	// steps holds the accessible labels of the step buttons. It is empty if there are no moves.
	steps []string
}

// framed returns the content of the page under /embed/ that the parameter path names. It returns
// false if there is no such page or if the server draws no pictures.
func (s *shell) framed(path string, r *http.Request) (frame, bool) {
	if !s.opts.Pictures {
		return frame{}, false
	}
	asked := r.URL.Query()
	lang := locale.Of(r, asked.Get("lang"))
	t := func(key string) string { return s.messages[lang][key] }
	q := url.Values{}
	for _, name := range lookQuery {
		if v := asked.Get(name); v != "" {
			q.Set(name, v)
		}
	}
	var steps []string
	for _, key := range []string{"play.first", "play.prev", "play.next", "play.last"} {
		steps = append(steps, t(key))
	}
	if id, ok := strings.CutPrefix(path, "g/"); ok && id != "" && !strings.Contains(id, "/") {
		id = url.PathEscape(id)
		return frame{lang, t("app.name"), t("play.title"), "/g/" + id, "/picture/g/" + id + ".svg?" + q.Encode(), asked.Get("ply") == "", steps}, true
	}
	if s.starts[path] == nil {
		return frame{}, false
	}
	study := url.Values{}
	for from, to := range map[string]string{"start": "position", "moves": "moves"} {
		if v := asked.Get(from); v != "" && len(v) <= longest {
			q.Set(to, v)
			study.Set(from, v)
		}
	}
	if study.Has("start") {
		// The picture links to the analysis page. If a start position is given, turn the engine off
		// on that page, so that it does not show the solution of a problem at once.
		study.Set("engine", "off")
	}
	copyOptions(q, asked)
	copyOptions(study, asked)
	if !study.Has("moves") {
		steps = nil
	}
	return frame{lang, t("app.name"), t("game." + path), "/analysis/" + path + "?" + study.Encode(), "/picture/" + path + ".svg?" + q.Encode(), false, steps}, true
}

func (f frame) render() string {
	s := &sheet{}
	s.put(`<!doctype html>
<html lang="`, escape(f.lang), `">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>`, escape(f.title), `</title>
<link rel="stylesheet" href="/embed.css">
`)
	if len(f.steps) > 0 {
		s.put("<script type=\"module\" src=\"/embed.js\"></script>\n")
	}
	s.put(`</head>
<body>
<a href="`, escape(f.link), `" target="_blank" rel="noopener"><img src="`, escape(f.image), `" alt="`, escape(f.title), `"`)
	if f.live {
		s.put(` data-live`)
	}
	s.put("></a>\n")
	if len(f.steps) > 0 {
		s.put("<nav hidden>")
		for i, text := range f.steps {
			s.put(`<button type="button" aria-label="`, escape(text), `">`, stepSigns[i], `</button>`)
		}
		s.put(`<a href="`, escape(f.link), `" target="_blank" rel="noopener">`, escape(f.site), "</a></nav>\n")
	}
	s.put("</body>\n</html>\n")
	return s.String()
}
