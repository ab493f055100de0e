package picture

import (
	"cmp"
	"slices"
	"strings"
)

// sheet holds the rules of the client's style sheets. Later rules override earlier rules.
type sheet struct{ rules []rule }

// rule is one selector with its declarations.
type rule struct {
	selector selector
	dark     bool // whether the rule applies only in the dark theme
	layer    int
	order    int
	decls    []attr
}

// outside is the layer number of rules without a layer; such rules override all layers.
const outside = 1 << 20

// reader reads style sheets. Layers are numbered in the order in which the sheets first name them.
type reader struct {
	out    sheet
	layers map[string]int
}

// readSheets reads style sheets in order. The sheets are for the whole client; readSheets skips
// everything that drawings do not need.
func readSheets(texts ...string) sheet {
	r := &reader{layers: map[string]int{}}
	for _, t := range texts {
		r.block(stripComments(t), outside, false)
	}
	slices.SortStableFunc(r.out.rules, func(a, b rule) int {
		return cmp.Or(cmp.Compare(a.layer, b.layer), cmp.Compare(a.selector.weight, b.selector.weight), cmp.Compare(a.order, b.order))
	})
	return r.out
}

func stripComments(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "/*")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, text, _ = strings.Cut(rest, "*/")
	}
}

func (r *reader) layer(name string) int {
	name = strings.TrimSpace(name)
	if _, ok := r.layers[name]; !ok {
		r.layers[name] = len(r.layers)
	}
	return r.layers[name]
}

// block reads rules until the text ends. The parameters layer and dark apply to all rules of the
// text.
func (r *reader) block(text string, layer int, dark bool) {
	for {
		at := strings.IndexAny(text, "{;")
		if at < 0 {
			return
		}
		head := strings.TrimSpace(text[:at])
		if text[at] == ';' {
			if names, ok := strings.CutPrefix(head, "@layer"); ok {
				for name := range strings.SplitSeq(names, ",") {
					r.layer(name)
				}
			}
			text = text[at+1:]
			continue
		}
		body, rest := closing(text[at+1:])
		text = rest
		switch name, ok := strings.CutPrefix(head, "@layer"); {
		case ok:
			r.block(body, r.layer(name), dark)
		case strings.HasPrefix(head, "@media"):
			if strings.Contains(head, "prefers-color-scheme: dark") {
				r.block(body, layer, true)
			}
		case !strings.HasPrefix(head, "@"):
			r.rule(head, body, layer, dark)
		}
	}
}

// closing splits a text that begins just after an opening brace. The result body is the text up to
// the matching closing brace, and the result rest is the text after this brace.
func closing(text string) (body, rest string) {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[:i], text[i+1:]
			}
		}
	}
	return text, ""
}

func (r *reader) rule(head, body string, layer int, dark bool) {
	decls := declarations(body)
	if len(decls) == 0 {
		return
	}
	for one := range strings.SplitSeq(head, ",") {
		if s, ok := readSelector(one); ok {
			r.out.rules = append(r.out.rules, rule{s, dark, layer, len(r.out.rules), decls})
		}
	}
}

// declarations parses "name: value; …" and returns the properties that drawings use.
func declarations(body string) []attr {
	var out []attr
	for one := range strings.SplitSeq(body, ";") {
		name, value, ok := strings.Cut(one, ":")
		name, value = strings.TrimSpace(name), strings.Join(strings.Fields(value), " ")
		if !ok || strings.ContainsAny(name, "{}&") {
			continue
		}
		if name == "font" {
			out = append(out, shortFont(value)...)
		} else if strings.HasPrefix(name, "--") || drawn[name] {
			out = append(out, attr{name, value})
		}
	}
	return out
}

// shortFont extracts weight and size from a font value such as "500 0.24px system-ui,
// sans-serif".
func shortFont(value string) []attr {
	var out []attr
	for _, word := range strings.Fields(value) {
		switch {
		case strings.HasSuffix(word, "px") || strings.Contains(word, "px/"):
			size, _, _ := strings.Cut(word, "/")
			return append(out, attr{"font-size", size})
		case strings.Trim(word, "0123456789") == "":
			out = append(out, attr{"font-weight", word})
		}
	}
	return nil
}

// drawn is the set of CSS properties and attributes that affect drawings.
var drawn = map[string]bool{
	"fill": true, "fill-opacity": true, "fill-rule": true, "stroke": true, "stroke-width": true, "stroke-opacity": true,
	"stroke-linecap": true, "stroke-linejoin": true, "stroke-miterlimit": true, "stroke-dasharray": true, "opacity": true,
	"color": true, "display": true, "visibility": true, "clip-path": true, "paint-order": true, "stop-color": true, "stop-opacity": true,
	"font-size": true, "font-weight": true, "text-anchor": true, "dominant-baseline": true,
}
