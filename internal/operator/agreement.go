package operator

import (
	"strings"

	"kydai/engine"
	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
	"kydai/review"
)

// Agreement counts how often the moves of a player agree with a stored engine review. A high count
// is no proof of cheating: strong players agree often, and some positions have only one good move.
type Agreement struct {
	Games  int // games that have a completed review
	Moves  int // the player's moves that the reviews judge
	Agreed int // number of the player's moves that are the engine's first choice
	Loss   float64
}

// Share is the fraction of moves that are the engine's first choice; 0 if there are no moves.
func (a *Agreement) Share() float64 { return a.per(float64(a.Agreed)) }

// MeanLoss is the average loss of winning chance per move, from 0 to 1. It is 0 if there are no
// moves.
func (a *Agreement) MeanLoss() float64 { return a.per(a.Loss) }

func (a *Agreement) per(sum float64) float64 {
	if a.Moves == 0 {
		return 0
	}
	return sum / float64(a.Moves)
}

func (a *Agreement) add(b *Agreement) {
	a.Games += b.Games
	a.Moves += b.Moves
	a.Agreed += b.Agreed
	a.Loss += b.Loss
}

// agreementOf compares the moves of one side with the review of the match. The parameter scale is
// the engine's scale for winning chances in this game.
func agreementOf(m *match.Match, side game.Side, found []play.ReviewFound, scale float64) Agreement {
	out := Agreement{Games: 1}
	at := map[int]play.ReviewFound{}
	for _, f := range found {
		at[f.Ply] = f
	}
	line := m.View(side).Line
	codes := line.Codes()
	for ply, code := range codes {
		f, ok := at[ply]
		if line.At(ply).Turn() != side || !ok || len(f.Line) == 0 {
			continue
		}
		played, ok := chancePlayed(line, ply, &f, at, scale)
		if !ok {
			continue
		}
		out.Moves++
		if isSame(code, f.Line[0], f.Played != nil) {
			out.Agreed++
		}
		out.Loss += review.Move{Side: side, Best: engine.WinChance(f.Score, scale), Played: played}.Loss()
	}
	return out
}

// chancePlayed returns the winning chance of the player after the move at ply. It uses the review's
// score of this move if there is one; the engine computed this score before any random outcome of
// the move was known. Otherwise it uses the review of the next position, or else the result of the
// game. The second result is false if there is none of these.
func chancePlayed(line *game.Line, ply int, f *play.ReviewFound, at map[int]play.ReviewFound, scale float64) (float64, bool) {
	if f.Played != nil {
		return engine.WinChance(*f.Played, scale), true
	}
	if next, ok := at[ply+1]; ok {
		chance := engine.WinChance(next.Score, scale)
		if line.At(ply+1).Turn() == line.At(ply).Turn() {
			return chance, true
		}
		return 1 - chance, true
	}
	out := line.Outcome()
	if ply+1 != line.Ply() || !out.Over() {
		return 0, false
	}
	switch out.Winner {
	case line.At(ply).Turn():
		return 1, true
	case game.NoSide:
		return 0.5, true
	}
	return 0, true
}

// isSame reports whether a played move is the engine's best move. In a game with hidden pieces, the
// code of the played move may be longer, because a suffix names the pieces that the move revealed.
func isSame(played, best string, reveals bool) bool {
	return played == best || reveals && strings.HasPrefix(played, best)
}
