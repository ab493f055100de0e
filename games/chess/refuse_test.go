package chess

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"kydai/game"
	"kydai/game/gametest"
)

// TestRefusedMoves checks that every refused move has a reason, and that the reason is right: after
// the test has removed all causes, the simple reference rules (type naive) allow the move.
func TestRefusedMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	seen := map[string]int{}
	var p *Position
	for n := range gametest.Refusals() {
		if p == nil || p.Outcome().Over() || n%60 == 0 {
			var options map[string]string
			if rng.IntN(2) == 0 {
				options = map[string]string{variantOption: chess960, positionOption: strconv.Itoa(rng.IntN(960))}
			}
			first, err := Rules{}.New(game.Setup{Options: options})
			if err != nil {
				t.Fatal(err)
			}
			p, _ = first.(*Position)
		}
		checkRefusals(t, p, seen)
		if moves := p.Legal(); len(moves) > 0 {
			p, _ = p.Play(moves[rng.IntN(len(moves))]).(*Position)
		}
	}
	for _, code := range []string{refusedMoves, refusedPath, refusedOwn, refusedPawnBlocked, refusedPawnTwo, refusedPawnFar,
		refusedPawnCapture, refusedKingAttacked, refusedInCheck, refusedPinned, refusedCastleLost,
		refusedCastleBlocked} {
		if seen[code] == 0 {
			t.Errorf("no move was refused because of %s", code)
		}
	}
	t.Log(seen)
}

// TestRefusedMovesByName checks positions with refusal reasons that random games seldom produce.
func TestRefusedMovesByName(t *testing.T) {
	for _, c := range []struct {
		fen, move, code string
		squares         []string
	}{
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", refusedCastleLost, nil},
		{"4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", refusedCastleCheck, []string{"e7"}},
		{"4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", refusedCastleThrough, []string{"f7"}},
		{"4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", refusedCastleBlocked, []string{"b1"}},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", refusedPassant, []string{"d5"}},
		{"8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1", "e5d6", refusedPinned, []string{"h5"}},
		{"4r1k1/8/8/8/8/4N3/8/4K3 w - - 0 1", "e3g4", refusedPinned, []string{"e8"}},
		{"4r1k1/8/8/8/8/8/N7/4K3 w - - 0 1", "a2c3", refusedInCheck, []string{"e8"}},
		{"8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2", game.RefusedOver, nil},
		{"7r/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2", refusedKingAttacked, []string{"e3"}},
		{"4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4", refusedPawnBlocked, []string{"e3"}},
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e5", refusedPawnFar, nil},
		{"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a6", refusedPawnFar, nil},
		{"4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3a6", refusedPawnFar, nil},
		{"4k3/p7/8/8/8/8/8/4K3 b - - 0 1", "a7a4", refusedPawnFar, nil},
		{"4k3/p7/8/8/8/8/8/4K3 b - - 0 1", "a7a8", refusedMoves, nil},
		{"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2b5", refusedMoves, nil},
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e8e7", game.RefusedOthers, nil},
	} {
		p, err := Rules{}.New(game.Setup{Start: c.fen})
		if err != nil {
			t.Fatal(err)
		}
		from, to := squareOf(c.move[:2]), squareOf(c.move[2:])
		r := game.RefusalOf(p, from, to)
		var squares []string
		for _, sq := range r.Squares {
			squares = append(squares, squareName(uint(sq)))
		}
		if r.Code != c.code || !slices.Equal(squares, c.squares) {
			t.Errorf("%s %s: %s %v, want %s %v", c.fen, c.move, r.Code, squares, c.code, c.squares)
		}
		if pos, ok := p.(*Position); ok && c.code != game.RefusedOver {
			checkRefusals(t, pos, map[string]int{})
		}
	}
}

func squareOf(name string) game.Square {
	return game.Square(name[1]-'1')*8 + game.Square(name[0]-'a')
}

func checkRefusals(t *testing.T, p *Position, seen map[string]int) {
	t.Helper()
	if p.board.Dead() {
		return
	}
	legal := map[[2]game.Square]bool{}
	for _, m := range p.Legal() {
		legal[[2]game.Square{m.From(), m.To()}] = true
	}
	for set := p.board.sides[p.board.turn]; set != 0; set &= set - 1 {
		from := game.Square(first(set))
		for to := range game.Square(64) {
			r := p.Refuse(from, to)
			if legal[[2]game.Square{from, to}] != (r.Code == "") {
				t.Fatalf("%s: %s%s is legal: %v, but refused because of %q", p, squareName(uint(from)),
					squareName(uint(to)), r.Code != "", r.Code)
			}
			if r.Code == "" || r.Code == game.RefusedSame {
				continue
			}
			seen[r.Code]++
			if why := unrefused(p, int(from), int(to), r); why != "" {
				t.Fatalf("%s: %s%s refused because of %s %v: %s", p, squareName(uint(from)),
					squareName(uint(to)), r.Code, r.Squares, why)
			}
		}
	}
}

// unrefused removes the causes of a refusal one by one until the reference rules (type naive) allow
// the move. It returns a description of a wrong reason, or "" if all reasons are right.
func unrefused(p *Position, from, to int, r game.Refusal) string {
	n := newNaive(p.String(), p.board.Chess960())
	if p.board.passant == 0 {
		n.passant = -1
	}
	b := p.board
	last := 0
	for range 12 {
		step, why := undoCause(n, &b, from, to, r)
		if step == 0 || why != "" {
			return why
		}
		if step < last {
			return "a reason about " + r.Code + " came too late"
		}
		last = step
		r = b.refusal(uint(from), uint(to))
		if step == 2 && !n.goes(from, to) {
			return "undone, the piece does not go there"
		}
		if n.may(from, to) {
			return ""
		}
	}
	return "undone, the move is still refused"
}

// undoCause removes the cause of a refusal. The result step is 2 if pieces were in the way, 3 if
// the king would have been in check, and 0 if no further cause can be removed. If the given reason
// is wrong, the result why says what is wrong with it.
func undoCause(n *naive, b *Board, from, to int, r game.Refusal) (step int, why string) {
	switch r.Code {
	case refusedMoves, refusedPawnFar:
		if n.alone(from).goes(from, to) {
			return 0, "alone on the board the piece goes there"
		}
		return 0, ""
	case refusedPawnTwo:
		home := *n.alone(from)
		start := 8 + from&7
		if !n.white {
			start = 48 + from&7
		}
		home.at[start], home.at[from] = home.at[from], 0
		if n.alone(from).goes(from, to) || !home.goes(start, start+to-from) {
			return 0, "the pawn stands where it started"
		}
		return 0, ""
	case refusedPawnCapture:
		if n.goes(from, to) || n.at[to] != 0 {
			return 0, "the pawn goes there"
		}
		foe := *n
		foe.at[to] = foeKnight(n)
		if !foe.goes(from, to) {
			return 0, "the pawn does not capture there"
		}
		return 0, ""
	case refusedPassant:
		n.passant = to
		if !n.may(from, to) {
			return 0, "en passant is not possible"
		}
		return 0, ""
	case refusedCastleLost:
		// The test gives the side its castling right. The move may then be refused for another
		// reason.
		b.castle = standardCastling
		b.rights = 15
		n.castling = "KQkq"
		if got := b.refusal(uint(from), uint(to)); got.Code == refusedCastleLost {
			return 0, "the right changes nothing"
		}
		return 0, ""
	}
	if len(r.Squares) == 0 {
		return 0, "no squares"
	}
	for _, sq := range r.Squares {
		if !cause(n, r.Code, int(sq), from, to) {
			return 0, squareName(uint(sq)) + " has nothing to do with it"
		}
	}
	for _, sq := range r.Squares {
		n.at[sq] = 0
		take(b, uint(sq))
	}
	if r.Code == refusedOwn && n.at[from]|32 == 'p' { // a pawn reaches this square only by a capture, so put an enemy knight there
		n.at[to] = foeKnight(n)
		b.kinds[Knight] |= bit(uint(to))
		b.sides[b.turn^1] |= bit(uint(to))
		b.squares[to] = Knight
	}
	if n.king(n.white) < 0 { // the removed piece was the own king; without a king, no check is possible
		if !n.goes(from, to) {
			return 0, "without the king the piece does not go there"
		}
		return 0, ""
	}
	switch r.Code {
	case refusedPath, refusedOwn, refusedPawnBlocked, refusedCastleBlocked:
		return 2, ""
	}
	return 3, ""
}

// cause reports whether the piece on sq can be the reason for a refusal with the given code.
func cause(n *naive, code string, sq, from, to int) bool {
	switch code {
	case refusedPath, refusedPawnBlocked, refusedCastleBlocked:
		return n.at[sq] != 0 && sq != from
	case refusedOwn:
		return sq == to && n.mine(sq)
	}
	return n.theirs(sq) && sq != to
}

func foeKnight(n *naive) byte {
	if n.white {
		return 'n'
	}
	return 'N'
}

func take(b *Board, sq uint) {
	b.kinds[b.squares[sq]] &^= bit(sq)
	b.sides[0] &^= bit(sq)
	b.sides[1] &^= bit(sq)
	b.squares[sq] = 0
}

// alone returns a board with only the piece on sq.
func (n *naive) alone(sq int) *naive {
	c := &naive{white: n.white, passant: -1, chess960: n.chess960}
	c.at[sq] = n.at[sq]
	return c
}

// goes reports whether a piece can move to a square, without regard to the safety of the king.
func (n *naive) goes(from, to int) bool {
	found := false
	n.moves(from, func(at int, _ string) { found = found || at == to })
	return found || n.castlesTo(from, to, false)
}

// may reports whether the naive board allows a move.
func (n *naive) may(from, to int) bool {
	found := false
	n.moves(from, func(at int, _ string) { found = found || at == to })
	return found && n.safe(from, to) || n.castlesTo(from, to, true)
}

// castlesTo reports whether a king move is a castling move. If safe is false, attacks on the king's
// squares are ignored.
func (n *naive) castlesTo(from, to int, safe bool) bool {
	if n.at[from]|32 != 'k' {
		return false
	}
	probe := *n
	if !safe {
		for sq := range probe.at {
			if probe.theirs(sq) && probe.at[sq]|32 != 'k' {
				probe.at[sq] = n.at[n.king(!n.white)]&32 | 'A' // a piece without moves: it blocks but does not attack
			}
		}
	}
	return slices.Contains(probe.castles(), squareName(uint(from))+squareName(uint(to)))
}
