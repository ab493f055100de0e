package web

import (
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// docsPage lists the operations. It needs no script and nothing from elsewhere.
var docsPage = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>kydai API</title>
<h1>kydai API</h1>
<p>{{.Text}}</p>
<p>The whole document: <a href="/api/openapi.json">/api/openapi.json</a></p>
<table><tr><th>Method<th>Path<th>What it does</tr>
{{range .Rows}}<tr><td>{{.Method}}<td><code>{{.Path}}</code><td>{{.Summary}}</tr>
{{end}}</table></html>
`))

type docsRow struct{ Method, Path, Summary string }

func (s *Server) docs(a huma.API, mux *http.ServeMux) {
	var rows []docsRow
	for path, item := range a.OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Patch, item.Delete} {
			if op != nil {
				rows = append(rows, docsRow{op.Method, path, op.Summary})
			}
		}
	}
	slices.SortFunc(rows, func(x, y docsRow) int { return strings.Compare(x.Path+x.Method, y.Path+y.Method) })
	mux.HandleFunc("GET /api/docs", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = docsPage.Execute(w, map[string]any{"Text": description, "Rows": rows}) // who has gone needs no page
	})
}
