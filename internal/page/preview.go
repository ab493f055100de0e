package page

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// preview is the width of the pictures of link previews, in pixels.
const preview = "640"

// longest is the maximum total length, in bytes, of the position and the moves in a link. If they
// are longer, the preview does not show them.
const longest = 4096

// origin returns the public URL of this server: the configured URL, or else the scheme and host of
// the request. It is empty if neither is known.
func (s *shell) origin(r *http.Request) string {
	if s.opts.Origin != "" || r.URL.Host == "" {
		return s.opts.Origin
	}
	return r.URL.Scheme + "://" + r.URL.Host
}

// own reports whether a page is about one match or one position. Such a page has its own URL and
// picture.
func (p page) own(vars map[string]string, r *http.Request) bool {
	if _, named := vars["id"]; named {
		return true
	}
	return p.shows && positionQuery(r) != ""
}

// eventName returns the name of the tournament that a page shows. It returns "" for other pages and
// for tournaments that are not public.
func (s *shell) eventName(p page, vars map[string]string, r *http.Request) string {
	if id := vars["id"]; id != "" && s.opts.EventName != nil && strings.HasPrefix(p.path, "/event/") {
		return s.opts.EventName(r.Context(), id)
	}
	return ""
}

// positionQuery returns the position in a link as query parameters for the preview picture. It
// returns "" if the link has no position or if the position is too long.
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

// movesUpTo returns the first ply moves of a list; all moves if ply is not a number.
func movesUpTo(moves, ply string) string {
	n, err := strconv.Atoi(ply)
	if err != nil || n < 0 {
		return moves
	}
	list := strings.Fields(moves)
	return strings.Join(list[:min(n, len(list))], " ")
}

// copyOptions copies the query parameters for options of a game, such as option.size=19.
func copyOptions(to, from url.Values) {
	for name, values := range from {
		if strings.HasPrefix(name, "option.") {
			to[name] = values[:1]
		}
	}
}

// picture returns the path of the preview picture of a page.
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
