package page

import (
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"kydai/internal/locale"
)

// guidePath is the path of the documentation: a guide for each group of readers, and the reference
// pages. Its pages are plain HTML and load only the client's style sheet.
const guidePath = "/docs"

// readers lists the groups of readers that have a guide in each language, in the order of the menu.
var readers = []string{"players", "organisers", "operators", "authors", "contributors"}

func isGuide(at string) bool { return at == guidePath || strings.HasPrefix(at, guidePath+"/") }

// guide serves a page of the documentation. It returns false, without writing a response, if the
// page does not exist.
func (s *shell) guide(w http.ResponseWriter, r *http.Request) bool {
	lang := locale.Of(r, r.URL.Query().Get("lang"))
	name := strings.Trim(strings.TrimPrefix(r.URL.Path, guidePath), "/")
	key := pageKey{path: guidePath + "/" + name, lang: lang}
	made, ok := s.kept.Load(key)
	if !ok {
		v, found := s.guideView(name, lang)
		if !found {
			return false
		}
		made = pack([]byte(v.render()))
		s.kept.Store(key, made)
	}
	p, _ := made.(*rendered)
	p.send(w, r, http.StatusOK)
	return true
}

// guideView holds the values that the HTML of a documentation page shows.
type guideView struct {
	lang, site, title string
	styles            []string
	nav               []link // links to the guides and the index
	others            []link // links to the same page in the other languages
	contents          []link // links to the sections of the page
	english           bool   // the text is in English, although another language was requested
	text              markup
}

// guideFile returns the source file of a documentation page, and the language of the file. A guide
// that does not exist in lang is shown in English.
func (s *shell) guideFile(name, lang string) (file, written string) {
	if !slices.Contains(readers, name) {
		return "docs/" + name + ".md", locale.English
	}
	for _, l := range []string{lang, locale.English} {
		file, written = "docs/guide/"+l+"/"+name+".md", l
		if _, err := fs.Stat(s.docs, file); err == nil {
			break
		}
	}
	return file, written
}

// guideAddress returns the path of the page that shows a documentation file, or "" if the file has
// no page.
func guideAddress(file string) string {
	name, ok := strings.CutSuffix(file, ".md")
	if !ok || !strings.HasPrefix(name, "docs/") {
		return ""
	}
	if strings.HasPrefix(name, "docs/guide/") {
		return guidePath + "/" + path.Base(name)
	}
	return guidePath + strings.TrimPrefix(name, "docs")
}

func (s *shell) guideView(name, lang string) (guideView, bool) {
	t := func(key string) string { return s.messages[lang][key] }
	v := guideView{lang: lang, site: t("app.name")}
	_, v.styles = s.manifest.needs(entry)
	v.styles = append(v.styles, "/guide.css")
	v.nav = []link{{guidePath, t("docs.title"), name == ""}}
	for _, reader := range readers {
		v.nav = append(v.nav, link{guidePath + "/" + reader, t("docs." + reader), name == reader})
	}
	for _, l := range locale.All {
		if l != lang {
			v.others = append(v.others, link{Href: guidePath + "/" + name + "?lang=" + l, Text: s.messages[l]["docs.here"]})
		}
	}
	if name == "" {
		v.title, v.text = t("docs.title"), s.guideIndex(lang)
		return v, true
	}
	file, written := s.guideFile(name, lang)
	text, err := fs.ReadFile(s.docs, file)
	if err != nil {
		return v, false
	}
	v.title, v.contents, v.text = s.document(file, text)
	v.english = written != lang
	return v, true
}

// guideIndex returns the index of the documentation: the guides with their first paragraphs, then
// the reference pages.
func (s *shell) guideIndex(lang string) markup {
	out := &sheet{}
	out.put("<h1>", escape(s.messages[lang]["docs.title"]), "</h1>\n<ul class=\"guides\">\n")
	for _, reader := range readers {
		file, written := s.guideFile(reader, lang)
		text, err := fs.ReadFile(s.docs, file)
		if err != nil {
			continue
		}
		title, first := opening(text)
		out.put(`<li lang="`, escape(written), `"><a href="`+guidePath+"/"+markup(reader)+`"><b>`, escape(title), "</b> ", escape(first), "</a></li>\n")
	}
	out.put("</ul>\n<details>\n<summary>", escape(s.messages[lang]["docs.reference"]), "</summary>\n<ul>\n")
	all, _ := fs.Glob(s.docs, "docs/*.md") // Glob cannot fail: the pattern is valid
	for _, file := range all {
		text, err := fs.ReadFile(s.docs, file)
		if err != nil {
			continue
		}
		title, _ := opening(text)
		out.put(`<li lang="en"><a href="`, escape(guideAddress(file)), `">`, escape(title), "</a></li>\n")
	}
	out.put("</ul>\n</details>\n")
	return markup(out.String())
}

func (v guideView) render() string {
	s := &sheet{}
	s.put(`<!doctype html>
<html lang="`, escape(v.lang), `">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, minimum-scale=1, viewport-fit=cover">
<title>`, escape(v.title), " · ", escape(v.site), `</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
`)
	for _, href := range v.styles {
		s.put(`<link rel="stylesheet" href="`, escape(href), "\">\n")
	}
	s.put(`</head>
<body>
<div class="guide">
<header><a class="brand" href="/">`, escape(v.site), `</a>`)
	s.links("nav", v.nav)
	for _, other := range v.others {
		s.put(`<a class="other" href="`, escape(other.Href), `">`, escape(other.Text), "</a>")
	}
	s.put("</header>\n")
	if len(v.contents) > 2 {
		s.links("contents", v.contents)
	}
	s.put("<main>\n<article class=\"prose\"")
	if v.english {
		s.put(` lang="en"`)
	}
	s.put(">\n", v.text, "</article>\n</main>\n</div>\n</body>\n</html>\n")
	return s.String()
}

// links writes a navigation list of links.
func (s *sheet) links(class string, all []link) {
	s.put(`<nav class="`, escape(class), `"><ul>`)
	for _, l := range all {
		s.put(`<li><a href="`, escape(l.Href), `"`)
		if l.Here {
			s.put(` aria-current="page"`)
		}
		s.put(`>`, escape(l.Text), "</a></li>")
	}
	s.put("</ul></nav>\n")
}
