package picture

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"math"
	"sync"

	"kydai/game"
)

// Limits for the width of a picture, in pixels.
const (
	MinWidth = 64
	MaxWidth = 1200
)

// rasters caches images of boards without pieces (grounds) and of pieces.
type rasters struct {
	mu   sync.Mutex
	all  map[rasterKey]*image.RGBA
	size int // total size of the images in bytes
}

type rasterKey struct {
	of     any    // for a ground (empty board), its dress; for a piece, its wardrobe: see dress.go
	symbol string // id of the piece's symbol; "" for a ground
	w, h   int
}

// maxRasters is the maximum size of the cache in bytes. A full cache is cleared.
const maxRasters = 32 << 20

// get returns an image from the cache. If the cache does not contain the image, get draws it with
// paint and stores it. Callers must not change the image.
func (r *rasters) get(key rasterKey, paint func() *image.RGBA) *image.RGBA {
	r.mu.Lock()
	img := r.all[key]
	r.mu.Unlock()
	if img != nil {
		return img
	}
	img = paint()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.size += len(img.Pix); r.size > maxRasters || r.all == nil {
		r.all, r.size = map[rasterKey]*image.RGBA{}, len(img.Pix)
	}
	r.all[key] = img
	return img
}

// PNG draws a scene with the given width in pixels.
func (s *Studio) PNG(c *Scene, width int) ([]byte, error) {
	img, err := s.image(c, width)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	// Use the fastest compression: better compression saves only a tenth of the bytes and takes
	// longer than drawing the picture.
	err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img)
	return b.Bytes(), err
}

// image draws a scene in pixels.
func (s *Studio) image(c *Scene, width int) (*image.RGBA, error) {
	if width < MinWidth || width > MaxWidth {
		return nil, game.Err(BadSize, "a picture is 64 to 1200 pixels wide")
	}
	p, err := s.parts(c)
	if err != nil {
		return nil, err
	}
	e := newEasel(p.board, width)
	ground := p.dress.groundAt(e)
	img := image.NewRGBA(ground.Rect)
	copy(img.Pix, ground.Pix)
	p.paint(e, img, img.Rect)
	return img, nil
}

// easel describes how a board is mapped to pixels.
type easel struct {
	board         *board
	width, height int
	toPixels      matrix // maps board units (cells) to pixels
}

func newEasel(b *board, width int) easel {
	w, h := b.size()
	height := int(math.Round(float64(width) * h / w))
	m := stretch(float64(width)/w, float64(height)/h).then(move(b.Margin[0], b.Margin[1]))
	return easel{b, width, height, m}
}

// cell returns the rectangle of a cell, rounded to whole pixels as in a browser.
func (e easel) cell(x, y int) image.Rectangle {
	a, b := e.toPixels.apply(float64(x), float64(y)), e.toPixels.apply(float64(x+1), float64(y+1))
	round := func(v float64) int { return int(math.Floor(v + 0.5)) }
	return image.Rect(round(a.x), round(a.y), round(b.x), round(b.y))
}

// groundAt returns an image of the board without pieces, at the size of an easel.
func (d *dress) groundAt(e easel) *image.RGBA {
	return d.rasters.get(rasterKey{of: d, w: e.width}, func() *image.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, e.width, e.height))
		(&painter{img: img, ids: d.ids, clip: img.Rect}).draw(d.ground, newStyle(), e.toPixels)
		return img
	})
}

// pieceAt returns an image of a piece, with a margin around the cell for the shadow.
func (d *dress) pieceAt(symbol string, w, h int) *image.RGBA {
	return d.rasters.get(rasterKey{d.wardrobe, symbol, w, h}, func() *image.RGBA {
		room := image.Pt(w/8+2, h/8+2)
		img := image.NewRGBA(image.Rect(-room.X, -room.Y, w+room.X, h+room.Y))
		// Edges are rounded to whole pixels, so a cell may be one pixel wider or higher than a
		// square. Stretch the piece to the size of the cell.
		n := d.wear(el("use", "href", "#"+symbol, "width", num(float64(w)), "height", num(float64(w))))
		(&painter{img: img, ids: d.ids, clip: img.Rect}).draw(n, newStyle(), stretch(1, float64(h)/float64(w)))
		return img
	})
}

// paint draws everything except the ground on img, within the rectangle clip.
func (p *parts) paint(e easel, img *image.RGBA, clip image.Rectangle) {
	on := &painter{img: img, ids: p.dress.ids, clip: clip}
	on.draw(p.under, newStyle(), e.toPixels)
	for _, one := range p.pieces {
		cell := e.cell(one.x, one.y)
		piece := p.dress.pieceAt(one.symbol, cell.Dx(), cell.Dy())
		to := piece.Rect.Add(cell.Min).Intersect(clip)
		if !to.Empty() {
			draw.Draw(img, to, piece, to.Min.Sub(cell.Min), draw.Over)
		}
	}
	on.draw(p.over, newStyle(), e.toPixels)
}
