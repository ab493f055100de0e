package main

import (
	"fmt"
	"math/rand/v2"

	"kydai/game"
	"kydai/games"
)

// Limits of the search for new positions.
const (
	patience     = 5000 // maximum number of illegal starts, or of games without a new position, in a row
	checkSamples = 12   // number of random moves that are tried in order to give check
)

// walker plays random games of one campaign.
type walker struct {
	campaign campaign
	rules    game.Rules
	rng      *rand.Rand
	games    int
	refused  int // number of illegal start positions that were skipped
}

func newWalker(c campaign, seed uint64) (*walker, error) {
	r, ok := games.Find(c.game)
	if !ok {
		return nil, fmt.Errorf("no game %q", c.game)
	}
	return &walker{campaign: c, rules: r, rng: rand.New(rand.NewPCG(seed, 0))}, nil
}

// taste describes which moves a random player prefers. The weight of a move is the product of three
// factors: taken for captures, special for moves such as castling, and favour for moves of one kind
// of piece.
type taste struct {
	taken, special, favour float64
	piece                  int  // the kind of piece whose moves get the factor favour
	checks                 bool // true if the player prefers moves that give check
}

var tastes = []taste{
	{taken: 1, special: 1},             // all moves are equally likely
	{taken: 0.05, special: 1},          // few captures: the board stays full
	{taken: 20, special: 1},            // many captures: the board empties
	{taken: 1, special: 8},             // prefer castling, promotion, en passant
	{taken: 1, special: 2, favour: 10}, // prefer moves of one kind of piece
	{taken: 0.3, special: 3, favour: 10},
	{taken: 1, special: 1, checks: true},
	{taken: 0.2, special: 4, checks: true},
}

func (t taste) weight(m game.Move) float64 {
	w := 1.0
	if m.Taken() != 0 {
		w *= t.taken
	}
	if m.Arg() != 0 {
		w *= t.special
	}
	if t.favour > 0 && m.Piece() == t.piece {
		w *= t.favour
	}
	return w
}

// pick chooses one of the legal moves of p at random, by the weights.
func (t taste) pick(r *rand.Rand, p game.Position, legal []game.Move) game.Move {
	if t.checks {
		for range checkSamples {
			m := legal[r.IntN(len(legal))]
			if inCheck(p.Play(m)) {
				return m
			}
		}
	}
	total := 0.0
	for _, m := range legal {
		total += t.weight(m)
	}
	x := r.Float64() * total
	for _, m := range legal {
		if x -= t.weight(m); x < 0 {
			return m
		}
	}
	return legal[len(legal)-1]
}

func inCheck(p game.Position) bool {
	for _, m := range game.MarksOf(p) {
		if m.Kind == "check" {
			return true
		}
	}
	return false
}

// start sets up the next game. It skips illegal start positions.
func (w *walker) start() (p game.Position, s start, err error) {
	for range patience {
		s = w.campaign.start(w.rng, w.games)
		w.games++
		if p, err = w.rules.New(game.Setup{Start: s.text}); err == nil {
			return p, s, nil
		}
		if s.text == "" {
			return nil, s, err
		}
		w.refused++
	}
	return nil, s, fmt.Errorf("no start was accepted; the last: %w", err)
}

// play plays one game. It calls the function visit with each position and the code of the move that
// led to it ("" for the first position), until visit returns false.
func (w *walker) play(visit func(p game.Position, legal []game.Move, code string) (more bool)) error {
	p, s, err := w.start()
	if err != nil {
		return err
	}
	t := tastes[w.rng.IntN(len(tastes))]
	t.piece = 1 + w.rng.IntN(7)
	if s.eager {
		t.special = 100
	}
	code := ""
	for range 2 + w.rng.IntN(s.plies) {
		legal := p.Legal()
		if !visit(p, legal, code) || len(legal) == 0 {
			break
		}
		m := t.pick(w.rng, p, legal)
		code = p.Encode(m)
		p = p.Play(m)
	}
	return nil
}
