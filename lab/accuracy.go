package lab

import (
	"context"
	"encoding/csv"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"kydai/engine"
	"kydai/game"
	"kydai/lab/duel"
	"kydai/lab/player"
	"kydai/review"
)

// AccuracyPlan describes a measurement of how accurately the levels of an engine play. Every level
// chooses a move in the same positions, and a longer search (the judge) assesses these moves.
type AccuracyPlan struct {
	Rules    game.Rules
	Entry    engine.Entry
	Openings duel.Openings
	// Player plays both sides of the games from which the positions are taken.
	Player    player.Player
	Games     int
	Positions int    // number of positions per game, drawn at random
	Draws     int    // number of moves that each level chooses in a position; 0 means one
	Nodes     uint64 // number of nodes that the judge searches for each move
	Timed     uint64 // node limit for a level that has only a time limit; 0 keeps the time limit
	Seed      uint64
}

// AccuracyTable holds the results of a measurement. For each game it has the means of every level
// over the positions of the game.
type AccuracyTable struct {
	Accuracy  [][engine.Levels]float64 // accuracy by game and level, from 0 to 100 as in reviews
	Loss      [][engine.Levels]float64 // lost winning chance by game and level, from 0 to 1
	Agreement [][engine.Levels]float64 // share of moves, by game and level, that are the judge's best move
	Blunders  [][engine.Levels]float64 // share of moves, by game and level, that lose more winning chance than engine.MostSlack
	// Causes counts the blunders of each level by their cause.
	Causes    [engine.Levels]Causes
	Positions int
	Moves     int // number of moves that each level chose
}

// Accuracy plays the games and judges the moves of the levels. If ctx ends, it returns the table of
// the games so far.
func Accuracy(ctx context.Context, p AccuracyPlan, report func(games int)) (AccuracyTable, error) {
	var t AccuracyTable
	inner := p.Entry.New()
	defer inner.Close() //nolint:errcheck // the run is over: an error has no effect
	for g := range p.Games {
		line, first, err := p.play(ctx, g)
		if err != nil {
			return t, err
		}
		var accuracy, loss, agreement, blunders [engine.Levels]float64
		plies := rand.New(rand.NewPCG(p.Seed, uint64(g))).Perm(line.Ply() - first)
		plies = plies[:min(p.Positions, len(plies))]
		slices.Sort(plies)
		for i, ply := range slices.Backward(plies) {
			line.Undo(line.Ply() - first - ply)
			moves, err := p.judge(ctx, inner, line, uint64(g*p.Positions+i))
			if err != nil {
				return t, err
			}
			n := float64(len(plies) * max(p.Draws, 1))
			for l := range moves {
				for _, m := range moves[l] {
					accuracy[l] += m.Accuracy() / n
					loss[l] += m.Loss() / n
					if m.best {
						agreement[l] += 1 / n
					}
					if m.Loss() > engine.MostSlack {
						blunders[l] += 1 / n
						t.Causes[l].add(m.cause)
					}
				}
			}
		}
		if len(plies) == 0 {
			continue
		}
		t.Accuracy, t.Loss, t.Agreement = append(t.Accuracy, accuracy), append(t.Loss, loss), append(t.Agreement, agreement)
		t.Blunders = append(t.Blunders, blunders)
		t.Positions += len(plies)
		t.Moves += len(plies) * max(p.Draws, 1)
		if report != nil {
			report(g + 1)
		}
	}
	return t, nil
}

// play plays the game with number g. It returns the game and the length of its opening in plies.
func (p AccuracyPlan) play(ctx context.Context, g int) (line *game.Line, first int, err error) {
	o, err := p.Openings.Opening(g)
	if err != nil {
		return nil, 0, err
	}
	if line, err = o.Line(p.Rules); err != nil {
		return nil, 0, err
	}
	first = line.Ply()
	seed := p.Seed ^ uint64(g)<<1
	_, err = duel.PlayNew(ctx, line, [2]player.Player{p.Player, p.Player}, [2]uint64{seed, seed ^ 1}, duel.Conditions{})
	return line, first, err
}

// judged is a move that a level chose, with the judge's assessment.
type judged struct {
	review.Move
	best  bool // the move is the judge's best move
	cause cause
}

// judge lets every level choose moves in a position. A longer search then judges these moves.
func (p AccuracyPlan) judge(ctx context.Context, inner engine.Engine, line *game.Line, seed uint64) (out [engine.Levels][]judged, err error) {
	turn := line.Position().Turn()
	view := line.View(turn)
	best, err := p.search(ctx, inner, view)
	if err != nil {
		return out, err
	}
	known := map[string]verdict{best.move: best}
	for l := range out {
		level := p.Entry.Levels[l]
		if level.Nodes == 0 {
			level.Nodes = p.Timed
		}
		for draw := range max(p.Draws, 1) {
			forget(inner)
			at := engine.NewHandicapped(inner, level, p.Entry, rand.New(rand.NewPCG(seed, uint64(draw))))
			t, err := at.Think(ctx, view, engine.Limits{}, nil)
			if err != nil {
				return out, err
			}
			move := t.Best()
			played, ok := known[move]
			if !ok {
				if played, err = p.search(ctx, inner, view, move); err != nil {
					return out, err
				}
				known[move] = played
			}
			m := judged{Move: review.Move{Side: turn, Best: best.chance, Played: played.chance}, best: move == best.move}
			if m.Loss() > engine.MostSlack {
				m.cause = p.causeOf(at, t, view.Position(), best, played)
			}
			out[l] = append(out[l], m)
			if level.Heat == 0 && level.Ease == 0 {
				for len(out[l]) < p.Draws {
					out[l] = append(out[l], m) // without randomness the level would choose the same move again
				}
				break
			}
		}
	}
	return out, ctx.Err()
}

// verdict is the result of the judge's search for one move.
type verdict struct {
	move, reply string  // reply is the best reply to move; "" if the best reply depends on a piece that the move reveals
	chance      float64 // winning chance after the move
}

// search lets the judge search a position. It returns the best move with its winning chance. If
// moves are given, the judge chooses from these moves.
func (p AccuracyPlan) search(ctx context.Context, e engine.Engine, view *game.Line, only ...string) (v verdict, err error) {
	forget(e)
	t, err := e.Think(ctx, view, engine.Limits{Nodes: p.Nodes, Only: only}, nil)
	if err != nil {
		return v, err
	}
	if err := ctx.Err(); err != nil {
		return v, err
	}
	return verdict{t.Best(), t.Ponder(), engine.WinChance(t.Lines[0].Score, p.Entry.Scale)}, nil
}

func forget(e engine.Engine) {
	if f, ok := e.(engine.Forgetful); ok {
		f.NewGame()
	}
}

// AccuracyRow contains the results of one level. Each margin is half the width of a 95 % confidence
// interval; one game is one sample of this interval.
type AccuracyRow struct {
	Accuracy, AccuracyMargin   float64
	Loss, LossMargin           float64
	Agreement, AgreementMargin float64
	Blunders, BlundersMargin   float64
	// Step is this level's accuracy minus the accuracy of the next lower level, compared in the
	// same games.
	Step, StepMargin float64
}

// Rows computes the row of each level from the results of all games.
func (t AccuracyTable) Rows() (rows [engine.Levels]AccuracyRow) {
	for l := range rows {
		r := &rows[l]
		r.Accuracy, r.AccuracyMargin = meanOf(len(t.Accuracy), func(i int) float64 { return t.Accuracy[i][l] })
		r.Loss, r.LossMargin = meanOf(len(t.Loss), func(i int) float64 { return t.Loss[i][l] })
		r.Agreement, r.AgreementMargin = meanOf(len(t.Agreement), func(i int) float64 { return t.Agreement[i][l] })
		r.Blunders, r.BlundersMargin = meanOf(len(t.Blunders), func(i int) float64 { return t.Blunders[i][l] })
		if l > 0 {
			r.Step, r.StepMargin = meanOf(len(t.Accuracy), func(i int) float64 { return t.Accuracy[i][l] - t.Accuracy[i][l-1] })
		}
	}
	return rows
}

// meanOf returns the mean of n values and half the width of its 95 % confidence interval.
func meanOf(n int, value func(i int) float64) (mean, margin float64) {
	var sum, squares float64
	for i := range n {
		v := value(i)
		sum, squares = sum+v, squares+v*v
	}
	count := float64(max(n, 1))
	mean = sum / count
	return mean, 1.959964 * math.Sqrt(max(squares/count-mean*mean, 0)/max(count-1, 1))
}

// WriteCSV writes the results as CSV, with a line for each level.
func (t AccuracyTable) WriteCSV(w io.Writer) error {
	records := [][]string{{"level", "accuracy", "margin", "loss", "loss_margin", "agreement", "agreement_margin", "step", "step_margin", "blunders", "blunders_margin", "overlooked", "deep", "senseless", "games", "positions", "moves"}}
	for l, r := range t.Rows() {
		records = append(records, []string{
			strconv.Itoa(l + 1), fraction(r.Accuracy), fraction(r.AccuracyMargin), fraction(r.Loss), fraction(r.LossMargin),
			fraction(r.Agreement), fraction(r.AgreementMargin), fraction(r.Step), fraction(r.StepMargin),
			fraction(r.Blunders), fraction(r.BlundersMargin),
			strconv.Itoa(t.Causes[l].Overlooked), strconv.Itoa(t.Causes[l].Deep), strconv.Itoa(t.Causes[l].Senseless),
			strconv.Itoa(len(t.Accuracy)), strconv.Itoa(t.Positions), strconv.Itoa(t.Moves),
		})
	}
	return csv.NewWriter(w).WriteAll(records)
}

func fraction(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }

// Chart draws the accuracy by level.
func (t AccuracyTable) Chart(title string) Chart {
	c := Chart{Title: title, X: "level", Y: "accuracy, %"}
	s := Series{Name: "accuracy with 95 % intervals"}
	for l, r := range t.Rows() {
		c.Names = append(c.Names, strconv.Itoa(l+1))
		s.Values = append(s.Values, r.Accuracy)
		s.Low, s.High = append(s.Low, r.Accuracy-r.AccuracyMargin), append(s.High, r.Accuracy+r.AccuracyMargin)
	}
	c.Series = []Series{s}
	return c
}
