package chance

import (
	"context"
	"math/rand/v2"
	"slices"

	"kydai/engine"
	"kydai/game"
	"kydai/lab/duel"
	"kydai/lab/player"
)

// Players lists the players of the games. Each player plays against itself, so both sides are
// equally strong. The players are the engine with few nodes, and two engine levels, which make
// mistakes as people do.
func Players() []string {
	return []string{"kydai:nodes=2000,hash=1", "kydai:level=2,hash=1", "kydai:level=3,hash=1"}
}

// Plan describes the games of a fit. Playing game n again gives the same moves and scores,
// unless the engine changes.
type Plan struct {
	Rules    game.Rules
	Openings duel.Openings
	Judge    engine.Engine // engine that scores the positions; before each position it forgets earlier searches
	Nodes    uint64        // number of nodes that the judge searches per position
	Samples  int           // number of positions per game that are drawn at random and scored
	Seed     uint64
}

// longest is a limit in plies. A game that reaches this limit is stopped and not used. Under the
// rules every game ends earlier.
const longest = 2000

// Played is a finished game with the scores of some of its positions.
type Played struct {
	N       int     `json:"n"`
	Players string  `json:"players"`
	Result  float64 `json:"result"` // score of the first side: 1, 0.5 or 0
	Plies   int     `json:"plies"`
	// Scores lists, in the order of the game, the positions that were drawn at random. Each entry
	// holds the points for the side to move, and this side as 0 or 1. Positions with a forced
	// result are left out; Mates counts them.
	Scores [][2]int `json:"scores"`
	Mates  int      `json:"mates,omitempty"`
}

// Game converts the scores to samples, from the point of view of the side to move.
func (p Played) Game() Game {
	var g Game
	for _, s := range p.Scores {
		r := p.Result
		if s[1] == 1 {
			r = 1 - r
		}
		g = append(g, Sample{Points: s[0], Result: r})
	}
	return g
}

// Play plays the n-th game and scores it. It returns false if the game was stopped, for example by
// the limit longest, and has no result by the rules.
func (p Plan) Play(ctx context.Context, n int) (Played, bool, error) {
	spec := Players()[n%len(Players())]
	who, err := player.DefaultKinds().Make(p.Rules, spec)
	if err != nil {
		return Played{}, false, err
	}
	opening, err := p.Openings.Opening(n)
	if err != nil {
		return Played{}, false, err
	}
	line, err := opening.Line(p.Rules)
	if err != nil {
		return Played{}, false, err
	}
	first := line.Ply()
	seed := p.Seed + uint64(2*n)
	g, err := duel.PlayNew(ctx, line, [2]player.Player{who, who}, [2]uint64{seed, seed + 1}, duel.Conditions{Plies: longest})
	switch g.Outcome.Why {
	case duel.Illegal, duel.Failure, duel.Adjudicated, game.ByTime:
		return Played{}, false, err
	}
	if err != nil {
		return Played{}, false, err
	}
	out := Played{N: n, Players: spec, Result: duel.Points(g.Outcome), Plies: line.Ply()}
	err = p.score(ctx, line, first, &out)
	return out, true, err
}

// score searches randomly drawn positions of a finished game and adds their scores to the parameter
// out. It draws no position before the ply given by the parameter first.
func (p Plan) score(ctx context.Context, line *game.Line, first int, out *Played) error {
	rng := rand.New(rand.NewPCG(p.Seed, uint64(out.N)))
	plies := rng.Perm(line.Ply() - first)
	plies = plies[:min(p.Samples, len(plies))]
	slices.Sort(plies)
	slices.Reverse(plies) // moves can only be taken back from the end, so score the last position first
	for _, ply := range plies {
		line.Undo(line.Ply() - first - ply)
		turn := line.Position().Turn()
		if f, ok := p.Judge.(engine.Forgetful); ok {
			f.NewGame()
		}
		t, err := p.Judge.Think(ctx, line.View(turn), engine.Limits{Nodes: p.Nodes}, nil)
		if err != nil {
			return err
		}
		if s := t.Lines[0].Score; s.Mate != 0 {
			out.Mates++
		} else {
			out.Scores = append(out.Scores, [2]int{s.Points, turn.Index()})
		}
	}
	slices.Reverse(out.Scores)
	return ctx.Err()
}
