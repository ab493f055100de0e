package main

import (
	"fmt"
	"math/rand/v2"

	"kydai/game"
	"kydai/games"
)

// How long to go on where nothing new comes.
const (
	patience     = 5000 // starts in a row that the rules refuse, or games in a row without a new position
	checkSamples = 12   // moves tried by a taste that wants to give check
)

// walker plays random games of one campaign.
type walker struct {
	campaign campaign
	rules    game.Rules
	rng      *rand.Rand
	games    int
	refused  int // starts that are no position of the game
}

func newWalker(c campaign, seed uint64) (*walker, error) {
	r, ok := games.Find(c.game)
	if !ok {
		return nil, fmt.Errorf("no game %q", c.game)
	}
	return &walker{campaign: c, rules: r, rng: rand.New(rand.NewPCG(seed, 0))}, nil
}

// taste is how a game's moves are picked. A move weighs 1, times each factor
// that applies to it.
type taste struct {
	taken, special, favour float64
	piece                  int  // the kind that favour applies to
	checks                 bool // give check where a few tries find one
}

var tastes = []taste{
	{taken: 1, special: 1},             // anything goes
	{taken: 0.05, special: 1},          // the board stays full
	{taken: 20, special: 1},            // the board empties
	{taken: 1, special: 8},             // castling, promotion, en passant
	{taken: 1, special: 2, favour: 10}, // one kind of piece does the work
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

// pick returns one of the legal moves of p.
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

// start sets up the next game, passing over starts that the rules refuse.
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

// play plays one game and shows each position with the code of the move that
// led there, "" for the first. It stops early when visit says so.
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
