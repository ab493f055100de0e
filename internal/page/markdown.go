package page

import (
	"html"
	"regexp"
	"strings"
)

// markdown renders the subset of Markdown that our own texts use: headings,
// paragraphs, flat lists, bold and code. Everything else is shown as written.
func markdown(text string) markup {
	var b strings.Builder
	list := "" // the open list element
	var para []string
	flush := func() {
		if len(para) > 0 {
			b.WriteString("<p>" + inline(strings.Join(para, " ")) + "</p>\n")
			para = nil
		}
	}
	end := func() {
		if list != "" {
			b.WriteString("</" + list + ">\n")
			list = ""
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		kind, rest := item(line)
		switch {
		case line == "":
			flush()
			end()
		case kind == "ul" || kind == "ol":
			flush()
			if list != kind {
				end()
				b.WriteString("<" + kind + ">\n")
				list = kind
			}
			b.WriteString("<li>" + inline(rest) + "</li>\n")
		case kind != "":
			flush()
			end()
			b.WriteString("<" + kind + ">" + inline(rest) + "</" + kind + ">\n")
		default:
			end()
			para = append(para, line)
		}
	}
	flush()
	end()
	return markup(b.String()) //nolint:gosec // every text went through html.EscapeString
}

var numbered = regexp.MustCompile(`^\d+\. `)

// item returns what a line begins: a heading, a list item, or neither.
func item(line string) (kind, rest string) {
	switch {
	case strings.HasPrefix(line, "### "):
		return "h3", line[4:]
	case strings.HasPrefix(line, "## "):
		return "h2", line[3:]
	case strings.HasPrefix(line, "- "):
		return "ul", line[2:]
	case numbered.MatchString(line):
		_, rest, _ = strings.Cut(line, " ")
		return "ol", rest
	}
	return "", line
}

var (
	bold = regexp.MustCompile(`\*\*(.+?)\*\*`)
	code = regexp.MustCompile("`(.+?)`")
)

func inline(s string) string {
	s = html.EscapeString(s)
	s = code.ReplaceAllString(s, "<code>$1</code>")
	return bold.ReplaceAllString(s, "<strong>$1</strong>")
}
