package page

import (
	"net/http"
	"net/url"
)

// preview is how many pixels wide the pictures of link previews are.
const preview = "640"

// longest is how long the position and the moves of a preview may be; longer
// ones are left out.
const longest = 4096

// origin is the public URL of this server: as configured or, where it is not,
// as the visitor called it. It is empty if neither is known.
func (s *shell) origin(r *http.Request) string {
	if s.o.Origin != "" || r.URL.Host == "" {
		return s.o.Origin
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
	if moves != "" {
		q.Set("moves", moves)
	}
	return q.Encode()
}

// picture is the path of the picture that stands for a page on other sites.
func (s *shell) picture(p page, vars map[string]string, r *http.Request) string {
	switch kind, id := vars["kind"], vars["id"]; {
	case !s.o.Pictures:
	case id != "" && p.watch:
		return "/picture/g/" + url.PathEscape(id) + ".png?size=" + preview
	case kind != "" && p.shows && positionQuery(r) != "":
		return "/picture/" + kind + ".png?" + positionQuery(r)
	case kind != "":
		return "/picture/" + kind + ".png?size=" + preview
	}
	return "/icon-512.png"
}
