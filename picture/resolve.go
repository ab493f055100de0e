package picture

import (
	"strings"
)

// context holds the style properties that an element inherits.
type context struct {
	vals *values
	held map[string]string // inherited properties with resolved values
}

// inherited lists the properties that children inherit.
var inherited = map[string]bool{
	"fill": true, "fill-opacity": true, "fill-rule": true, "stroke": true, "stroke-width": true, "stroke-opacity": true,
	"stroke-linecap": true, "stroke-linejoin": true, "stroke-miterlimit": true, "stroke-dasharray": true, "color": true,
	"paint-order": true, "font-size": true, "font-weight": true, "text-anchor": true, "dominant-baseline": true,
}

// initial holds the initial values of SVG properties, except those whose initial value is "".
var initial = map[string]string{"fill": "#000", "stroke": "none", "stroke-width": "1", "color": "#000"}

// stylist applies the style sheets to elements.
type stylist struct {
	sheet  *sheet
	labels *labels
	dark   bool
}

// own returns the properties set on an element itself, in order of increasing priority: attributes,
// style sheet rules, style attribute.
func (s *stylist) own(n *node) []attr {
	var out []attr
	for _, a := range n.attrs {
		if drawn[a.name] {
			out = append(out, a)
		}
	}
	for i := range s.sheet.rules {
		r := &s.sheet.rules[i]
		if (!r.dark || s.dark) && r.selector.matches(n) {
			out = append(out, r.decls...)
		}
	}
	return append(out, declarations(n.get("style"))...)
}

// enter returns the style context for the children of an element, and the properties of the element
// itself.
func (s *stylist) enter(n *node, c context) (inner context, props []attr) {
	own := s.own(n)
	inner = context{vals: c.vals, held: c.held}
	var vals map[string]string
	for _, a := range own {
		if strings.HasPrefix(a.name, "--") {
			if vals == nil {
				vals = map[string]string{}
				inner.vals = &values{up: c.vals, own: vals}
			}
			vals[a.name] = a.value
		}
	}
	set := &node{}
	for _, a := range own {
		if !strings.HasPrefix(a.name, "--") {
			s.resolve(set, a, inner.vals)
		}
	}
	if len(set.attrs) > 0 {
		inner.held = make(map[string]string, len(c.held)+len(set.attrs))
		for name, value := range c.held {
			inner.held[name] = value
		}
		for _, a := range set.attrs {
			if inherited[a.name] {
				inner.held[a.name] = a.value
			}
		}
	}
	return inner, set.attrs
}

// resolve converts the property a to plain SVG and sets it on the given element. A colour with an
// opacity becomes two properties.
func (s *stylist) resolve(set *node, a attr, vals *values) {
	value := vals.fill(a.value, s.dark)
	if value == "initial" {
		value = initial[a.name]
	}
	value = strings.TrimSuffix(value, " !important")
	switch a.name {
	case "fill", "stroke", "stop-color", "color":
		c, ok := colour(value)
		if !ok {
			break // not a plain colour: none, currentColor, url(#…)
		}
		value = c.String()
		opacity := map[string]string{"fill": "fill-opacity", "stroke": "stroke-opacity", "stop-color": "stop-opacity"}[a.name]
		if c.a < 1 && opacity != "" {
			set.set(opacity, num(c.a))
		}
	case "stroke-width", "font-size", "opacity":
		value = num(number(value, 1))
	case "stroke-dasharray":
		value = strings.ReplaceAll(strings.ReplaceAll(value, ",", " "), "px", "")
	}
	set.set(a.name, value)
}

// dress returns a copy of an element with resolved properties and without classes.
func (s *stylist) dress(n *node, c context) *node {
	inner, props := s.enter(n, c)
	if n.name == "text" {
		return s.labels.outline(n, inner, props)
	}
	out := &node{name: n.name}
	for _, a := range n.attrs {
		if !drawn[a.name] && a.name != "class" && a.name != "style" {
			out.attrs = append(out.attrs, a)
		}
	}
	out.attrs = append(out.attrs, props...)
	for _, k := range n.kids {
		out.add(s.dress(k, inner))
	}
	return out
}
