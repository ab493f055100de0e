package tune

import (
	"cmp"
	"context"
	"io"
	"strconv"

	"kydai/engine"
	"kydai/game"
)

// SelfPlay configures self-play games that produce training positions.
type SelfPlay struct {
	Engine engine.Engine
	// Open creates the n-th game, counted from 0, and plays its opening. Balanced openings give the
	// most useful positions.
	Open  func(n int) (*game.Line, error)
	Games int
	Nodes uint64 // node limit of the search per move
	// Longest is the number of plies after which a game counts as drawn; 0 means longestGame.
	Longest int
	// Quiet reports whether a position can be used for training. The parameter best is the best
	// move that the engine found in the position.
	Quiet func(p game.Position, best game.Move) bool
	// Finished is called after every game with the numbers of games and positions written so far.
	// It may be nil.
	Finished func(games, positions int)
}

// Limits of the adjudication, which ends a game early if one side is clearly winning.
const (
	wonPoints   = 1200 // a side wins if its score stays above this for wonPlies plies
	wonPlies    = 6
	longestGame = 320
)

// Write plays the games and writes their quiet positions in the format that Read accepts. Each line
// has the position, the result of the game and the engine's score, both from the first side's point
// of view. Write returns the number of positions. If ctx ends, it stops after the current game.
func (s SelfPlay) Write(ctx context.Context, w io.Writer) (n int, err error) {
	for g := range s.Games {
		if ctx.Err() != nil {
			return n, nil //nolint:nilerr // not an error: the positions written so far are complete
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

// valued is a position with the engine's score, from the first side's point of view.
type valued struct {
	text   string
	points int
}

// game plays the n-th game and returns its quiet positions and its result.
func (s SelfPlay) game(n int) (positions []valued, result float64, err error) {
	if f, ok := s.Engine.(engine.Forgetful); ok {
		f.NewGame()
	}
	line, err := s.Open(n)
	if err != nil {
		return nil, 0, err
	}
	decided := 0
	for line.Ply() < cmp.Or(s.Longest, longestGame) && !line.Outcome().Over() && !game.ClaimOf(line).Over() {
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
		if score.Mate != 0 {
			return positions, wonBy(p.Turn(), score.Mate), nil // the search has proved the result
		}
		points := score.Points
		if p.Turn() == game.Second {
			points = -points
		}
		if points < wonPoints && points > -wonPoints && s.Quiet(p, best) {
			positions = append(positions, valued{p.String(), points})
		}
		if decided = winningRun(decided, points); decided >= wonPlies {
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

// wonBy returns the result of a game for the first side, if the side to move wins in the given number
// of moves; a negative number means that it loses.
func wonBy(turn game.Side, mate int) float64 {
	if (turn == game.First) == (mate > 0) {
		return 1
	}
	return 0
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
