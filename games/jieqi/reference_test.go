package jieqi

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/game"
	"kydai/games/xiangqi"
)

// slow is a simple reference implementation of games/jieqi/rules.md. It tries every move by its
// coordinates; a move is legal if no reply captures the general.
type slow struct {
	letter [10][9]byte // letter on each point: a piece, X or x for face-down pieces, 0 if empty
	red    bool        // whether red is to move
}

func (s slow) own(c byte, red bool) bool { return c != 0 && (c < 'a') == red }

// acts returns the lower-case letter of the kind as which the piece on a point moves.
func (s slow) acts(r, f int) byte {
	c := s.letter[r][f] | 0x20
	if c != 'x' {
		return c
	}
	rank := min(r, 9-r)
	switch rank {
	case 0:
		return "rnbakabnr"[f]
	case 2:
		return 'c'
	}
	return 'p'
}

// reaches reports whether the piece on a point can move to another point by its own movement. It
// ignores which piece is on the target.
func (s slow) reaches(r, f, tr, tf int) bool {
	c := s.letter[r][f]
	red, down := c < 'a', c|0x20 == 'x'
	dr, df := tr-r, tf-f
	ar, af := abs(dr), abs(df)
	ahead := dr
	if !red {
		ahead = -dr
	}
	inPalace := tf >= 3 && tf <= 5 && (red && tr <= 2 || !red && tr >= 7)
	switch s.acts(r, f) {
	case 'k':
		if s.letter[tr][tf]|0x20 == 'k' && df == 0 {
			return s.between(r, f, tr, tf) == 0
		}
		return ar+af == 1 && inPalace
	case 'a':
		return ar == 1 && af == 1 && (!down || inPalace)
	case 'b':
		return ar == 2 && af == 2 && s.letter[(r+tr)/2][(f+tf)/2] == 0 && (!down || (tr <= 4) == red)
	case 'n':
		return ar == 2 && af == 1 && s.letter[(r+tr)/2][f] == 0 || ar == 1 && af == 2 && s.letter[r][(f+tf)/2] == 0
	case 'r':
		return (dr == 0) != (df == 0) && s.between(r, f, tr, tf) == 0
	case 'c':
		screens := 0
		if s.letter[tr][tf] != 0 {
			screens = 1
		}
		return (dr == 0) != (df == 0) && s.between(r, f, tr, tf) == screens
	}
	if c|0x20 == 'z' { // a test piece that blocks but attacks nothing
		return false
	}
	crossed := red && r >= 5 || !red && r <= 4
	return ar+af == 1 && (ahead == 1 || crossed && ahead == 0)
}

func (s slow) between(r, f, tr, tf int) int {
	n, dr, df := 0, sign(tr-r), sign(tf-f)
	for r, f = r+dr, f+df; r != tr || f != tf; r, f = r+dr, f+df {
		if s.letter[r][f] != 0 {
			n++
		}
	}
	return n
}

func (s slow) pseudo(red bool, visit func(r, f, tr, tf int)) {
	for from := range 90 {
		for to := range 90 {
			r, f, tr, tf := from/9, from%9, to/9, to%9
			if from != to && s.own(s.letter[r][f], red) && !s.own(s.letter[tr][tf], red) && s.reaches(r, f, tr, tf) {
				visit(r, f, tr, tf)
			}
		}
	}
}

func (s slow) legal() []string {
	var out []string
	s.pseudo(s.red, func(r, f, tr, tf int) {
		next := s
		next.letter[tr][tf], next.letter[r][f] = s.letter[r][f], 0
		if s.letter[r][f]|0x20 == 'x' {
			// The revealed piece cannot put its own general in check, so its kind does not matter;
			// use a soldier.
			next.letter[tr][tf] = 'p' | s.letter[r][f]&0x20
			if s.red {
				next.letter[tr][tf] = 'P'
			}
		}
		safe := true
		next.pseudo(!s.red, func(_, _, kr, kf int) {
			safe = safe && next.letter[kr][kf]|0x20 != 'k'
		})
		if safe {
			out = append(out, string([]byte{byte('a' + f), byte('0' + r), byte('a' + tf), byte('0' + tr)}))
		}
	})
	slices.Sort(out)
	return out
}

func abs(n int) int { return max(n, -n) }

func sign(n int) int { return min(max(n, -1), 1) }

// TestAgainstNaiveRules checks, in random games, that the legal moves equal those of the naive
// rules (slow).
func TestAgainstNaiveRules(t *testing.T) {
	games := 8
	if testing.Short() {
		games = 2
	}
	for seed := range uint64(games) {
		r := rand.New(rand.NewPCG(seed, 3))
		l, err := game.NewLine(Rules{}, game.Setup{Secret: Rules{}.Deal(r.IntN)})
		if err != nil {
			t.Fatal(err)
		}
		for l.Ply() < 200 && !l.Outcome().Over() {
			p := l.Position().(*Position)
			s := slow{red: p.turn == game.First}
			for sq := range game.Square(xiangqi.Points) {
				if c := p.letter(sq); c != ' ' {
					s.letter[sq/9][sq%9] = c
				}
			}
			if got, want := codesOf(p), s.legal(); !slices.Equal(got, want) {
				t.Fatalf("%s:\n got %v\nwant %v", p, got, want)
			}
			legal := p.Legal()
			if err := l.Push(legal[r.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}
