package picture

import (
	"image"
	"math"
)

// mask holds, for each pixel in a rectangle, the share of the pixel that a shape covers.
type mask struct {
	rect  image.Rectangle
	cover []float32
}

// rasterise fills closed polygons. Each edge adds, to the pixels that it crosses, the area to the
// right of the edge, signed by its direction. The running sum from left to right then gives the
// winding number of each pixel.
func rasterise(lines []line, m matrix, clip image.Rectangle, evenOdd bool) *mask {
	r := bounds(lines, m).Intersect(clip)
	if r.Empty() {
		return nil
	}
	w, h := r.Dx(), r.Dy()
	g := &grid{w: w, h: h, sums: make([]float32, (w+2)*h)}
	for _, l := range lines {
		if len(l.points) < 2 {
			continue
		}
		last := m.apply(l.points[len(l.points)-1].x, l.points[len(l.points)-1].y)
		for _, p := range l.points {
			q := m.apply(p.x, p.y)
			g.edge(last.x-float64(r.Min.X), last.y-float64(r.Min.Y), q.x-float64(r.Min.X), q.y-float64(r.Min.Y))
			last = q
		}
	}
	out := &mask{rect: r, cover: make([]float32, w*h)}
	for y := range h {
		var sum float32
		row, to := g.sums[y*(w+2):], out.cover[y*w:(y+1)*w]
		for x := range to {
			sum += row[x]
			to[x] = covered(sum, evenOdd)
		}
	}
	return out
}

func covered(sum float32, evenOdd bool) float32 {
	if sum < 0 {
		sum = -sum
	}
	if evenOdd {
		sum -= 2 * float32(math.Floor(float64(sum)/2))
		if sum > 1 {
			sum = 2 - sum
		}
	}
	return min(sum, 1)
}

// bounds returns the smallest rectangle of pixels that contains all lines.
func bounds(lines []line, m matrix) image.Rectangle {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, l := range lines {
		for _, p := range l.points {
			q := m.apply(p.x, p.y)
			x0, x1, y0, y1 = min(x0, q.x), max(x1, q.x), min(y0, q.y), max(y1, q.y)
		}
	}
	const far = 1 << 16
	if !(x0 > -far && y0 > -far && x1 < far && y1 < far) {
		return image.Rectangle{}
	}
	return image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1)))
}

type grid struct {
	w, h int
	sums []float32
}

// edge adds one edge to the grid, row by row.
func (g *grid) edge(x0, y0, x1, y1 float64) {
	if y0 == y1 {
		return
	}
	sign := 1.0
	if y0 > y1 {
		x0, y0, x1, y1, sign = x1, y1, x0, y0, -1
	}
	slope := (x1 - x0) / (y1 - y0)
	if y0 < 0 {
		x0, y0 = x0-slope*y0, 0
	}
	y1 = min(y1, float64(g.h))
	for y := int(y0); y < g.h && float64(y) < y1; y++ {
		top, bottom := max(y0, float64(y)), min(y1, float64(y+1))
		a := x0 + slope*(top-y0)
		b := x0 + slope*(bottom-y0)
		g.span(g.sums[y*(g.w+2):(y+1)*(g.w+2)], a, b, (bottom-top)*sign)
	}
}

// span adds the part of an edge within one row, from x = a to x = b; cover is the height of this
// part.
func (g *grid) span(row []float32, a, b, cover float64) {
	if a > b {
		a, b = b, a
	}
	w := float64(g.w)
	a, b = min(max(a, 0), w), min(max(b, 0), w)
	if first := int(a); b <= float64(first+1) {
		inside := (a+b)/2 - float64(first) // share of the pixel to the left of the edge
		row[first] += float32(cover * (1 - inside))
		row[first+1] += float32(cover * inside)
		return
	}
	per := cover / (b - a)
	for x := int(a); float64(x) < b; x++ {
		left, right := max(a, float64(x)), min(b, float64(x+1))
		part := per * (right - left)
		inside := (left+right)/2 - float64(x)
		row[x] += float32(part * (1 - inside))
		row[x+1] += float32(part * inside)
	}
}
