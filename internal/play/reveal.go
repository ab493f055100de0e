package play

import (
	"context"

	"kydai/game"
	"kydai/match"
)

// findDeal loads the deal of a table's match if necessary. The table must be locked.
func (ts *tables) findDeal(ctx context.Context, t *table, m *match.Match) error {
	if t.dealt || !m.Hidden() {
		return nil
	}
	terms := m.Terms()
	r, ok := ts.options.Rules(terms.Game)
	if _, packed := r.(game.Packed); !ok || !packed {
		return nil
	}
	d, err := ts.book.readDeal(ctx, t.id, r)
	if err != nil {
		return err
	}
	t.deal, t.dealt = d, true
	return nil
}

// snapshot creates the Snapshot of a table's match.
func (t *table) snapshot(m *match.Match) *Snapshot {
	s := newSnapshot(t.id, m)
	s.deal, s.sealed = t.deal, t.deal.twin() && !t.unsealed
	if cur := t.cur.Load(); cur != nil {
		s.board.Store(cur.board.Load())
	}
	return s
}

// Reveals returns the proofs of the pieces that were revealed to a side since the given ply. Once
// the match is open (over and not sealed), it returns the proofs of all pieces revealed since then.
// It returns nil if the deal cannot be verified.
func (s *Snapshot) Reveals(side game.Side, from int) []Reveal {
	if s.deal == nil {
		return nil
	}
	if from >= s.Ply {
		return nil
	}
	// The view of a side contains exactly what was revealed to it.
	steps := s.View(side).Line.Steps()
	if s.Open() {
		if truth, err := s.Truth(); err == nil {
			steps = truth.Steps()
		}
	} else if last, ok := s.last(side); ok && from == s.Ply-1 {
		steps = func(yield func(int, game.Step) bool) { yield(from, last) }
	}
	var all []Reveal
	for ply, step := range steps {
		if ply < from {
			continue
		}
		shown, err := s.deal.reveals(ply, step, side, s.Open())
		if err != nil {
			panic("play: a move revealed a piece that was not dealt: " + codeOf(err))
		}
		all = append(all, shown...)
	}
	return all
}

// Transcript returns the part of the deal's transcript that a side may see; nil if the deal cannot
// be verified. Once the match is open (over and not sealed), the transcript also contains the
// server's number.
func (s *Snapshot) Transcript(side game.Side) *Transcript {
	if s.deal == nil {
		return nil
	}
	t := s.deal.transcript(s.Reveals(side, 0), s.Open())
	return &t
}
