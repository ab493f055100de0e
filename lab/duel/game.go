package duel

import (
	"context"
	"errors"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/lab/player"
	"kydai/protocol"
)

// Reasons why a game between machines ends, besides those of the game.
const (
	Illegal     game.Reason = "illegal-move" // the mover loses
	Failure     game.Reason = "failure"      // likewise: no answer, but an error
	Adjudicated game.Reason = "adjudication"
)

// Conditions say when a game is ended from outside. Zero values never end it,
// but for the times, whose zero values are the usual ones.
type Conditions struct {
	// Grace is by how much a player may exceed its time. Zero is the usual
	// grace for a time per move and none for a clock.
	Grace    time.Duration
	Patience time.Duration // for a move without a time limit
	Plies    int           // after so many the game is drawn
	Resign   Rule          // both players agree that one has lost so much
	Draw     Rule          // both players agree that nobody has more than so much
}

// Rule is an adjudication: a score that both players have given for so many
// moves of each, after so many plies.
type Rule struct{ Points, Moves, From int }

// Usual times.
const (
	usualGrace    = 200 * time.Millisecond
	usualPatience = 5 * time.Minute
)

// Seat is a player with its engine.
type Seat struct {
	player.Player
	Engine engine.Engine
}

// preparer is an engine with something to do before the clocks run.
type preparer interface {
	// Prepare makes ready for a game that begins with the line.
	Prepare(ctx context.Context, line *game.Line) error
}

// Game is a game that was played.
type Game struct {
	Line    *game.Line
	Outcome game.Outcome
	Note    string           // what a player did wrong, in words
	Spent   [2]time.Duration // by side
	Nodes   [2]uint64
	Moves   [2]int // that were asked for
}

// Play plays the line to its end. It fails only if ctx ends.
func Play(ctx context.Context, line *game.Line, seats [2]Seat, c Conditions) (Game, error) {
	if c.Patience == 0 {
		c.Patience = usualPatience
	}
	t := &table{Game: Game{Line: line}, seats: seats, conditions: c}
	for i, s := range seats {
		t.left[i] = s.Base
		if f, ok := s.Engine.(engine.Forgetful); ok {
			f.NewGame()
		}
		if p, ok := s.Engine.(preparer); ok {
			// Who cannot be made ready will say so when it is asked to move.
			_ = p.Prepare(ctx, line)
		}
	}
	for {
		if o := t.over(); o.Over() {
			t.Outcome = o
			return t.Game, nil
		}
		if o := t.move(ctx); o.Over() {
			t.Outcome = o
			return t.Game, ctx.Err()
		}
		if err := ctx.Err(); err != nil {
			return t.Game, err
		}
	}
}

// table is a game under way.
type table struct {
	Game
	seats      [2]Seat
	conditions Conditions
	left       [2]time.Duration
	lost       [2]int // moves in a row for which a side has been given as lost, by both
	level      int    // plies in a row that were given as level
}

// over is how the game ended, by the rules, by a claim or by adjudication.
func (t *table) over() game.Outcome {
	if o := t.Line.Outcome(); o.Over() {
		return o
	}
	if o := game.ClaimOf(t.Line); o.Over() {
		return o
	}
	c := t.conditions
	if c.Plies > 0 && t.Line.Ply() >= c.Plies {
		return game.Draw(Adjudicated)
	}
	if r := c.Resign; r.Moves > 0 && t.Line.Ply() >= r.From {
		for i, side := range []game.Side{game.First, game.Second} {
			if t.lost[i] >= 2*r.Moves {
				return game.Win(side.Other(), Adjudicated)
			}
		}
	}
	if r := c.Draw; r.Moves > 0 && t.Line.Ply() >= r.From && t.level >= 2*r.Moves {
		return game.Draw(Adjudicated)
	}
	return game.Outcome{}
}

// move asks the side to act for one move and plays it. The outcome is that of
// a move that was none.
func (t *table) move(ctx context.Context) game.Outcome {
	turn := t.Line.Position().Turn()
	i := turn.Index()
	seat := t.seats[i]
	lim := seat.Limits
	allowed, grace := lim.MoveTime, t.conditions.Grace
	if grace == 0 && seat.Base == 0 {
		grace = usualGrace
	}
	if seat.Base > 0 {
		lim.Left, lim.Inc = t.left, [2]time.Duration{t.seats[0].Inc, t.seats[1].Inc}
		if allowed == 0 || t.left[i] < allowed {
			allowed = t.left[i]
		}
	}
	wait := t.conditions.Patience
	if allowed > 0 {
		// Well beyond the grace: who is late is asked to stop, and has lost.
		wait = allowed + grace + time.Second
	}
	limited, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	view := t.Line.View(turn)
	began := time.Now()
	info, err := seat.Engine.Think(limited, view, lim, nil)
	took := time.Since(began)
	if ctx.Err() != nil {
		return game.Outcome{}
	}
	t.Spent[i] += took
	t.Moves[i]++
	t.Nodes[i] += info.Nodes
	late := allowed > 0 && took > allowed+grace || allowed == 0 && limited.Err() != nil
	switch {
	case late || errors.Is(err, protocol.ErrSilent):
		t.Note = seat.Name + " took " + took.Round(time.Millisecond).String() + " for move " + number(t.Line)
		return game.Win(turn.Other(), game.ByTime)
	case err != nil:
		t.Note = seat.Name + ", move " + number(t.Line) + ": " + err.Error()
		return game.Win(turn.Other(), Failure)
	}
	if err := t.Line.Play(info.Best()); err != nil {
		t.Note = seat.Name + ", move " + number(t.Line) + ", " + info.Best() + ": " + err.Error()
		return game.Win(turn.Other(), Illegal)
	}
	if seat.Base > 0 {
		// Who was late within the grace has next to nothing left, but a clock.
		t.left[i] = max(t.left[i]-took, time.Nanosecond) + seat.Inc
	}
	t.note(i, info)
	return game.Outcome{}
}

// note counts for how long the players have agreed. A player that gives no
// score agrees to nothing.
func (t *table) note(i int, info engine.Thought) {
	if info.Depth == 0 || len(info.Lines) == 0 {
		t.lost, t.level = [2]int{}, 0
		return
	}
	points := info.Lines[0].Score.Points
	switch n := info.Lines[0].Score.Mate; {
	case n > 0:
		points = 1 << 20
	case n < 0:
		points = -1 << 20
	}
	if points <= -t.conditions.Resign.Points {
		t.lost[i]++
	} else {
		t.lost[i] = 0
	}
	if points >= t.conditions.Resign.Points {
		t.lost[1-i]++
	} else {
		t.lost[1-i] = 0
	}
	if max(points, -points) <= t.conditions.Draw.Points {
		t.level++
	} else {
		t.level = 0
	}
}
