package tune

import (
	"context"
	"io"
	"strconv"

	"kydai/engine"
	"kydai/game"
)

// SelfPlay says how games for tuning are made.
type SelfPlay struct {
	Engine engine.Engine
	// Open begins the n-th game, counted from 0, with an opening of its own.
	// One that is worth much to a side teaches little.
	Open  func(n int) (*game.Line, error)
	Games int
	Nodes uint64 // a move
	// Quiet reports whether a position may be told its value from, given the
	// move that the engine found in it.
	Quiet func(p game.Position, best game.Move) bool
	// Finished is told after every game how many were played and how many
	// positions are written. It may be nil.
	Finished func(games, positions int)
}

// When a game is no longer played out.
const (
	wonPoints   = 1200 // of value, for wonPlies plies
	wonPlies    = 6
	longestGame = 320
)

// Write plays the games and writes their quiet positions as Read reads them:
// the position, the result of its game and the engine's value, both for the
// first side. It returns how many positions it wrote. The end of ctx ends it
// after the game that is being played.
func (s SelfPlay) Write(ctx context.Context, w io.Writer) (n int, err error) {
	for g := range s.Games {
		if ctx.Err() != nil {
			return n, nil //nolint:nilerr // what was played counts
		}
		positions, result, err := s.game(g)
		if err != nil {
			return n, err
		}
		for _, p := range positions {
			line := p.text + ";" + strconv.FormatFloat(result, 'g', -1, 64) + ";" + strconv.Itoa(p.points) + "\n"
			if _, err := io.WriteString(w, line); err != nil {
				return n, err
			}
			n++
		}
		if s.Finished != nil {
			s.Finished(g+1, n)
		}
	}
	return n, nil
}

// valued is a position with the engine's value for the first side.
type valued struct {
	text   string
	points int
}

// game plays the n-th game.
func (s SelfPlay) game(n int) (positions []valued, result float64, err error) {
	if f, ok := s.Engine.(engine.Forgetful); ok {
		f.NewGame()
	}
	line, err := s.Open(n)
	if err != nil {
		return nil, 0, err
	}
	decided := 0
	for line.Ply() < longestGame && !line.Outcome().Over() && !game.ClaimOf(line).Over() {
		info, err := s.Engine.Think(context.Background(), line, engine.Limits{Nodes: s.Nodes}, nil)
		if err != nil {
			return nil, 0, err
		}
		p := line.Position()
		best, err := p.Decode(info.Best())
		if err != nil {
			return nil, 0, err
		}
		score := info.Lines[0].Score
		points := score.Points
		if p.Turn() == game.Second {
			points = -points
		}
		if score.Mate == 0 && points < wonPoints && points > -wonPoints && s.Quiet(p, best) {
			positions = append(positions, valued{p.String(), points})
		}
		if decided = streak(decided, points); decided >= wonPlies {
			return positions, 1, nil
		} else if decided <= -wonPlies {
			return positions, 0, nil
		}
		if err := line.Push(best); err != nil {
			return nil, 0, err
		}
	}
	switch line.Outcome().Winner {
	case game.First:
		return positions, 1, nil
	case game.Second:
		return positions, 0, nil
	}
	return positions, 0.5, nil
}

// streak counts plies in a row that are won for the first side, negative for
// the second.
func streak(n, points int) int {
	switch {
	case points > wonPoints:
		return max(n, 0) + 1
	case points < -wonPoints:
		return min(n, 0) - 1
	}
	return 0
}
