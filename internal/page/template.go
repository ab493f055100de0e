package page

import (
	"html"
	"strings"
)

// markup is HTML that is safe to write. The function escape converts text to markup; constants come
// from this package. html/template is not used because it calls methods by reflection: then the
// linker cannot remove unused methods, and the program becomes twice as large.
type markup string

// escape makes a text safe to use between tags and in quoted attributes.
func escape(text string) markup { return markup(html.EscapeString(text)) }

// sheet is the buffer into which a page is written.
type sheet struct{ strings.Builder }

func (s *sheet) put(parts ...markup) {
	for _, p := range parts {
		s.WriteString(string(p))
	}
}

// render returns the HTML of a page. The elements have the same classes and order as in the client,
// so that nothing on the screen moves when the script starts.
func render(v view) string {
	s := &sheet{}
	title, about := escape(v.Title), escape(v.About)
	s.put(`<!doctype html>
<html lang="`, escape(v.Lang), `">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, minimum-scale=1, viewport-fit=cover">
<title>`, title, `</title>
<meta name="description" content="`, about, `">
<meta property="og:title" content="`, title, `">
<meta property="og:description" content="`, about, `">
<meta property="og:type" content="website">
<meta property="og:site_name" content="`, escape(v.Name), `">
`)
	if v.URL != "" {
		s.put(`<meta property="og:url" content="`, escape(v.URL), "\">\n<link rel=\"canonical\" href=\"", escape(v.URL), "\">\n")
	}
	if v.Image != "" {
		s.put(`<meta property="og:image" content="`, escape(v.Image), `">
<meta property="og:image:alt" content="`, title, `">
<meta name="twitter:card" content="summary">
`)
	}
	s.put(`<meta name="theme-color" content="#f4ecdc" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#15100d" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/app.webmanifest">
`)
	for _, href := range v.Styles {
		s.put(`<link rel="stylesheet" href="`, escape(href), "\">\n")
	}
	s.put(`<script type="module" src="`, escape(v.Entry), "\"></script>\n")
	for _, href := range v.Preload {
		s.put(`<link rel="modulepreload" href="`, escape(href), "\">\n")
	}
	s.put(v.Boot, `
</head>
<body>
<div id="app"><div class="app">
<header class="top"><a class="brand" href="/"><svg viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="9"/><path d="M19 15V5.5h1.6L29 8.8l-8.4 3.3V15zM16 16h8l1.3 6h-10.6zM12.6 23h14.8l1.2 5H11.4zM8.8 29h22.4l1.2 5.5H7.6z"/></svg>`, escape(v.Name), `</a></header>
<main id="main" tabindex="-1">
`)
	if v.Board {
		s.table(v)
	} else {
		s.article(v)
	}
	s.put("\n</main>\n</div></div>\n</body>\n</html>\n")
	return s.String()
}

// table writes the content of a page that shows a board (class "table").
func (s *sheet) table(v view) {
	s.put(`<div class="table" data-kind="`, escape(v.Kind), `"`)
	if v.Tall {
		s.put(` data-tall="true"`)
	}
	s.put(`>
<div class="side info"><h1 class="lead">`, escape(v.Heading), `</h1>`)
	s.kinds(v)
	s.put(`</div>
<div class="middle"><div class="seat"></div><div class="boardbox first" data-kind="`, escape(v.Kind), `">`, v.First, `</div><div class="seat"></div></div>
<div class="side act"><p class="status">`, escape(v.Loading), `</p></div>
</div>`)
}

// kinds writes the menu from which the visitor chooses a game.
func (s *sheet) kinds(v view) {
	s.put(`<nav class="kinds" aria-label="`, escape(v.Choose), `">`)
	for _, l := range v.Links {
		s.put(`<a href="`, escape(l.Href), `"`)
		if l.Here {
			s.put(` aria-current="page"`)
		}
		s.put(`>`, escape(l.Text), `</a>`)
	}
	s.put(`</nav>`)
}

// article writes the content of a page of text.
func (s *sheet) article(v view) {
	s.put(`<article class="page prose"><h1>`, escape(v.Heading), "</h1>\n")
	if len(v.Links) > 0 {
		s.kinds(v)
	}
	if v.Article != "" {
		s.put(`<div class="rules">`, v.Article, `</div>`)
	}
	s.put(`</article>`)
}
