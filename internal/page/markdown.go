package page

import (
	"html"
	"regexp"
	"strings"
)

// markdown renders the subset of Markdown that the site's own texts use: headings, paragraphs, flat
// lists, pictures on lines of their own, bold and code. All other text appears unchanged.
func markdown(text string) markup {
	var b strings.Builder
	list := "" // the HTML list element that is open; "" if there is none
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
		case kind == "div":
			flush()
			if list != kind {
				end()
				b.WriteString(`<div class="more">` + "\n")
				list = kind
			}
			b.WriteString(rest + "\n")
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

// picture matches a line such as ![What it shows](/picture/<game>.svg "258x258"). The numbers are
// the width and the height.
var picture = regexp.MustCompile(`^!\[(.+)\]\((/picture/[^ ]+) &#34;(\d+)x(\d+)&#34;\)$`)

var numbered = regexp.MustCompile(`^\d+\. `)

// item returns the HTML element that a line starts (a heading, a list item or a picture) and the
// rest of the line. It returns "" as the element if the line starts none of these.
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
	if m := picture.FindStringSubmatch(html.EscapeString(line)); m != nil {
		return "div", `<figure><img src="` + m[2] + `" alt="" width="` + m[3] + `" height="` + m[4] +
			`" loading="lazy"><figcaption>` + m[1] + "</figcaption></figure>"
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
