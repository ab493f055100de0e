package picture_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"strings"
	"testing"

	"kydai/game"
	"kydai/picture"
)

// TestGolden compares pictures of every game with golden files: the default piece set in the light
// theme and the last set in the dark theme.
func TestGolden(t *testing.T) {
	s := newStudio(t)
	for _, r := range all() {
		name := r.Info().Name
		t.Run(name, func(t *testing.T) {
			sets := s.Sets(name)
			for part, look := range map[string]picture.Look{"day": {}, "night": {Set: sets[len(sets)-1], Language: "en", Dark: true}} {
				l := played(t, r, 40, 7)
				c := scene(t, l, l.Ply(), look)
				c.Flip = look.Dark
				svg, err := s.SVG(&c)
				if err != nil {
					t.Fatal(err)
				}
				if part == "day" {
					golden(t, name, "picture.svg", svg, bytes.Equal)
				}
				pixels, err := s.PNG(&c, 160)
				if err != nil {
					t.Fatal(err)
				}
				golden(t, name, "picture-"+part+".png", pixels, samePixels)
			}
		})
	}
}

// samePixels compares pictures with a tolerance, because processors round
// differently.
func samePixels(old, made []byte) bool {
	a, err := png.Decode(bytes.NewReader(old))
	b, err2 := png.Decode(bytes.NewReader(made))
	if err != nil || err2 != nil || a.Bounds() != b.Bounds() {
		return false
	}
	return farthest(a, b) <= 3
}

// pixelsOf returns the pixels of a picture as bytes.
func pixelsOf(img image.Image) []uint8 {
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Src)
	return out.Pix
}

// farthest returns the largest difference between two pictures, from 0 to 255.
func farthest(a, b image.Image) int {
	most := 0
	other := pixelsOf(b)
	for i, p := range pixelsOf(a) {
		most = max(most, int(p)-int(other[i]), int(other[i])-int(p))
	}
	return most
}

// TestSVGStandsAlone checks that an SVG is self-contained: it defines every id that it refers to,
// uses no CSS variables, and contains no unused definitions.
func TestSVGStandsAlone(t *testing.T) {
	s := newStudio(t)
	for _, r := range all() {
		for _, set := range s.Sets(r.Info().Name) {
			l := played(t, r, 30, 3)
			c := scene(t, l, l.Ply(), picture.Look{Set: set})
			svg, err := s.SVG(&c)
			if err != nil {
				t.Fatal(err)
			}
			checkAlone(t, r.Info().Name+" "+set, svg)
		}
	}
}

// TestSetsAndBoards checks that every combination of piece set and board gives a different picture.
func TestSetsAndBoards(t *testing.T) {
	s := newStudio(t)
	for _, r := range all() {
		name := r.Info().Name
		seen := map[string]string{}
		if len(s.Boards(name)) < 3 {
			t.Errorf("%s has the boards %v", name, s.Boards(name))
		}
		l := played(t, r, 30, 3)
		for _, set := range s.Sets(name) {
			for _, board := range s.Boards(name) {
				c := scene(t, l, l.Ply(), picture.Look{Set: set, Board: board})
				svg, err := s.SVG(&c)
				if err != nil {
					t.Fatal(err)
				}
				if other := seen[string(svg)]; other != "" {
					t.Errorf("%s: %s on %s looks like %s", name, set, board, other)
				}
				seen[string(svg)] = set + " on " + board
			}
		}
		c := scene(t, l, l.Ply(), picture.Look{Board: "unknown"})
		svg, err := s.SVG(&c)
		if err != nil || seen[string(svg)] == "" {
			t.Errorf("%s: an unknown board is not the usual one: %v", name, err)
		}
	}
}

func checkAlone(t *testing.T, name string, svg []byte) {
	t.Helper()
	ids, wanted := map[string]bool{}, map[string]bool{}
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if e.Name.Local == "script" || e.Name.Local == "style" || e.Name.Local == "text" {
			t.Errorf("%s has an element %s", name, e.Name.Local)
		}
		for _, a := range e.Attr {
			switch {
			case a.Name.Local == "id":
				ids[a.Value] = true
			case a.Name.Local == "href":
				wanted[strings.TrimPrefix(a.Value, "#")] = true
			case strings.HasPrefix(a.Value, "url("):
				wanted[strings.TrimSuffix(strings.TrimPrefix(a.Value, "url(#"), ")")] = true
			case strings.Contains(a.Value, "var(") || strings.Contains(a.Value, "light-dark(") || a.Name.Local == "class":
				t.Errorf("%s: %s=%q is for a page only", name, a.Name.Local, a.Value)
			}
		}
	}
	for id := range wanted {
		if !ids[id] {
			t.Errorf("%s refers to %s, which is not there", name, id)
		}
	}
	for id := range ids {
		if !wanted[id] {
			t.Errorf("%s has %s and does not use it", name, id)
		}
	}
}

// TestShowsWhatThereIs checks that every piece, the last move and the orientation of the board
// change the picture.
func TestShowsWhatThereIs(t *testing.T) {
	s := newStudio(t)
	for _, r := range all() {
		l := played(t, r, 12, 5)
		c := scene(t, l, l.Ply(), picture.Look{})
		base, err := s.PNG(&c, 120)
		if err != nil {
			t.Fatal(err)
		}
		differs := func(what string, other picture.Scene) {
			t.Helper()
			made, err := s.PNG(&other, 120)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Equal(made, base) {
				t.Errorf("%s: %s cannot be seen", r.Info().Name, what)
			}
		}
		for sq, token := range c.Grid.Cells {
			if token == "" {
				continue
			}
			other := c
			other.Grid.Cells = append([]string(nil), c.Grid.Cells...)
			other.Grid.Cells[sq] = ""
			differs("a piece on "+token, other)
		}
		other := c
		other.From, other.To = game.NoSquare, game.NoSquare
		differs("the last move", other)
		other = c
		other.Flip = true
		differs("who sits below", other)
		other = c
		other.Dark = true
		differs("the night", other)
	}
}

// TestRefused checks that scenes that cannot be drawn are refused with an error code.
func TestRefused(t *testing.T) {
	s := newStudio(t)
	good := scene(t, played(t, all()[0], 4, 1), 4, picture.Look{})
	for what, c := range map[string]struct {
		change func(*picture.Scene)
		width  int
		code   string
	}{
		"an unknown game":     {func(c *picture.Scene) { c.Game = "nothing" }, 100, picture.NoLook},
		"an unknown size":     {func(c *picture.Scene) { c.Grid = game.Grid{Width: 3, Height: 1, Cells: make([]string, 3)} }, 100, picture.NoLook},
		"too few cells":       {func(c *picture.Scene) { c.Grid.Cells = nil }, 100, picture.NoLook},
		"an unknown piece":    {func(c *picture.Scene) { c.Grid.Cells[0] = "?" }, 100, picture.NoLook},
		"a picture too small": {func(*picture.Scene) {}, picture.MinWidth - 1, picture.BadSize},
		"a picture too large": {func(*picture.Scene) {}, picture.MaxWidth + 1, picture.BadSize},
	} {
		one := good
		one.Grid.Cells = append([]string(nil), good.Grid.Cells...)
		c.change(&one)
		_, err := s.PNG(&one, c.width)
		if e, ok := errors.AsType[*game.Error](err); !ok || e.Code != c.code {
			t.Errorf("%s: %v; want %s", what, err, c.code)
		}
	}
	if _, err := s.GIF(nil, 100, picture.Pace{}); err == nil {
		t.Error("a game without positions was drawn")
	}
	if _, err := s.GIF(make([]picture.Scene, picture.MaxFrames+1), 100, picture.Pace{}); err == nil {
		t.Error("a game without end was drawn")
	}
}

// TestGIF checks that every frame of a GIF shows the same as a picture of that position, as far as
// 255 colours allow. It also checks that a GIF of a game of 200 plies is smaller than 1 MB.
func TestGIF(t *testing.T) {
	s := newStudio(t)
	for _, r := range all() {
		l := played(t, r, 200, 11)
		scenes := film(t, l, picture.Look{})
		text, err := s.GIF(scenes, 480, picture.Pace{Move: 80, Last: 300})
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > 1<<20 {
			t.Errorf("%s: %d moves take %d bytes", r.Info().Name, l.Ply(), len(text))
		}
		g, err := gif.DecodeAll(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Image) != len(scenes) || g.Delay[0] != 80 || g.Delay[len(g.Delay)-1] != 300 {
			t.Fatalf("%s: %d frames for %d positions, delays %v", r.Info().Name, len(g.Image), len(scenes), g.Delay)
		}
		screen := image.NewRGBA(g.Image[0].Rect)
		for i, frame := range g.Image {
			draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Over)
			if i%80 != 0 && i != len(g.Image)-1 {
				continue
			}
			made, err := s.PNG(&scenes[i], 480)
			if err != nil {
				t.Fatal(err)
			}
			want, err := png.Decode(bytes.NewReader(made))
			if err != nil {
				t.Fatal(err)
			}
			if far := distance(screen, want); far > 3 {
				t.Errorf("%s: frame %d is %.2f from its position", r.Info().Name, i, far)
			}
		}
	}
}

// distance returns the mean difference between two pictures, from 0 to 255.
func distance(a, b image.Image) float64 {
	sum := 0
	one, other := pixelsOf(a), pixelsOf(b)
	for i := range one {
		sum += max(int(one[i])-int(other[i]), int(other[i])-int(one[i]))
	}
	return float64(sum) / float64(len(one)) * 4 / 3 // the mean over three channels: the opacity, the fourth channel, never differs
}

func BenchmarkPNG(b *testing.B) {
	s := newStudio(b)
	for _, r := range all() {
		b.Run(r.Info().Name, func(b *testing.B) {
			l := played(b, r, 40, 7)
			c := scene(b, l, l.Ply(), picture.Look{})
			for b.Loop() {
				if _, err := s.PNG(&c, 480); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkGIF(b *testing.B) {
	s := newStudio(b)
	for _, r := range all() {
		b.Run(r.Info().Name, func(b *testing.B) {
			scenes := film(b, played(b, r, 200, 11), picture.Look{})
			var text []byte
			for b.Loop() {
				var err error
				if text, err = s.GIF(scenes, 480, picture.Pace{Move: 80, Last: 300}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(text)), "bytes")
			b.ReportMetric(float64(len(scenes)-1), "moves")
		})
	}
}
