package xiangqi

import "kydai/game"

// TrackedPiece identifies a piece throughout a repetition, by its point at the start of the
// repetition.
type TrackedPiece struct {
	Piece Piece
	At    game.Square // point at the start of the repetition
	File  int         // file, counted from the right of the piece's owner, as in notation
	Nth   int         // place among the equal pieces on the file, counted from the front
	Alike int         // number of equal pieces on the file
}

// Attack is an attack of the piece By on the piece Of.
type Attack struct {
	By, Of TrackedPiece
	Why    Why // reason why the attack is a threat; 0 for an exchange
}

// MoveFacts holds the facts about one move of a repetition.
type MoveFacts struct {
	Move   game.Move
	Side   game.Side
	Moved  TrackedPiece // the moved piece
	Acts   Acts
	Checks []TrackedPiece // pieces that give check after the move
	Chases []Attack       // threats that the move creates
	Offers []Attack       // exchanges that the move offers
	Marks  []game.Mark
}

// FactsOf classifies the last n moves of b. None of them may be a capture. On return b is
// unchanged.
func FactsOf(b *Board, n int) []MoveFacts {
	undone := append([]done(nil), b.past[len(b.past)-n:]...)
	for range n {
		b.Undo()
	}
	c := newCast(b)
	facts := make([]MoveFacts, 0, n)
	for _, d := range undone {
		before := situationOf(b)
		b.redo(d)
		c[d.to], c[d.from] = c[d.from], TrackedPiece{}
		facts = append(facts, c.facts(b, d, before))
	}
	return facts
}

// cast maps points to the tracked pieces on them.
type cast [Points]TrackedPiece

func newCast(b *Board) *cast {
	c := new(cast)
	for sq, piece := range b.cells[:Points] {
		if piece == 0 {
			continue
		}
		m := TrackedPiece{Piece: piece, At: game.Square(sq), Nth: 1, Alike: 1, File: Files - int(fileOf[sq])}
		if piece.Side() == game.Second {
			m.File = int(fileOf[sq]) + 1
		}
		for other := int(fileOf[sq]); other < Points; other += Files {
			if other == sq || b.cells[other] != piece {
				continue
			}
			m.Alike++
			if (other > sq) == (piece.Side() == game.First) {
				m.Nth++
			}
		}
		c[sq] = m
	}
	return c
}

// situation describes the position before a move. The method facts compares it with the position
// after the move.
type situation struct {
	theirs   []threat // threats of the side that is not to move
	checkers Set      // pieces that give check to the side to move
	mutual   []threat // exchanges that were already possible for the side to move
}

func situationOf(b *Board) situation {
	us := b.turn & 1
	return situation{b.threats(us^1, nil), b.checkers(us), b.exchanges(us)}
}

// exchanges lists the attacks of the given side on enemy pieces of the same kind that attack the
// attacker in return.
func (b *Board) exchanges(us uint8) []threat {
	var found []threat
	for men := b.occ[us].Without(b.by[us][King]).Without(b.by[us][Soldier]); !men.Empty(); {
		from := men.Pop()
		kind := b.cells[from].Kind()
		for prey := b.by[us^1][kind]; !prey.Empty(); {
			if to := prey.Pop(); b.takes(from, to) && b.takes(to, from) {
				found = append(found, threat{by: uint8(from), of: uint8(to)})
			}
		}
	}
	return found
}

// facts classifies the last move of b. The parameter before describes the position before the move.
func (c *cast) facts(b *Board, d done, before situation) MoveFacts {
	us := b.turn&1 ^ 1
	out := MoveFacts{
		Move: game.NewMove(game.Square(d.from), game.Square(d.to), int(d.piece.Kind()), 0, 0),
		Side: game.First + game.Side(us), Moved: c[d.to],
	}
	for men := b.checkers(us ^ 1); !men.Empty(); {
		at := men.Pop()
		out.Checks = append(out.Checks, c[at])
		out.point(Check, uint8(at), b.king[us^1])
	}
	for _, t := range b.chased(nil) {
		out.Chases = append(out.Chases, Attack{c[t.by], c[t.of], t.why})
		out.point(Chase, t.by, t.of)
	}
	if b.threatensMate() {
		out.Acts |= Mate
	}
	for _, t := range b.exchanges(us) {
		by := t.by
		if by == d.to {
			by = d.from
		}
		if !has(before.mutual, by, t.of) {
			out.Offers = append(out.Offers, Attack{By: c[t.by], Of: c[t.of]})
			out.point(Exchange, t.by, t.of)
		}
	}
	for _, t := range b.threats(us^1, nil) {
		if t.of == d.to && !has(before.theirs, t.by, d.from) {
			out.point(Sacrifice, t.by, t.of)
		}
	}
	if d.piece.Kind() != King && c.shut(b, d, before) {
		out.Acts |= Block
	}
	return out
}

// point records an act, with the points of the attacker and of the attacked piece for display.
func (d *MoveFacts) point(a Acts, by, of uint8) {
	d.Acts |= a
	d.Marks = append(d.Marks, game.Mark{
		Kind: a.Kinds()[0], Squares: []game.Square{game.Square(of)}, Because: []game.Square{game.Square(by)},
	})
}

// shut reports whether the last move blocked an attack on another piece or on the general.
func (c *cast) shut(b *Board, d done, before situation) bool {
	us := b.turn&1 ^ 1
	for men := before.checkers; !men.Empty(); {
		if !b.strikes(men.Pop(), int(b.king[us])) {
			return true
		}
	}
	for _, t := range before.theirs {
		if t.of != d.from && !b.strikes(int(t.by), int(t.of)) {
			return true
		}
	}
	return false
}

func has(list []threat, by, of uint8) bool {
	for _, t := range list {
		if t.by == by && t.of == of {
			return true
		}
	}
	return false
}
