package room

import (
	"html"
	"io/fs"
	"strings"
)

// fill fills in the template of a page. It replaces {{.Site}}, {{.Trust}} and {{.Fingerprint}} by
// escaped text. It repeats the part "{{range .Also}}…{{end}}" for each URL in v.Also, and leaves
// out the part "{{if .Trust}}…{{end}}" if v.Trust is empty. It does not check the URLs, because
// this server creates them and they begin with http or https. html/template is not used: it calls
// methods by name, so the linker must keep all methods, and the program becomes megabytes larger.
func fill(page string, v view) string {
	page = section(page, "{{range .Also}}", func(body string) string {
		var all strings.Builder
		for _, also := range v.Also {
			all.WriteString(strings.ReplaceAll(body, "{{.}}", html.EscapeString(also)))
		}
		return all.String()
	})
	page = section(page, "{{if .Trust}}", func(body string) string {
		if v.Trust == "" {
			return ""
		}
		return body
	})
	return strings.NewReplacer(
		"{{.Site}}", html.EscapeString(v.Site), "{{.Trust}}", html.EscapeString(v.Trust),
		"{{.Fingerprint}}", html.EscapeString(v.Fingerprint),
	).Replace(page)
}

// section replaces a part of a page: the text between the marker given by the parameter start and
// the next "{{end}}". It passes this text to the given function and inserts the function's result
// instead.
func section(page, start string, change func(body string) string) string {
	before, rest, found := strings.Cut(page, start)
	body, after, ended := strings.Cut(rest, "{{end}}")
	if !found || !ended {
		return page
	}
	return before + change(body) + after
}

// readPages reads the page templates. Their keys are names such as room.vi.
func readPages() (map[string]string, error) {
	names, err := fs.Glob(files, "pages/*.html")
	if err != nil {
		return nil, err
	}
	pages := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		pages[strings.TrimSuffix(strings.TrimPrefix(name, "pages/"), ".html")] = string(text)
	}
	return pages, nil
}
