package picture

import (
	"math"
	"strings"
)

// matrix is an affine transformation that maps the point (x, y) to (ax+cy+e, bx+dy+f).
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

func (m matrix) apply(x, y float64) point {
	return point{m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f}
}

// then returns the matrix that first applies n and then m.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b,
		m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

func (m matrix) inverse() matrix {
	det := m.a*m.d - m.b*m.c
	if det == 0 {
		return identity
	}
	return matrix{
		m.d / det, -m.b / det, -m.c / det, m.a / det,
		(m.c*m.f - m.d*m.e) / det, (m.b*m.e - m.a*m.f) / det,
	}
}

// scale is the approximate factor by which the matrix lengthens lines.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

func move(x, y float64) matrix    { return matrix{1, 0, 0, 1, x, y} }
func stretch(x, y float64) matrix { return matrix{x, 0, 0, y, 0, 0} }

// readTransform parses a transform attribute.
func readTransform(text string) matrix {
	m := identity
	for {
		name, rest, ok := strings.Cut(text, "(")
		if !ok {
			return m
		}
		inner, after, _ := strings.Cut(rest, ")")
		text = after
		v := numbers(inner)
		at := func(i int, other float64) float64 {
			if i < len(v) {
				return v[i]
			}
			return other
		}
		switch strings.Trim(name, " ,") {
		case "translate":
			m = m.then(move(at(0, 0), at(1, 0)))
		case "scale":
			m = m.then(stretch(at(0, 1), at(1, at(0, 1))))
		case "rotate":
			sin, cos := math.Sincos(at(0, 0) * math.Pi / 180)
			m = m.then(move(at(1, 0), at(2, 0))).then(matrix{cos, sin, -sin, cos, 0, 0}).then(move(-at(1, 0), -at(2, 0)))
		case "matrix":
			m = m.then(matrix{at(0, 1), at(1, 0), at(2, 0), at(3, 1), at(4, 0), at(5, 0)})
		}
	}
}

// fit returns the matrix that maps a viewBox to a box of width w and height h. aspect says whether
// the content is stretched or centred with its proportions kept.
func fit(viewBox, aspect string, w, h float64) matrix {
	v := numbers(viewBox)
	if len(v) != 4 || v[2] == 0 || v[3] == 0 {
		return identity
	}
	kx, ky := w/v[2], h/v[3]
	if aspect != "none" {
		kx = min(kx, ky)
		ky = kx
	}
	return move((w-v[2]*kx)/2, (h-v[3]*ky)/2).then(stretch(kx, ky)).then(move(-v[0], -v[1]))
}
