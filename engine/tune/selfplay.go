package tune

import (
	"context"
	"io"
	"math/rand/v2"
	"strconv"

	"kydai/engine"
	"kydai/game"
)

// SelfPlay says how games for tuning are made.
type SelfPlay struct {
	Rules  game.Rules
	Engine engine.Engine
	Games  int
	Nodes  uint64 // a move
	Random int    // plies played at random first
	Seed   uint64
	// Trust is the share that the engine's own value has in the result that
	// is written, and Scale the steepness that turns a value into a result.
	// A value says more about a position than the end of a long game.
	Trust, Scale float64
	// Quiet reports whether a position may be told its value from, given the
	// move that the engine found in it.
	Quiet func(p game.Position, best game.Move) bool
}

// When a game is no longer played out.
const (
	wonPoints   = 1200 // of value, for wonPlies plies
	wonPlies    = 6
	longestGame = 320
	mostOpening = 250 // a random opening that is worse for somebody is thrown away
)

// Write plays the games and writes their quiet positions with the result, as
// Read reads them. It returns how many positions it wrote. The end of ctx
// ends it after the game that is being played.
func (s SelfPlay) Write(ctx context.Context, w io.Writer) (n int, err error) {
	rng := rand.New(rand.NewPCG(s.Seed, 77))
	for range s.Games {
		select {
		case <-ctx.Done():
			return n, nil
		default:
		}
		positions, result, err := s.game(rng)
		if err != nil {
			return n, err
		}
		for _, p := range positions {
			label := result*(1-s.Trust) + chance(float64(p.points), s.Scale)*s.Trust
			if _, err := io.WriteString(w, p.text+";"+strconv.FormatFloat(label, 'g', 4, 64)+"\n"); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// valued is a position with the engine's value for the first side.
type valued struct {
	text   string
	points int
}

// game plays one game from a random opening that is fair enough.
func (s SelfPlay) game(rng *rand.Rand) (positions []valued, result float64, err error) {
	if f, ok := s.Engine.(engine.Forgetful); ok {
		f.NewGame()
	}
	line, err := s.opening(rng)
	if err != nil {
		return nil, 0, err
	}
	claims, _ := s.Rules.(game.Claimer)
	decided := 0
	for line.Ply() < longestGame && !line.Outcome().Over() {
		if claims != nil && claims.Claim(line).Over() {
			return positions, 0.5, nil
		}
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
		if len(positions) == 0 && (points > mostOpening || points < -mostOpening) {
			return nil, 0, nil
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

// opening plays random moves.
func (s SelfPlay) opening(rng *rand.Rand) (*game.Line, error) {
	for {
		line, err := game.NewLine(s.Rules, game.Setup{})
		if err != nil {
			return nil, err
		}
		for range s.Random + rng.IntN(2) {
			legal := line.Legal()
			if len(legal) == 0 {
				break
			}
			if err := line.Push(legal[rng.IntN(len(legal))]); err != nil {
				return nil, err
			}
		}
		if len(line.Legal()) > 0 {
			return line, nil
		}
	}
}
