package page

import (
	"bytes"
	"io/fs"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// reader parses the documentation: Markdown with tables, and with an id for each heading. It drops
// HTML in the source, so the HTML that it generates is safe.
var reader = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// document renders a Markdown file of the documentation. It returns the title, the list of
// sections, and the text as HTML. Links to other files become links to pages of the documentation.
func (s *shell) document(file string, source []byte) (title string, sections []link, out markup) {
	doc := reader.Parser().Parse(text.NewReader(source))
	var dead []ast.Node
	// ignore Walk's error: it could come only from this function, which never returns one
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			words := plain(n, source)
			if id, ok := n.AttributeString("id"); ok && n.Level == 2 {
				bytes, _ := id.([]byte)
				sections = append(sections, link{Href: "#" + string(bytes), Text: words})
			}
			if n.Level == 1 && title == "" {
				title = words
			}
		case *ast.Link:
			to, ok := s.destination(file, string(n.Destination))
			if !ok {
				dead = append(dead, n)
			}
			n.Destination = []byte(to)
		case *ast.Image:
			dead = append(dead, n)
		}
		return ast.WalkContinue, nil
	})
	for _, n := range dead {
		unwrap(n)
	}
	var b bytes.Buffer
	if err := reader.Renderer().Render(&b, source, doc); err != nil {
		return title, sections, escape(string(source)) // cannot happen: writing to a buffer does not fail
	}
	// A wide table scrolls horizontally in an element of its own.
	made := strings.ReplaceAll(b.String(), "<table>", `<div class="wide" tabindex="0"><table>`)
	return title, sections, markup(strings.ReplaceAll(made, "</table>", "</table></div>"))
}

// destination returns the page to which a link in a documentation file leads. It returns false if
// this site has no such page, for example for a link to a source file.
func (s *shell) destination(file, to string) (string, bool) {
	if strings.Contains(to, "://") || strings.HasPrefix(to, "#") || strings.HasPrefix(to, "/") {
		return to, true
	}
	name, anchor, _ := strings.Cut(to, "#")
	if anchor != "" {
		anchor = "#" + anchor
	}
	name = path.Join(path.Dir(file), name)
	if _, err := fs.Stat(s.docs, name); err != nil {
		return "", false
	}
	address := guideAddress(name)
	return address + anchor, address != ""
}

// unwrap replaces a node with its children.
func unwrap(n ast.Node) {
	in := n.Parent()
	for c := n.FirstChild(); c != nil; {
		next := c.NextSibling()
		in.InsertBefore(in, n, c)
		c = next
	}
	in.RemoveChild(in, n)
}

// opening returns the title of a document and its first paragraph as plain text.
func opening(source []byte) (title, first string) {
	if blocks := bytes.SplitN(source, []byte("\n\n"), 3); len(blocks) == 3 {
		source = source[:len(source)-len(blocks[2])]
	}
	doc := reader.Parser().Parse(text.NewReader(source))
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		switch n.Kind() {
		case ast.KindHeading:
			title = plain(n, source)
		case ast.KindParagraph:
			first = plain(n, source)
		}
	}
	return title, first
}

// plain returns the text of a heading or a paragraph without formatting.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	// ignore Walk's error: it could come only from this function, which never returns one
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := c.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
