package web

import (
	"html"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

type docsRow struct{ Method, Path, Summary string }

func (s *Server) docs(a huma.API, mux *http.ServeMux) {
	var rows []docsRow
	for _, op := range operations(a.OpenAPI()) {
		rows = append(rows, docsRow{op.Method, op.Path, op.Summary})
	}
	slices.SortFunc(rows, func(x, y docsRow) int { return strings.Compare(x.Path+x.Method, y.Path+y.Method) })
	page := docsPage(description, rows)
	mux.HandleFunc("GET /api/docs", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, page) // ignore the error: the client has disconnected
	})
}

// docsPage returns an HTML page that lists the operations. The page needs no script and no external
// file. It is built without html/template, which would make the program larger: see type markup in
// package page.
func docsPage(text string, rows []docsRow) string {
	var b strings.Builder
	b.WriteString(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>kydai API</title>
<h1>kydai API</h1>
<p>` + html.EscapeString(text) + `</p>
<p>The whole document: <a href="/api/openapi.json">/api/openapi.json</a>; the messages of the WebSocket and the stream: <a href="/api/asyncapi.json">/api/asyncapi.json</a></p>
<table><tr><th>Method<th>Path<th>What it does</tr>
`)
	for _, r := range rows {
		b.WriteString("<tr><td>" + html.EscapeString(r.Method) + "<td><code>" + html.EscapeString(r.Path) + "</code><td>" + html.EscapeString(r.Summary) + "</tr>\n")
	}
	b.WriteString("</table></html>\n")
	return b.String()
}
