package gametest

import (
	"slices"
	"strings"
	"sync"

	"kydai/game"
)

// checkPosition checks a position against the contracts of game.Position and of
// the optional interfaces for display, such as the grid and the notations.
func (c *checker) checkPosition(p game.Position, s game.Setup) error {
	legal := p.Legal()
	for _, check := range []func(game.Position, []game.Move) error{
		c.checkLegal, c.checkCodes, c.checkGrid, c.checkKey, c.checkPlay, c.checkPremoves, c.checkNotations,
		c.checkReasons,
	} {
		if err := check(p, legal); err != nil {
			return err
		}
	}
	if c.rng.IntN(20) == 0 {
		if err := c.checkTransposition(p); err != nil {
			return err
		}
	}
	return c.checkText(p, s)
}

func (c *checker) checkLegal(p game.Position, legal []game.Move) error {
	if p.Turn() != game.First && p.Turn() != game.Second {
		return broken("turn", "it is nobody's turn")
	}
	if over := p.Outcome().Over(); over != (len(legal) == 0) {
		return broken("over", "outcome %v with %d legal moves", p.Outcome(), len(legal))
	}
	if p.Outcome().Winner != game.NoSide && !p.Outcome().Over() {
		return broken("over", "a winner without a reason")
	}
	legal = slices.Clone(legal)
	again := p.Legal()
	if !slices.Equal(legal, again) {
		return broken("order", "Legal answers twice differently")
	}
	for i := range again {
		again[i] = game.NoMove
	}
	if !slices.Equal(legal, p.Legal()) {
		return broken("owner", "writing to the slice of Legal changed the position")
	}
	sorted := slices.Clone(legal)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) != len(legal) || slices.Contains(legal, game.NoMove) {
		return broken("legal", "a move twice, or no move at all")
	}
	return nil
}

func (c *checker) checkCodes(p game.Position, legal []game.Move) error {
	codes := map[string]game.Move{}
	for _, m := range legal {
		code := p.Encode(m)
		if other, dup := codes[code]; dup {
			return broken("code", "%q stands for %#x and %#x", code, m, other)
		}
		codes[code] = m
		back, err := p.Decode(code)
		if err != nil || back != m {
			return broken("code", "Decode(Encode(%#x) = %q) = %#x, %v", m, code, back, err)
		}
	}
	for _, bad := range []string{"", " ", "?", "zz99", "a", "\x00", strings.Repeat("a1", 500)} {
		if m, err := p.Decode(bad); err == nil {
			return broken("decode", "%q was read as %#x", bad, m)
		}
	}
	for range min(8, len(c.old)) {
		code := c.old[c.rng.IntN(len(c.old))]
		if _, ok := codes[code]; ok {
			continue
		}
		m, err := p.Decode(code)
		if err == nil && !c.known(p, legal, m) {
			return broken("decode", "%q is not legal but was read as %#x", code, m)
		}
	}
	return nil
}

// known reports whether m is legal or is a possible result (completion) of a legal move.
func (c *checker) known(p game.Position, legal []game.Move, m game.Move) bool {
	if slices.Contains(legal, m) {
		return true
	}
	for _, l := range legal {
		for _, w := range game.CompletionsOf(p, l) {
			if w.Move == m {
				return true
			}
		}
	}
	return false
}

// checkKey checks that positions with equal keys have the same side to move, the same legal moves
// and the same board.
func (c *checker) checkKey(p game.Position, legal []game.Move) error {
	shows := p.Turn().String() + " " + strings.Join(codesOf(p, legal), " ")
	if g, ok := game.GridOf(p); ok {
		shows += " " + strings.Join(g.Cells, ",")
	}
	if before, ok := c.seen[p.Key()]; ok && before != shows && len(legal) > 0 {
		return broken("key", "the key %#x also belongs to\n  %s\nand here to\n  %s", p.Key(), before, shows)
	}
	if len(legal) > 0 {
		c.seen[p.Key()] = shows
	}
	return nil
}

// checkPlay plays every legal move and checks that Play does not change p.
func (c *checker) checkPlay(p game.Position, legal []game.Move) error {
	before := fingerprint(p)
	keys := map[uint64]game.Move{}
	grids := map[uint64]string{}
	for _, m := range legal {
		done := c.complete(p, m)
		next := p.Play(done)
		if next == nil {
			return broken("play", "Play(%s) is nil", p.Encode(done))
		}
		if again := p.Play(done); fingerprint(again) != fingerprint(next) {
			return broken("play", "Play(%s) answers twice differently", p.Encode(done))
		}
		if next.Key() == p.Key() {
			return broken("key", "the key is the same before and after %s", p.Encode(done))
		}
		g, _ := game.GridOf(next)
		shown := strings.Join(g.Cells, ",")
		if other, dup := keys[next.Key()]; dup && grids[next.Key()] != shown {
			return broken("key", "%s and %s lead to one key and two boards", p.Encode(m), p.Encode(other))
		}
		keys[next.Key()], grids[next.Key()] = m, shown
	}
	if fingerprint(p) != before {
		return broken("immutable", "the position changed while its moves were played")
	}
	return c.checkConcurrent(p, before)
}

// checkConcurrent calls the methods of one position from several goroutines, so that the race
// detector can find unsynchronised writes. It runs for about one position in 50.
func (c *checker) checkConcurrent(p game.Position, want string) error {
	if c.rng.IntN(50) != 0 {
		return nil
	}
	var wg sync.WaitGroup
	got := make([]string, 4)
	for i := range got {
		wg.Go(func() { got[i] = fingerprint(p) })
	}
	wg.Wait()
	for _, g := range got {
		if g != want {
			return broken("concurrent", "a position answers differently when asked at the same time")
		}
	}
	return nil
}

func (c *checker) checkGrid(p game.Position, legal []game.Move) error {
	g, ok := game.GridOf(p)
	if !ok {
		return nil
	}
	n := g.Width * g.Height
	if len(g.Cells) != n || n == 0 {
		return broken("grid", "%d cells on a board of %d by %d", len(g.Cells), g.Width, g.Height)
	}
	for _, m := range legal {
		if m.OnBoard() && int(m.To()) >= n || m.From() != game.NoSquare && int(m.From()) >= n {
			return broken("grid", "the move %s leaves the board", p.Encode(m))
		}
		if m.From() != game.NoSquare && g.Cells[m.From()] == "" {
			return broken("grid", "the move %s starts from an empty square", p.Encode(m))
		}
	}
	for _, mark := range game.MarksOf(p) {
		for _, sq := range slices.Concat(mark.Squares, mark.Because) {
			if int(sq) >= n {
				return broken("marks", "the mark %s is not on the board", mark.Kind)
			}
		}
	}
	return nil
}

func (c *checker) checkPremoves(p game.Position, legal []game.Move) error {
	if _, ok := p.(game.Premover); !ok || len(legal) == 0 {
		return nil
	}
	if m, ok := missing(legal, game.PremovesOf(p, p.Turn())); ok {
		return broken("premoves", "the legal move %s is not among them", p.Encode(m))
	}
	next := p.Play(c.complete(p, legal[c.rng.IntN(len(legal))]))
	if next.Turn() == p.Turn() {
		return nil
	}
	if m, ok := missing(next.Legal(), game.PremovesOf(p, next.Turn())); ok {
		return broken("premoves", "the reply %s could not be prepared", next.Encode(m))
	}
	return nil
}

// missing returns the first move in the list moves that could not be entered as a premove: it has a
// target square, and no premove has the same origin and target. It returns false if there is no
// such move.
func missing(moves, premoves []game.Move) (game.Move, bool) {
	type squares struct{ from, to game.Square }
	have := map[squares]bool{}
	for _, m := range premoves {
		have[squares{m.From(), m.To()}] = true
	}
	for _, m := range moves {
		if m.OnBoard() && !have[squares{m.From(), m.To()}] {
			return m, true
		}
	}
	return game.NoMove, false
}

func (c *checker) checkNotations(p game.Position, legal []game.Move) error {
	noted, ok := c.rules.(game.Noted)
	if !ok {
		return nil
	}
	for _, n := range noted.Notations() {
		written := map[string]game.Move{}
		for _, m := range legal {
			text := n.Write(p, m)
			if other, dup := written[text]; dup {
				return broken("notation", "%s: %q stands for %s and %s", n.Name(), text, p.Encode(m), p.Encode(other))
			}
			written[text] = m
			if back, err := n.Read(p, text); err != nil || back != m {
				return broken("notation", "%s: %q for %s is read as %s, %v", n.Name(), text, p.Encode(m), p.Encode(back), err)
			}
			done := c.complete(p, m)
			text = n.Write(p, done)
			if back, err := n.Read(p, text); err != nil || c.complete(p, back) != done {
				return broken("notation", "%s: the complete move %q is read as %s, %v", n.Name(), text, p.Encode(back), err)
			}
		}
		for _, bad := range []string{"", "?!", "zz99zz", "\xff"} {
			if m, err := n.Read(p, bad); err == nil {
				return broken("notation", "%s: %q was read as %#x", n.Name(), bad, m)
			}
		}
	}
	return nil
}

// checkText formats the position p as text, parses the text and compares the result. The text of a
// true position must give the spectator's view. The text of a view must give the same view, if it
// is parsed with the option that selects the view.
func (c *checker) checkText(p game.Position, s game.Setup) error {
	want, options := p, []map[string]string{nil, s.Options}
	if s.Options[game.ViewOption] != "" {
		options = options[1:]
	} else {
		want = game.ViewOf(p, game.NoSide)
		if want.String() != p.String() || want.Key() != p.Key() {
			return broken("text", "text or key of a position tell more than a spectator may know")
		}
	}
	for _, o := range options {
		q, err := c.rules.New(game.Setup{Start: p.String(), Options: o})
		if err != nil {
			return broken("text", "its own text is refused: %v", err)
		}
		if got, want := fingerprint(q), fingerprint(want); got != want {
			return broken("text", "read back it is another position:\n  %s\nwas\n  %s", got, want)
		}
	}
	return nil
}

// checkTransposition plays two moves of each side in two different orders. If the resulting boards
// are equal, their keys must be equal too.
func (c *checker) checkTransposition(p game.Position) error {
	for range 20 {
		var codes [4]string
		q := p
		for i := range codes {
			legal := q.Legal()
			if len(legal) == 0 || q.Turn() != sideAt(p, i) {
				return nil
			}
			codes[i] = q.Encode(c.complete(q, legal[c.rng.IntN(len(legal))]))
			m, err := q.Decode(codes[i])
			if err != nil {
				return broken("decode", "the complete code %q is refused: %v", codes[i], err)
			}
			q = q.Play(m)
		}
		r := p
		for _, i := range []int{2, 1, 0, 3} {
			m, err := r.Decode(codes[i])
			if err != nil || len(game.CompletionsOf(r, m)) != 1 {
				r = nil
				break
			}
			r = r.Play(m)
		}
		if r == nil || r.Turn() != q.Turn() {
			continue
		}
		gq, okq := game.GridOf(q)
		gr, okr := game.GridOf(r)
		same := okq && okr && slices.Equal(gq.Cells, gr.Cells) &&
			slices.Equal(codesOf(q, q.Legal()), codesOf(r, r.Legal()))
		if same && len(q.Legal()) > 0 && q.Key() != r.Key() {
			return broken("transposition", "%v leads to another key when 1 and 3 are swapped", codes)
		}
	}
	return nil
}

func sideAt(p game.Position, i int) game.Side {
	if i%2 == 0 {
		return p.Turn()
	}
	return p.Turn().Other()
}

// codesOf lists the codes of moves in alphabetical order.
func codesOf(p game.Position, moves []game.Move) []string {
	codes := make([]string, len(moves))
	for i, m := range moves {
		codes[i] = p.Encode(m)
	}
	slices.Sort(codes)
	return codes
}

// fingerprint returns a text of everything that a position reports, for comparing positions.
func fingerprint(p game.Position) string {
	var b strings.Builder
	legal := p.Legal()
	for _, part := range []string{p.String(), p.Turn().String(), string(p.Outcome().Why), p.Outcome().Winner.String()} {
		b.WriteString(part)
		b.WriteByte('|')
	}
	b.WriteString(hex(p.Key()))
	for _, m := range legal {
		b.WriteByte(' ')
		b.WriteString(p.Encode(m))
		if _, ok := p.(game.Chancy); ok {
			for _, w := range game.CompletionsOf(p, m) {
				b.WriteByte('/')
				b.WriteString(p.Encode(w.Move))
				b.WriteByte('*')
				b.WriteString(hex(uint64(w.Weight)))
			}
		}
	}
	if g, ok := game.GridOf(p); ok {
		b.WriteByte('|')
		b.WriteString(strings.Join(g.Cells, ","))
	}
	return b.String()
}
