package page

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// preview is how many pixels wide the pictures of link previews are.
const preview = "640"

// longest is how long the position and the moves of a preview may be; longer
// ones are left out.
const longest = 4096

// origin is the public URL of this server: as configured or, where it is not,
// as the visitor called it. It is empty if neither is known.
func (s *shell) origin(r *http.Request) string {
	if s.opts.Origin != "" || r.URL.Host == "" {
		return s.opts.Origin
	}
	return r.URL.Scheme + "://" + r.URL.Host
}

// own reports whether a page is about one match or one position, so that it has
// a URL and a picture of its own.
func (p page) own(vars map[string]string, r *http.Request) bool {
	if _, named := vars["id"]; named {
		return true
	}
	return p.shows && positionQuery(r) != ""
}

// eventName is the name of the tournament of a page; "" if it has none.
func (s *shell) eventName(p page, vars map[string]string, r *http.Request) string {
	if id := vars["id"]; id != "" && s.opts.EventName != nil && strings.HasPrefix(p.path, "/event/") {
		return s.opts.EventName(r.Context(), id)
	}
	return ""
}

// positionQuery is the position that a link names, as a query for its picture;
// empty if it names none.
func positionQuery(r *http.Request) string {
	asked := r.URL.Query()
	start, moves := asked.Get("start"), asked.Get("moves")
	if start == "" && moves == "" || len(start)+len(moves) > longest {
		return ""
	}
	q := url.Values{"size": {preview}}
	if start != "" {
		q.Set("position", start)
	}
	if shown := movesUpTo(moves, asked.Get("ply")); shown != "" {
		q.Set("moves", shown)
	}
	copyOptions(q, asked)
	return q.Encode()
}

// movesUpTo returns the first moves of a list, as many as ply says; all of them
// if ply is no number.
func movesUpTo(moves, ply string) string {
	n, err := strconv.Atoi(ply)
	if err != nil || n < 0 {
		return moves
	}
	list := strings.Fields(moves)
	return strings.Join(list[:min(n, len(list))], " ")
}

// copyOptions copies the options of a game, such as option.size=19.
func copyOptions(to, from url.Values) {
	for name, values := range from {
		if strings.HasPrefix(name, "option.") {
			to[name] = values[:1]
		}
	}
}

// picture is the path of the picture that stands for a page on other sites.
func (s *shell) picture(p page, vars map[string]string, r *http.Request) string {
	switch kind, id := vars["kind"], vars["id"]; {
	case !s.opts.Pictures:
	case id != "" && p.watch:
		return "/picture/g/" + url.PathEscape(id) + ".png?size=" + preview
	case kind != "" && p.shows && positionQuery(r) != "":
		return "/picture/" + kind + ".png?" + positionQuery(r)
	case kind != "":
		return "/picture/" + kind + ".png?size=" + preview
	}
	return "/icon-512.png"
}
