package picture

// dressKey is the cache key of a dress (a styled board) in the Studio.
type dressKey struct {
	board  *board
	ground string
	flip   bool
	dark   bool
}

// dress is a styled board: the data that all pictures of one board share. It contains the page
// structure that the client would have, the ground (the empty board) and the sprite with the style
// sheets applied.
type dress struct {
	*wardrobe
	ground *node
}

// wardrobeKey is the cache key of a wardrobe (a styled sprite) in the Studio.
type wardrobeKey struct {
	look   *look
	set    string
	ground string
	points bool
	dark   bool
}

// wardrobe is a styled sprite: the piece drawings with the style sheets of one theme applied, and
// the board element of the page.
type wardrobe struct {
	stylist stylist
	kb      *node
	ids     map[string]*node
	piece   context // style properties that a piece inherits from the elements around it
	rasters *rasters
}

// dress returns the styled board for a scene. It computes the result on first use and caches it.
func (s *Studio) dress(l *look, b *board, c *Scene) (*dress, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := dressKey{b, l.ground(c.Board), c.Flip, c.Dark}
	if d := s.dressed[key]; d != nil {
		return d, nil
	}
	d := &dress{wardrobe: s.wardrobe(wardrobeKey{l, b.Set, key.ground, b.Points, c.Dark})}
	text := l.Markup[b.Ground]
	if !b.Inside {
		text += l.Markup[b.Labels[flipped(c.Flip)]]
	}
	var err error
	if d.ground, err = d.layer("kb-ground", text); err != nil {
		return nil, err
	}
	s.dressed[key] = d
	return d, nil
}

// wardrobe returns the styled sprite for a key. It computes the result on first use and caches it.
// The caller must hold the lock of the Studio.
func (s *Studio) wardrobe(key wardrobeKey) *wardrobe {
	if w := s.wardrobes[key]; w != nil {
		return w
	}
	theme, class := "light", "kb"
	if key.dark {
		theme = "dark"
	}
	if key.points {
		class += " kb-points"
	}
	w := &wardrobe{stylist: stylist{&s.sheet, s.labels, key.dark}, ids: map[string]*node{}, rasters: &s.rasters}
	w.kb = el("div", "class", class, "data-game", key.look.name, "data-set", key.set, "data-board", key.ground)
	el("html", "data-theme", theme).add(el("body").add(w.kb))
	// Create the elements that the page has around a piece, because a symbol inherits the style
	// properties of these elements.
	piece := el("div", "class", "kb-piece").add(el("svg"))
	w.kb.add(el("div", "class", "kb-cells kb-pieces").add(piece))
	w.piece = w.inside(piece.kids[0])
	for id, n := range key.look.ids {
		w.ids[id] = w.stylist.dress(n, w.piece)
	}
	s.wardrobes[key] = w
	return w
}

// inside returns the inherited style properties inside the element n of the page.
func (w *wardrobe) inside(n *node) context {
	if n == nil {
		return context{held: map[string]string{}}
	}
	c, _ := w.stylist.enter(n, w.inside(n.parent))
	return c
}

// layer creates one layer of the board from markup.
func (w *wardrobe) layer(class, markup string) (*node, error) {
	kids, err := fragment(markup)
	if err != nil {
		return nil, err
	}
	svg := &node{name: "svg", attrs: []attr{{"class", "kb-layer " + class}}, parent: w.kb}
	for _, k := range kids {
		svg.add(k)
	}
	c := w.inside(svg)
	out := el("g")
	for _, name := range held {
		if v := c.held[name]; v != "" && v != initial[name] {
			out.set(name, v)
		}
	}
	for _, k := range kids {
		out.add(w.stylist.dress(k, c))
	}
	return out, nil
}

// held lists the properties that a layer passes to its children, in the order of the output.
var held = []string{
	"color", "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin",
}

// wear copies to an element, as attributes, the properties that a piece inherits from its layer.
func (w *wardrobe) wear(n *node) *node {
	for _, name := range held {
		if v := w.piece.held[name]; v != "" && v != initial[name] {
			n.set(name, v)
		}
	}
	return n
}
