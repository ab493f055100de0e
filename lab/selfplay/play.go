package selfplay

import (
	"context"
	"slices"

	"kydai/engine"
	"kydai/game"
	"kydai/lab/duel"
)

// Player plays self-play games with one engine. Only one goroutine may use it at a time.
type Player struct {
	Header Header
	Rules  game.Rules
	Engine engine.Engine
	Choose Chooser
}

// Limits of the adjudication. It ends a game early if one side is clearly winning, or if the game
// has been level for a long time.
const (
	wonPoints   = 1200 // a side wins if its score stays above this for wonPlies plies
	wonPlies    = 6
	levelPoints = 8 // the game is a draw if scores stay within this for levelPlies plies, from ply levelFrom on
	levelPlies  = 16
	levelFrom   = 80
	longestGame = 320
)

// openingTries is how many random openings are tried for a game. The accepted imbalance grows with
// every try.
const openingTries = 200

// Play plays the game with the given number. It returns an error if ctx ends.
func (p *Player) Play(ctx context.Context, number int) (*Game, error) {
	line, moves, err := p.open(ctx, number)
	if err != nil {
		return nil, err
	}
	g := &Game{Number: number, Opening: len(moves), Moves: moves, Result: Drawn}
	p.forget()
	won, level := 0, 0
	for line.Ply() < longestGame && !line.Outcome().Over() && !game.ClaimOf(line).Over() {
		s, index, err := p.think(ctx, line)
		if err != nil {
			return nil, err
		}
		g.Moves = append(g.Moves, index)
		g.Points = append(g.Points, int16(s.Points)) //nolint:gosec // Points is within ±forcedPoints, so it fits int16
		if p.Choose.Accepts(s) {
			g.Quiet++
		}
		if err := line.Push(s.Move); err != nil {
			return nil, err
		}
		points := s.Points
		if s.Position.Turn() == game.Second {
			points = -points
		}
		won, level = winningRun(won, points), levelRun(level, line.Ply(), points)
		if won >= wonPlies || won <= -wonPlies || level >= levelPlies {
			break
		}
	}
	g.End = ending(line.Position())
	switch winner := line.Outcome().Winner; {
	case winner == game.First || won >= wonPlies:
		g.Result = Won
	case winner == game.Second || won <= -wonPlies:
		g.Result = Lost
	}
	return g, nil
}

func (p *Player) forget() {
	if f, ok := p.Engine.(engine.Forgetful); ok {
		f.NewGame()
	}
}

// think searches the last position of a line. It also returns the index of the best move in the
// list of legal moves.
func (p *Player) think(ctx context.Context, line *game.Line) (Step, uint16, error) {
	at := line.Position()
	info, err := p.Engine.Think(ctx, line.View(at.Turn()), engine.Limits{Nodes: p.Header.Nodes}, nil)
	if err == nil {
		err = ctx.Err() // discard the result of an interrupted search, because it has not searched Header.Nodes nodes
	}
	if err != nil {
		return Step{}, 0, err
	}
	best, err := at.Decode(info.Best())
	if err != nil {
		return Step{}, 0, err
	}
	index := slices.Index(at.Legal(), best)
	if index < 0 {
		return Step{}, 0, game.Err(BadData, "the engine answered ", info.Best(), ", which is not a legal move")
	}
	s := Step{Ply: line.Ply(), Position: at, Move: best}
	switch score := info.Lines[0].Score; {
	case score.Mate > 0:
		s.Points, s.Forced = forcedPoints, true
	case score.Mate < 0:
		s.Points, s.Forced = -forcedPoints, true
	default:
		s.Points = min(max(score.Points, -mostPoints), mostPoints)
	}
	return s, uint16(index), nil //nolint:gosec // no game has so many moves
}

// open draws random opening moves until the engine scores the position as balanced.
func (p *Player) open(ctx context.Context, number int) (*game.Line, []uint16, error) {
	rng := p.Header.rand(number, ofOpening)
	setup := p.Header.setup(p.Rules, number)
	balance := p.Header.Balance
	for range openingTries {
		line, err := game.NewLine(p.Rules, setup)
		if err != nil {
			return nil, nil, err
		}
		var moves []uint16
		for len(moves) < p.Header.Plies+number&1 && !line.Outcome().Over() {
			some := duel.Sensible(line)
			m := some[rng.IntN(len(some))]
			index := slices.Index(line.Position().Legal(), m)
			moves = append(moves, uint16(index)) //nolint:gosec // a legal move; no game has so many
			if err := line.Push(m); err != nil {
				return nil, nil, err
			}
		}
		if line.Outcome().Over() {
			continue
		}
		p.forget()
		s, _, err := p.think(ctx, line)
		if err != nil {
			return nil, nil, err
		}
		if s.Points <= balance && s.Points >= -balance {
			return line, moves, nil
		}
		balance += balance/8 + 1 // accept more imbalance, because the game may not have enough balanced openings
	}
	return nil, nil, game.Err(game.BadPosition, "no level opening was found")
}

// winningRun updates n, the number of consecutive plies at which one side is winning. A positive
// number counts for the first side, a negative number for the second side.
func winningRun(n, points int) int {
	switch {
	case points > wonPoints:
		return max(n, 0) + 1
	case points < -wonPoints:
		return min(n, 0) - 1
	}
	return 0
}

// levelRun updates n, the number of consecutive plies at which neither side has an advantage.
func levelRun(n, ply, points int) int {
	if ply < levelFrom || points > levelPoints || points < -levelPoints {
		return 0
	}
	return n + 1
}
