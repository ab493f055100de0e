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

// Reasons for the end of a game between engines, in addition to the reasons that the rules of the
// game define.
const (
	Illegal     game.Reason = "illegal-move" // the player to move loses
	Failure     game.Reason = "failure"      // the engine returned an error instead of a move; the player to move loses
	Adjudicated game.Reason = "adjudication"
)

// Conditions limit the length and the time of a game. If a number or a rule is zero, the condition
// does not apply. If a time is zero, its default applies.
type Conditions struct {
	// Grace is how much a player may exceed its time limit. Zero means the default grace for a time
	// per move, and no grace for a clock.
	Grace    time.Duration
	Patience time.Duration // time limit per move for a player that has no limit of its own
	Plies    int           // after this many plies the game is a draw
	Resign   Rule          // ends a game as a win if both players agree that one side is at least this far ahead
	Draw     Rule          // ends a game as a draw if both players agree that no side is further ahead than this
}

// Rule says when a game is adjudicated: when both players have reported, for Moves moves each, a
// score of at least Points. For a draw, the score must be at most Points instead. The rule does not
// apply before the ply From.
type Rule struct{ Points, Moves, From int }

// Default values of the times in Conditions.
const (
	usualGrace    = 200 * time.Millisecond
	usualPatience = 5 * time.Minute
)

// Seat is a player in a game, with its running engine.
type Seat struct {
	player.Player
	Engine engine.Engine
}

// Game is a finished game between two engines.
type Game struct {
	Line    *game.Line
	Outcome game.Outcome
	Note    string           // error of a player as a sentence; "" if there was none
	Spent   [2]time.Duration // total thinking time by side
	Nodes   [2]uint64
	Moves   [2]int // number of moves by side
}

// Play lets the players play on from the end of the line until the game is over. It returns an
// error only if ctx ends.
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
		if p, ok := s.Engine.(engine.Preparer); ok {
			// Ignore the error: an engine that fails here also fails when it has to move.
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

// PlayNew is like Play, but creates new engines with the seed of each side and closes them after
// the game. It returns an error if an engine cannot be created or if ctx ends.
func PlayNew(ctx context.Context, line *game.Line, players [2]player.Player, seeds [2]uint64, c Conditions) (Game, error) {
	var seats [2]Seat
	defer func() {
		for _, s := range seats {
			if s.Engine != nil {
				_ = s.Engine.Close() // ignore the error: the game is over
			}
		}
	}()
	for i, p := range players {
		e, err := p.New(seeds[i])
		if err != nil {
			return Game{}, err
		}
		seats[i] = Seat{Player: p, Engine: e}
	}
	return Play(ctx, line, seats, c)
}

// Points returns the score of the first side: 1, 0.5 or 0.
func Points(o game.Outcome) float64 {
	switch o.Winner {
	case game.First:
		return 1
	case game.Second:
		return 0
	}
	return 0.5
}

// table is the state of a game in progress.
type table struct {
	Game
	seats      [2]Seat
	conditions Conditions
	left       [2]time.Duration
	lost       [2]int // by side: number of consecutive moves at which both players scored this side as lost
	level      int    // number of consecutive plies at which both players scored the game as level
}

// over returns the outcome of the game by the rules, by a claim of a player or by adjudication.
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

// move asks the engine of the side to move for a move and plays it. If the answer is illegal, late
// or missing, move returns the outcome of the game.
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
		// Cancel the search one second after the grace period. A player that answers after the
		// grace period loses in any case.
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
		// A player that exceeded its time within the grace period keeps the smallest positive time,
		// because zero would mean that the player has no clock.
		t.left[i] = max(t.left[i]-took, time.Nanosecond) + seat.Inc
	}
	t.note(i, info)
	return game.Outcome{}
}

// note updates the counts for adjudication: the number of consecutive reported scores at which a
// side is lost, and at which the game is level. A move without a reported score sets all counts to
// 0.
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
