package engine

import (
	"math/rand/v2"
	"testing"

	"kydai/game"
	rules "kydai/games/caro"
)

// checker checks wins that a solver reports. It plays the solver's moves and tries every reply, on
// a board of package rules, which does not use classes or threats.
type checker struct {
	t    *testing.T
	b    *board
	ref  *rules.Board
	best func() cell // returns the move that the solver plays for the attacker on b, or noCell
}

func newChecker(t *testing.T, b *board, rule rules.WinRule, best func() cell) *checker {
	return &checker{t: t, b: b, ref: referee(t, b, rule)[b.turn], best: best}
}

func (c *checker) do(at cell) {
	c.ref.Do(game.NewMove(game.NoSquare, c.b.squareOf(at), 0, 0, 0))
	c.b.make(at)
}

func (c *checker) undo() {
	c.ref.Undo()
	c.b.undo()
}

// winner returns a cell on which a stone of the colour wins immediately, or noCell.
func (c *checker) winner(colour int) cell {
	found := noCell
	c.b.eachCell(func(at cell) {
		if found == noCell && c.b.at(at) == vacant && c.ref.Wins(c.b.squareOf(at), rules.Stone(colour+1)) {
			found = at
		}
	})
	return found
}

// attack reports whether the attacker, who is to move, wins against every reply within depth moves.
func (c *checker) attack(depth int) bool {
	us := c.b.turn
	if c.winner(us) != noCell {
		return true
	}
	if depth == 0 {
		return true
	}
	m := c.best()
	if m == noCell {
		return false
	}
	c.do(m)
	defer c.undo()
	if c.winner(us^1) != noCell {
		return false
	}
	holds := false
	c.b.eachCell(func(r cell) {
		if holds || c.b.at(r) != vacant {
			return
		}
		c.do(r)
		holds = !c.attack(depth - 1)
		c.undo()
	})
	return !holds
}

// TestWinsByFoursAreProved checks that every win by fours that the solver reports is a win. It also
// checks that the solver finds every win that needs at most two fours.
func TestWinsByFoursAreProved(t *testing.T) {
	eachRule(t, func(t *testing.T, rule rules.WinRule) {
		r := rand.New(rand.NewPCG(31, 32))
		won, lost := 0, 0
		for range 60 {
			b := randomBoard(r, 15, 12+r.IntN(40), rule)
			s := newFourSolver(b, treeMemory)
			plies, _, sure := s.solve(100_000)
			if plies > 1 && plies <= 13 {
				won++
				c := newChecker(t, b, rule, func() cell { _, m, _ := s.solve(100_000); return m })
				if !c.attack(7) {
					t.Fatalf("%s: no win in %d plies", b.text(b.turn), plies)
				}
			}
			if plies == 0 && sure && b.hasFour(b.turn) {
				lost++
				c := newChecker(t, b, rule, nil)
				if c.twoFours(2) {
					t.Fatalf("%s: a win was missed", b.text(b.turn))
				}
			}
		}
		t.Logf("%d wins, %d verdicts of none", won, lost)
		if won < 3 || lost < 3 {
			t.Errorf("only %d wins and %d others met", won, lost)
		}
	})
}

// twoFours reports whether the side to move wins by at most n fours. It tries every sequence of
// fours and replies.
func (c *checker) twoFours(n int) bool {
	us := c.b.turn
	if c.winner(us) != noCell {
		return true
	}
	if n == 0 {
		return false
	}
	found := false
	c.b.eachCell(func(at cell) {
		if found || c.b.at(at) != vacant {
			return
		}
		c.do(at)
		if y := c.winner(us); y != noCell && c.winner(us^1) == noCell {
			found = true
			c.b.eachCell(func(r cell) {
				// Only a stone near the five-point (the cell on which the five would be completed)
				// can stop the five.
				if found && c.b.at(r) == vacant && near(r, y) {
					c.do(r)
					found = c.twoFours(n - 1)
					c.undo()
				}
			})
		}
		c.undo()
	})
	return found
}

func near(a, b cell) bool {
	return abs(a>>rowShift-b>>rowShift) <= reach && abs(a&rowMask-b&rowMask) <= reach
}

func abs(n int) int { return max(n, -n) }

// TestWinsByThreatsAreProved checks that every win by threats that the solver reports is a win:
// after every reply the solver must find a win again, until the five is complete.
func TestWinsByThreatsAreProved(t *testing.T) {
	most := 3
	if testing.Short() {
		most = 1
	}
	eachRule(t, func(t *testing.T, rule rules.WinRule) {
		r := rand.New(rand.NewPCG(41, 42))
		won := 0
		for range 60 {
			b := randomBoard(r, 15, 8+r.IntN(30), rule)
			s := newFourSolver(b, treeMemory)
			if plies, _, _ := s.solve(20_000); plies > 0 {
				continue
			}
			th := newThreatSolver(b, s, newThreatTable())
			best := func() cell {
				if _, m, _ := s.solve(20_000); m != noCell {
					return m
				}
				return th.solve(20_000, nil)
			}
			if th.solve(1_500, nil) == noCell {
				continue
			}
			if won++; won > most {
				break
			}
			if c := newChecker(t, b, rule, best); !c.attack(2) {
				t.Fatalf("%s: no win", b.text(b.turn))
			}
		}
		if won == 0 {
			t.Error("no win by threats met")
		}
	})
}
