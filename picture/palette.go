package picture

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// A GIF has 256 colours. The last colour is used as transparent: it keeps the pixel of the previous
// frame.
const (
	colours = 255
	nothing = uint8(colours)
)

// depth is the number of shades. A shade is a colour reduced to 5 bits per channel.
const depth = 1 << 15

func shade(r, g, b uint8) int { return int(r>>3)<<10 | int(g>>3)<<5 | int(b>>3) }

// palette holds the colours of a GIF and, for each shade, the nearest colour.
type palette struct {
	list    color.Palette
	nearest [depth]int16 // index of the nearest colour plus 1; 0: not computed yet
}

// tint is a shade with the number of its pixels and the sums of their colour channels.
type tint struct {
	r, g, b, pixels int
}

func (t tint) mean() [3]int { return [3]int{t.r / t.pixels, t.g / t.pixels, t.b / t.pixels} }

// newPalette chooses the colours for the given images. It starts with one group of all shades and
// splits the group with the highest priority in two, until there is one group for each colour.
func newPalette(images ...*image.RGBA) *palette {
	all := make([]tint, depth)
	for _, img := range images {
		for i := 0; i < len(img.Pix); i += 4 {
			r, g, b := img.Pix[i], img.Pix[i+1], img.Pix[i+2]
			t := &all[shade(r, g, b)]
			t.r, t.g, t.b, t.pixels = t.r+int(r), t.g+int(g), t.b+int(b), t.pixels+1
		}
	}
	all = slices.DeleteFunc(all, func(t tint) bool { return t.pixels == 0 })
	groups := [][]tint{all}
	for len(groups) < colours {
		at, axis, best := -1, 0, 0
		for i, g := range groups {
			if a, want := widest(g); want > best {
				at, axis, best = i, a, want
			}
		}
		if at < 0 {
			break
		}
		g := groups[at]
		slices.SortFunc(g, func(a, b tint) int { return cmp.Compare(a.mean()[axis], b.mean()[axis]) })
		half := middle(g)
		groups[at] = g[:half]
		groups = append(groups, g[half:])
	}
	p := &palette{}
	for _, g := range groups {
		var sum tint
		for _, t := range g {
			sum = tint{sum.r + t.r, sum.g + t.g, sum.b + t.b, sum.pixels + t.pixels}
		}
		if sum.pixels > 0 {
			m := sum.mean()
			p.list = append(p.list, color.RGBA{uint8(m[0]), uint8(m[1]), uint8(m[2]), 255}) //nolint:gosec // a mean of bytes fits a byte
		}
	}
	for len(p.list) < colours {
		p.list = append(p.list, color.RGBA{A: 255})
	}
	p.list = append(p.list, color.RGBA{})
	return p
}

// widest returns the channel in which a group has the largest range, and the priority for
// splitting the group: approximately its range times the square root of its number of pixels.
func widest(g []tint) (axis, want int) {
	if len(g) < 2 {
		return 0, 0
	}
	low, high := g[0].mean(), g[0].mean()
	pixels := 0
	for _, t := range g {
		m := t.mean()
		for i := range 3 {
			low[i], high[i] = min(low[i], m[i]), max(high[i], m[i])
		}
		pixels += t.pixels
	}
	for i := range 3 {
		if high[i]-low[i] > high[axis]-low[axis] {
			axis = i
		}
	}
	bits := 1
	for n := pixels; n > 3; n >>= 2 {
		bits++
	}
	return axis, (high[axis] - low[axis]) * bits
}

// middle returns the index at which a sorted group is split so that each part has about half of the
// pixels.
func middle(g []tint) int {
	all := 0
	for _, t := range g {
		all += t.pixels
	}
	seen := 0
	for i, t := range g {
		if seen += t.pixels; seen*2 >= all {
			return min(max(i, 1), len(g)-1)
		}
	}
	return len(g) / 2
}

// index returns the palette index of the nearest colour.
func (p *palette) index(r, g, b uint8) uint8 {
	at := &p.nearest[shade(r, g, b)]
	if *at == 0 {
		best, far := 0, 1<<30
		for i, c := range p.list[:colours] {
			q, _ := c.(color.RGBA)
			dr, dg, db := int(q.R)-int(r), int(q.G)-int(g), int(q.B)-int(b)
			if d := 2*dr*dr + 4*dg*dg + 3*db*db; d < far {
				best, far = i, d
			}
		}
		*at = int16(best) + 1 //nolint:gosec // best is below 255, so it fits int16
	}
	return uint8(*at - 1) //nolint:gosec // an index is below 255, so it fits a byte
}

// paint writes a rectangle of an image as palette indexes.
func (p *palette) paint(dst *image.Paletted, src *image.RGBA, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to := src.PixOffset(r.Min.X, y), dst.PixOffset(r.Min.X, y)
		for range r.Dx() {
			dst.Pix[to] = p.index(src.Pix[from], src.Pix[from+1], src.Pix[from+2])
			from += 4
			to++
		}
	}
}
