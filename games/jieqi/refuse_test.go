package jieqi

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"kydai/game"
	"kydai/game/gametest"
	"kydai/games/xiangqi"
)

// TestRefusedMoves checks that every refused move has a reason, and that the player's view gives
// the same reason as the true position. It also checks that the reason is right: after the test has
// removed the cause, the simple reference rules (type slow) allow the move.
func TestRefusedMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	seen := map[string]int{}
	var l *game.Line
	for range gametest.Refusals() {
		if l == nil || l.Outcome().Over() || l.Ply() > 150 {
			var err error
			if l, err = game.NewLine(Rules{}, game.Setup{Secret: Rules{}.Deal(rng.IntN)}); err != nil {
				t.Fatal(err)
			}
		}
		p := l.Position().(*Position)
		checkRefusals(t, p, rng, seen)
		legal := p.Legal()
		if err := l.Push(legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	for _, code := range []string{"moves", "palace", "aside", "slant", "leg", "eye", "path", "no-screen", "screens", "own",
		"in-check", "king-attacked", "pinned", "dark"} {
		if seen[code] == 0 && gametest.Refusals() >= 1000 {
			t.Errorf("no move was refused because of %s", code)
		}
	}
	t.Log(seen)
}

func checkRefusals(t *testing.T, p *Position, rng *rand.Rand, seen map[string]int) {
	t.Helper()
	legal := map[[2]game.Square]bool{}
	for _, m := range p.Legal() {
		legal[[2]game.Square{m.From(), m.To()}] = true
	}
	view := p.View(p.turn).(*Position)
	naive := slowOf(view)
	twin := view.Guess(rng.IntN).(*Position)
	for from, piece := range p.cells {
		if piece == 0 || piece.Side() != p.turn {
			continue
		}
		for to := range game.Square(xiangqi.Points) {
			from := game.Square(from)
			r := view.Refuse(from, to)
			if !reflect.DeepEqual(r, p.Refuse(from, to)) || !reflect.DeepEqual(r, twin.Refuse(from, to)) {
				t.Fatalf("%s: the reason against %d to %d tells what is hidden", p, from, to)
			}
			if legal[[2]game.Square{from, to}] != (r.Code == "") {
				t.Fatalf("%s: %d to %d is refused because of %q", p, from, to, r.Code)
			}
			if r.Code == "" || r.Code == game.RefusedSame {
				continue
			}
			seen[r.Code]++
			seen[r.Lead]++
			if (r.Lead == refusedDark) != p.down[from] || r.Kind[0] != naive.acts(int(from/9), int(from%9)) {
				t.Fatalf("%s: %d to %d: the reason says %s %s", p, from, to, r.Lead, r.Kind)
			}
			if why := unrefused(*view, from, to, r); why != "" {
				t.Fatalf("%s: %d to %d refused because of %s %v: %s", p, from, to, r.Code, r.Squares, why)
			}
		}
	}
}

// unrefused removes the causes of a refusal one by one until the reference rules (type slow) allow
// the move. It returns a description of a wrong reason, or "" if all reasons are right.
func unrefused(p Position, from, to game.Square, r game.Refusal) string {
	if r.Code != "screens" {
		return undone(p, from, to, r)
	}
	why := "" // a cannon needs one screen, so the test keeps each of the screens in turn
	for i := range r.Squares {
		rest := game.Refuse("screens", slices.Delete(slices.Clone(r.Squares), i, i+1)...)
		if why = undone(p, from, to, rest); why == "" {
			return ""
		}
	}
	return why
}

func undone(p Position, from, to game.Square, r game.Refusal) string {
	for range 12 {
		undo := p
		king := false // whether the reason is the safety of the general
		switch r.Code {
		case "moves", "palace", "river", "back", "aside", "slant":
			alone := slow{red: p.turn == game.First}
			alone.letter[from/9][from%9] = p.letter(from)
			if alone.goes(from, to) {
				return "alone on the board the piece goes there"
			}
			return ""
		case "no-screen":
			s := slowOf(&p)
			if s.between(int(from/9), int(from%9), int(to/9), int(to%9)) != 0 || s.letter[to/9][to%9] == 0 {
				return "there is a screen, or nothing to capture"
			}
			return ""
		case "leg", "eye", "path", "own", "screens":
		default:
			king = true
		}
		if len(r.Squares) == 0 {
			return "no squares"
		}
		for _, sq := range r.Squares {
			there := undo.cells[sq]
			switch {
			case there == 0 || king && there.Side() == p.turn:
				return "a square has nothing to do with it"
			case there.Kind() == xiangqi.King && there.Side() == p.turn:
				return "" // without the own general, no move is forbidden
			case king && there.Kind() == xiangqi.King:
				if !part(&undo, from, to) { // put a soldier between the generals; if that is not possible, remove the enemy general
					undo.cells[sq] = 0
				}
			default:
				undo.cells[sq], undo.down[sq] = 0, false
				if king && !slowOf(&undo).goes(from, to) { // the removed attacker was also the cannon's screen, so put a harmless piece there
					undo.cells[sq] = xiangqi.NewPiece(xiangqi.Adviser, p.turn.Other())
				}
			}
		}
		p = undo
		s := slowOf(&p)
		if !s.goes(from, to) {
			return "undone, the piece does not go there"
		}
		if s.may(from, to) {
			return ""
		}
		if r = p.Refuse(from, to); !king && r.Code == "" {
			return "undone, there is no reason, but the naive rules refuse the move"
		}
	}
	return "undone, the move is still refused"
}

// part puts a soldier on a point so that the generals do not face each other after the move, and
// the move stays possible. It returns false if no point allows this.
func part(p *Position, from, to game.Square) bool {
	for sq := range game.Square(xiangqi.Points) {
		if p.cells[sq] != 0 || sq == to {
			continue
		}
		try := *p
		try.cells[sq] = xiangqi.NewPiece(xiangqi.Soldier, p.turn)
		if slowOf(&try).goes(from, to) && try.Refuse(from, to).Code != "face" {
			*p = try
			return true
		}
	}
	return false
}

func slowOf(p *Position) slow {
	s := slow{red: p.turn == game.First}
	for sq := range game.Square(xiangqi.Points) {
		switch piece := p.cells[sq]; {
		case piece == 0:
		case !p.down[sq] && piece.Kind() == xiangqi.Adviser: // a test piece that attacks nothing on this point
			s.letter[sq/9][sq%9] = 'Z' + byte(piece.Side().Index())*('z'-'Z')
		default:
			s.letter[sq/9][sq%9] = p.letter(sq)
		}
	}
	return s
}

func (s slow) goes(from, to game.Square) bool {
	r, f, tr, tf := int(from/9), int(from%9), int(to/9), int(to%9)
	return !s.own(s.letter[tr][tf], s.red) && s.reaches(r, f, tr, tf)
}

func (s slow) may(from, to game.Square) bool {
	next := s
	next.letter[to/9][to%9], next.letter[from/9][from%9] = 'P', 0
	if !s.red {
		next.letter[to/9][to%9] = 'p'
	}
	if s.letter[from/9][from%9]|0x20 == 'k' {
		next.letter[to/9][to%9] = s.letter[from/9][from%9]
	}
	safe := true
	next.pseudo(!s.red, func(_, _, kr, kf int) { safe = safe && next.letter[kr][kf]|0x20 != 'k' })
	return s.goes(from, to) && safe
}
