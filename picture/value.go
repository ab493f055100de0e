package picture

import (
	"fmt"
	"strconv"
	"strings"
)

// values holds the CSS custom properties of an element. If own does not contain a property, its
// value comes from up, the values of the parent element.
type values struct {
	up  *values
	own map[string]string
}

func (v *values) get(name string) (string, bool) {
	for ; v != nil; v = v.up {
		if value, ok := v.own[name]; ok {
			return value, true
		}
	}
	return "", false
}

// maxDepth is the largest nesting depth of var() references.
const maxDepth = 16

// fill replaces var() and light-dark() in a value.
func (v *values) fill(text string, dark bool) string { return v.fillDeep(text, dark, 0) }

func (v *values) fillDeep(text string, dark bool, depth int) string {
	if depth > maxDepth {
		return ""
	}
	for _, name := range []string{"var(", "light-dark("} {
		for at := strings.Index(text, name); at >= 0; at = strings.Index(text, name) {
			args, rest := arguments(text[at+len(name):])
			value := ""
			switch {
			case len(args) == 0:
			case name == "light-dark(" && len(args) == 2:
				value = args[0]
				if dark {
					value = args[1]
				}
			default:
				value, _ = v.get(args[0])
				if value == "" && len(args) > 1 {
					value = args[1]
				}
			}
			text = text[:at] + v.fillDeep(value, dark, depth+1) + rest
		}
	}
	return text
}

// arguments splits a text like "a, b) rest" at the commas outside brackets, up to the closing
// bracket. It also returns the text after this bracket.
func arguments(text string) (args []string, rest string) {
	depth, from := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == ')' || c == ',' && depth == 0:
			args = append(args, strings.TrimSpace(text[from:i]))
			from = i + 1
			if c == ')' {
				return args, text[from:]
			}
		}
	}
	return append(args, strings.TrimSpace(text[from:])), ""
}

// rgba is a colour with its opacity; the channels are not premultiplied.
type rgba struct{ r, g, b, a float64 }

// String formats the colour for SVG, without its opacity.
func (c rgba) String() string {
	r, g, b := int(c.r+0.5), int(c.g+0.5), int(c.b+0.5)
	if r%17 == 0 && g%17 == 0 && b%17 == 0 {
		return fmt.Sprintf("#%x%x%x", r/17, g/17, b/17)
	}
	return fmt.Sprintf("#%02x%02x%02x", r, g, b)
}

// colour parses a colour. It returns false if the text is not a colour.
func colour(text string) (rgba, bool) {
	text = strings.TrimSpace(text)
	name, inner, call := strings.Cut(text, "(")
	switch {
	case strings.HasPrefix(text, "#"):
		return hexColour(text[1:])
	case call && (name == "rgb" || name == "rgba"):
		return rgbColour(strings.TrimSuffix(inner, ")"))
	case call && name == "color-mix":
		args, _ := arguments(inner)
		return mixed(args)
	case text == "transparent":
		return rgba{}, true
	}
	c, ok := named[text]
	return c, ok
}

var named = map[string]rgba{
	"black": {0, 0, 0, 1}, "white": {255, 255, 255, 1}, "red": {255, 0, 0, 1}, "gold": {255, 215, 0, 1}, "gray": {128, 128, 128, 1},
}

func hexColour(digits string) (rgba, bool) {
	if len(digits) == 3 || len(digits) == 4 {
		var long strings.Builder
		for i := range len(digits) {
			long.WriteString(digits[i:i+1] + digits[i:i+1])
		}
		digits = long.String()
	}
	if len(digits) == 6 {
		digits += "ff"
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 8 {
		return rgba{}, false
	}
	return rgba{float64(n >> 24), float64(n >> 16 & 255), float64(n >> 8 & 255), float64(n&255) / 255}, true
}

func rgbColour(inner string) (rgba, bool) {
	words := strings.Fields(strings.NewReplacer(",", " ", "/", " ").Replace(inner))
	if len(words) < 3 {
		return rgba{}, false
	}
	c := rgba{a: 1}
	for i, to := range []*float64{&c.r, &c.g, &c.b, &c.a} {
		if i < len(words) {
			*to = number(words[i], 255)
		}
	}
	if len(words) > 3 {
		c.a = number(words[3], 1)
	}
	return c, true
}

// mixed mixes two colours as color-mix(in srgb, a p%, b q%) does.
func mixed(args []string) (rgba, bool) {
	if len(args) != 3 {
		return rgba{}, false
	}
	var c [2]rgba
	share := [2]float64{-1, -1}
	for i, text := range args[1:] {
		words := strings.Fields(text)
		if last := len(words) - 1; last > 0 && strings.HasSuffix(words[last], "%") {
			share[i] = number(words[last], 1)
			text = strings.Join(words[:last], " ")
		}
		var ok bool
		if c[i], ok = colour(text); !ok {
			return rgba{}, false
		}
	}
	switch {
	case share[0] < 0 && share[1] < 0:
		share = [2]float64{0.5, 0.5}
	case share[0] < 0:
		share[0] = 1 - share[1]
	case share[1] < 0:
		share[1] = 1 - share[0]
	}
	a := c[0].a*share[0] + c[1].a*share[1]
	if a == 0 {
		return rgba{}, true
	}
	mix := func(x, y float64) float64 { return (x*c[0].a*share[0] + y*c[1].a*share[1]) / a }
	return rgba{mix(c[0].r, c[1].r), mix(c[0].g, c[1].g), mix(c[0].b, c[1].b), a}, true
}

// number parses a number. A percentage is a share of the parameter whole.
func number(text string, whole float64) float64 {
	share, percent := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(strings.TrimSuffix(share, "px"), 64)
	if err != nil {
		return 0
	}
	if percent {
		return v / 100 * whole
	}
	return v
}
