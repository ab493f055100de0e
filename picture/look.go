package picture

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kydai/game"
)

// Error codes of this package.
const (
	NoLook  = "no-picture" // the game or board has no drawing
	BadSize = "bad-size"   // the requested size is not supported
)

// look holds the drawings of one game: the contents of sprite.svg and picture.json.
type look struct {
	Sets        map[string]string // default piece set by language
	Coordinates string            // default kind of coordinates
	Grounds     []string          // names of the boards, the default first
	Even        bool              // the board looks the same from both sides
	Boards      []board
	Pieces      map[string]map[string]choice // symbols of the pieces: the first key is "SET LANGUAGE SIDE", the second key is the piece letter
	Symbols     []string
	Markup      []string

	name   string
	sprite *node
	ids    map[string]*node
}

// board describes the drawing of a board of one size with one piece set. The fields from Ground to
// Check are indexes into look.Markup.
type board struct {
	Width, Height          int
	Set, Coordinates       string
	Points, Inside         bool
	Margin                 [2]float64
	Ground                 int
	Labels                 [2]int
	From, To, Stone, Check int
}

// choice says which symbol a piece has: the same symbol on all squares, or one for each square.
type choice struct {
	one  int
	each []int
}

// UnmarshalJSON reads a number or a list of numbers.
func (c *choice) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		return json.Unmarshal(text, &c.each)
	}
	return json.Unmarshal(text, &c.one)
}

func (c choice) at(sq int) int {
	if c.each != nil && sq < len(c.each) {
		return c.each[sq]
	}
	return c.one
}

// Studio draws pictures. It is safe for concurrent use.
type Studio struct {
	looks  map[string]*look
	sheet  sheet
	labels *labels
	files  hash.Hash // hash of all files read, for Edition

	mu        sync.Mutex
	dressed   map[dressKey]*dress
	wardrobes map[wardrobeKey]*wardrobe
	rasters   rasters
}

// New reads the drawings of all games (games/<game>/ui in files) and the client's style sheets. It
// returns an error if a file is invalid.
func New(files fs.FS) (*Studio, error) {
	s := &Studio{files: sha256.New(), looks: map[string]*look{}, dressed: map[dressKey]*dress{}, wardrobes: map[wardrobeKey]*wardrobe{}}
	var texts []string
	for _, pattern := range []string{"ui/src/style/*.css", "ui/src/board/*.css", "games/*/ui/*.css"} {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return nil, err
			}
			texts = append(texts, string(text))
			s.files.Write(text)
		}
	}
	s.sheet = readSheets(texts...)
	var err error
	if s.labels, err = readLabels(); err != nil {
		return nil, err
	}
	names, err := fs.Glob(files, "games/*/ui/picture.json")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		l, err := s.readLook(files, path.Dir(name))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		s.looks[l.name] = l
	}
	return s, nil
}

// Even reports whether the board of a game looks the same from both sides, so that it is not
// rotated for the second side.
func (s *Studio) Even(name string) bool {
	l := s.looks[name]
	return l != nil && l.Even
}

func (s *Studio) readLook(files fs.FS, dir string) (*look, error) {
	l := &look{name: path.Base(path.Dir(dir)), ids: map[string]*node{}}
	text, err := fs.ReadFile(files, dir+"/picture.json")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, err
	}
	art, err := fs.ReadFile(files, dir+"/sprite.svg")
	if err != nil {
		return nil, err
	}
	s.files.Write(text)
	s.files.Write(art)
	if l.sprite, err = parse(string(art)); err != nil {
		return nil, err
	}
	l.sprite.set("class", "kb-sprite")
	el("html").add(el("body").add(l.sprite))
	l.index(l.sprite)
	return l, nil
}

// index records in l.ids all elements that have an id.
func (l *look) index(n *node) {
	if id := n.get("id"); id != "" {
		l.ids[id] = n
	}
	for _, k := range n.kids {
		l.index(k)
	}
}

// drawing is the version of the drawing code. Raise it when a code change changes pictures, so
// that cached pictures are drawn again.
const drawing = 1

// Edition returns a text that changes whenever the sprites, the style sheets or the drawing
// code change. It distinguishes pictures of different program versions.
func (s *Studio) Edition() string {
	return strconv.Itoa(drawing) + "-" + hex.EncodeToString(s.files.Sum(nil)[:8])
}

// Games lists the names of the games that can be drawn.
func (s *Studio) Games() []string {
	var out []string
	for name := range s.looks {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Sets lists the names of the piece sets of a game.
func (s *Studio) Sets(name string) []string {
	var out []string
	if l := s.looks[name]; l != nil {
		for _, b := range l.Boards {
			if !slices.Contains(out, b.Set) {
				out = append(out, b.Set)
			}
		}
	}
	return out
}

// Boards lists the names of the boards of a game, the default first.
func (s *Studio) Boards(name string) []string {
	if l := s.looks[name]; l != nil {
		return l.Grounds
	}
	return nil
}

// ground returns the name of the board to draw: name if the game has a board with this name,
// otherwise the default.
func (l *look) ground(name string) string {
	switch {
	case len(l.Grounds) == 0:
		return ""
	case slices.Contains(l.Grounds, name):
		return name
	}
	return l.Grounds[0]
}

// board finds the board for a scene. An unknown piece set or kind of coordinates is replaced by the
// default.
func (l *look) board(c *Scene) (*board, error) {
	set, coordinates := l.Sets[home(c.Language)], l.Coordinates
	for _, b := range l.Boards {
		if b.Set == c.Set {
			set = c.Set
		}
		if b.Coordinates == c.Coordinates {
			coordinates = c.Coordinates
		}
	}
	for i := range l.Boards {
		b := &l.Boards[i]
		if b.Width == c.Grid.Width && b.Height == c.Grid.Height && b.Set == set && b.Coordinates == coordinates {
			return b, nil
		}
	}
	return nil, game.Err(NoLook, "there is no picture of a board of that size")
}

// language returns the language of the piece letters for a user with language l.
func language(l string) string {
	if l == "" || l == "vi" {
		return "vi"
	}
	return "en"
}

// home returns the language whose default piece set is used for users with language l. Readers of
// Chinese get the same set as Vietnamese users: pieces with Chinese characters.
func home(l string) string {
	if strings.HasPrefix(l, "zh") {
		return "vi"
	}
	return language(l)
}
