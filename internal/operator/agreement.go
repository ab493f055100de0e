package operator

import (
	"strings"

	"kydai/engine"
	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
	"kydai/review"
)

// Agreement counts how often the moves of a player agree with a stored review.
// It is no proof of cheating: strong players agree often, and in an easy
// position only one move is good.
type Agreement struct {
	Games  int // games with a whole review
	Moves  int // own moves that the reviews judge
	Agreed int // of them: the first choice of the engine
	Loss   float64
}

// Share is the fraction of moves that the engine would have played; 0 without moves.
func (a *Agreement) Share() float64 { return a.per(float64(a.Agreed)) }

// MeanLoss is the mean winning chance that a move has lost; 0 without moves.
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

// agreementOf compares the moves of a side with a review of its match. scale is
// the scale of the winning chance for the engine of that game.
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

// chancePlayed returns the winning chance of the player after their move. It
// comes from the review of the played move, searched before its chance outcome;
// otherwise from the review of the next position, or from the result of the
// game.
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

// isSame reports whether a played move is the engine's best move. The code of a
// played move may end with the pieces that the move revealed.
func isSame(played, best string, reveals bool) bool {
	return played == best || reveals && strings.HasPrefix(played, best)
}
