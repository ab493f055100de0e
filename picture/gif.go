package picture

import (
	"bytes"
	"image"
	"image/gif"
	"maps"
	"slices"

	"kydai/game"
)

// MaxFrames is the largest number of positions in a GIF.
const MaxFrames = 601

// TooLong is the error code for a game with more than MaxFrames positions.
const TooLong = "too-long"

// Pace says how long a GIF shows its positions, in hundredths of a second. Last is for the last
// position, Move for all others.
type Pace struct{ Move, Last int }

// GIF draws a game as an animated GIF that repeats. After the first frame, each frame contains
// only the pixels that changed. All scenes must show the same board.
func (s *Studio) GIF(scenes []Scene, width int, pace Pace) ([]byte, error) {
	switch {
	case len(scenes) == 0:
		return nil, game.Err(NoLook, "there is nothing to draw")
	case len(scenes) > MaxFrames:
		return nil, game.Err(TooLong, "a picture of a game has at most 600 moves")
	}
	first, err := s.image(&scenes[0], width)
	if err != nil {
		return nil, err
	}
	// Choose the palette from three positions, because most colours of a game occur at its
	// beginning, in its middle or at its end.
	middle, err := s.image(&scenes[len(scenes)/2], width)
	if err != nil {
		return nil, err
	}
	last, err := s.image(&scenes[len(scenes)-1], width)
	if err != nil {
		return nil, err
	}
	f := &film{palette: newPalette(first, middle, last), img: first}
	f.shown = image.NewPaletted(first.Rect, f.palette.list)
	f.palette.paint(f.shown, first, first.Rect)
	f.out.Config = image.Config{ColorModel: f.palette.list, Width: first.Rect.Dx(), Height: first.Rect.Dy()}
	f.out.BackgroundIndex = nothing
	whole := image.NewPaletted(first.Rect, f.palette.list)
	copy(whole.Pix, f.shown.Pix)
	f.add(whole, pace.Move)
	for i := 1; i < len(scenes); i++ {
		p, err := s.parts(&scenes[i])
		if err != nil {
			return nil, err
		}
		f.next(p, newEasel(p.board, width), dirty(&scenes[i-1], &scenes[i]), pace.Move)
	}
	f.out.Delay[len(f.out.Delay)-1] = pace.Last
	var b bytes.Buffer
	err = gif.EncodeAll(&b, &f.out)
	return b.Bytes(), err
}

// film is a GIF under construction.
type film struct {
	palette *palette
	img     *image.RGBA     // current picture in full colours
	shown   *image.Paletted // current picture in the 256 colours of the GIF
	out     gif.GIF
}

func (f *film) add(frame *image.Paletted, delay int) {
	f.out.Image = append(f.out.Image, frame)
	f.out.Delay = append(f.out.Delay, delay)
	f.out.Disposal = append(f.out.Disposal, gif.DisposalNone)
}

// next redraws the cells that may have changed, and adds a frame with the pixels that have changed.
func (f *film) next(p *parts, e easel, cells []image.Point, delay int) {
	ground := p.dress.groundAt(e)
	var within []image.Rectangle
	var changed image.Rectangle
	for _, c := range cells {
		cell := e.cell(c.X, c.Y)
		r := cell.Inset(-(cell.Dx()/4 + 2)).Intersect(f.img.Rect)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			from, to := ground.PixOffset(r.Min.X, y), ground.PixOffset(r.Max.X, y)
			copy(f.img.Pix[from:to], ground.Pix[from:to])
		}
		p.paint(e, f.img, r)
		within = append(within, r)
		changed = changed.Union(f.changed(r))
	}
	if changed.Empty() { // a frame must contain at least one pixel
		changed = image.Rect(0, 0, 1, 1)
	}
	frame := image.NewPaletted(changed, f.palette.list)
	for i := range frame.Pix {
		frame.Pix[i] = nothing
	}
	for _, r := range within {
		f.reveal(frame, r.Intersect(changed))
	}
	f.add(frame, delay)
}

// changed returns the smallest rectangle within r that contains all pixels in which f.img differs
// from f.shown.
func (f *film) changed(r image.Rectangle) image.Rectangle {
	var out image.Rectangle
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to := f.img.PixOffset(r.Min.X, y), f.shown.PixOffset(r.Min.X, y)
		first, last := -1, 0
		for x := range r.Dx() {
			if f.palette.index(f.img.Pix[from], f.img.Pix[from+1], f.img.Pix[from+2]) != f.shown.Pix[to] {
				last = x
				if first < 0 {
					first = x
				}
			}
			from += 4
			to++
		}
		if first >= 0 {
			out = out.Union(image.Rect(r.Min.X+first, y, r.Min.X+last+1, y+1))
		}
	}
	return out
}

// reveal writes the pixels that have changed into a frame and into f.shown.
func (f *film) reveal(frame *image.Paletted, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to, at := f.img.PixOffset(r.Min.X, y), f.shown.PixOffset(r.Min.X, y), frame.PixOffset(r.Min.X, y)
		for range r.Dx() {
			if i := f.palette.index(f.img.Pix[from], f.img.Pix[from+1], f.img.Pix[from+2]); i != f.shown.Pix[to] {
				f.shown.Pix[to], frame.Pix[at] = i, i
			}
			from += 4
			to++
			at++
		}
	}
}

// dirty lists the cells, as columns and rows, in which two scenes may differ.
func dirty(a, b *Scene) []image.Point {
	cells := map[image.Point]bool{}
	mark := func(c *Scene, sq game.Square) {
		if c.inside(sq) {
			x, y := c.spot(sq)
			cells[image.Pt(x, y)] = true
		}
	}
	for sq := range b.Grid.Cells {
		if sq >= len(a.Grid.Cells) || a.Grid.Cells[sq] != b.Grid.Cells[sq] {
			mark(b, game.Square(sq)) //nolint:gosec // sq is the index of a square, so it fits
		}
	}
	for _, c := range []*Scene{a, b} {
		mark(c, c.From)
		mark(c, c.To)
		for _, m := range c.Marks {
			for _, sq := range m.Squares {
				mark(c, sq)
			}
			for _, sq := range m.Because {
				mark(c, sq)
			}
		}
	}
	return slices.SortedFunc(maps.Keys(cells), func(p, q image.Point) int {
		if p.Y != q.Y {
			return p.Y - q.Y
		}
		return p.X - q.X
	})
}
