// Package engine defines the interface of an engine: it receives a game as played (a line),
// searches within limits and answers with a move. Our own engines, external programs and the
// experimental algorithms all implement Engine.
package engine

import (
	"context"
	"time"

	"kydai/game"
)

// Engine plays a game. It searches one line at a time.
type Engine interface {
	// Think searches for a move of the side to move. The line is the view of this side, so it
	// contains nothing that is hidden from the side. The first variation of the result begins with
	// the move to play. When ctx ends, Think returns the best result so far; it returns an error
	// only if it has none. Think calls the function report with intermediate results, one call at a
	// time; report may be nil.
	Think(ctx context.Context, line *game.Line, lim Limits, report func(Thought)) (Thought, error)
	// Close frees the engine's resources. The caller calls it exactly once.
	Close() error
}

// Optional abilities of engines, which callers find by type assertion.
type (
	// Forgetful is an engine that can discard what it remembers from earlier games, such as a
	// hash table.
	Forgetful interface{ NewGame() }
	// Preparer is an engine that can prepare for a line before its clock starts.
	Preparer interface {
		Prepare(ctx context.Context, line *game.Line) error
	}
	// Blinkered is an engine that can overlook moves on purpose: its searches leave out the moves
	// for which unseen returns true. The setting stays until Overlook is called again. With nil, no
	// move is left out.
	Blinkered interface{ Overlook(unseen Unseen) }
	// Calibrated is an engine whose levels were calibrated with an older evaluation or other search
	// parameters than those of its full strength. Between Calibrate(true) and Calibrate(false) it
	// searches with the older ones.
	Calibrated interface{ Calibrate(on bool) }
	// Tunable is an engine whose search has numbers that can be changed by name, to find better ones.
	Tunable interface {
		Params() []Param
		// SetParam sets the number for the next searches at full strength. It returns an error if
		// there is no such number or if the value is outside its range.
		SetParam(name string, value int) error
	}
	// Teachable is an engine that can evaluate with a neural net.
	Teachable interface {
		// Teach makes the engine evaluate with the net in the given file, for all searches at full
		// strength. If it returns an error, the engine goes on as before.
		Teach(file []byte) error
	}
	// Adjustable is an engine with named options that a protocol can list and set.
	Adjustable interface {
		Options() []Option
		SetOption(name, value string) error
	}
)

// Unseen reports whether a search must leave out a move. Without a reply (game.NoMove), the move is
// first, in the position that is searched. Otherwise the move is reply, played after first.
type Unseen = func(first, reply game.Move) bool

// Option is one setting of an engine.
type Option struct {
	Name, Default string
	Kind          string // "check", "spin", "string", "button"
	Least, Most   int    // smallest and largest value of a spin option
}

// Param is one number of a search, with its range.
type Param struct {
	Name               string
	Value, Least, Most int
}

// Limits bound a search. A zero value means no limit; without any limit the
// engine searches until its context ends. In JSON, durations are whole
// milliseconds.
type Limits struct {
	Depth     int              `json:"depth,omitempty"`
	Nodes     uint64           `json:"nodes,omitempty"`
	Mate      int              `json:"mate,omitempty"`
	MoveTime  time.Duration    `json:"time,omitempty"` // time limit for this move
	Left      [2]time.Duration `json:"left,omitzero"`  // time left on the clocks of the first and the second side
	Inc       [2]time.Duration `json:"inc,omitzero"`
	MovesToGo int              `json:"movesToGo,omitempty"` // moves until the next time control
	MultiPV   int              `json:"lines,omitempty"`
	Only      []string         `json:"only,omitempty"` // codes of the moves to choose from; empty: all legal moves
}

// MaxMillis is the longest duration accepted in JSON, in milliseconds: 34 years.
const MaxMillis = 1 << 40

// Within returns a copy of the limits that is at least as strict as the arguments: a limit of
// depth, nodes or time per move that is higher is lowered. A zero argument changes nothing.
func (l Limits) Within(depth int, nodes uint64, move time.Duration) Limits {
	l.Depth = tighter(l.Depth, depth)
	l.Nodes = tighter(l.Nodes, nodes)
	l.MoveTime = tighter(l.MoveTime, move)
	return l
}

// tighter returns the smaller of two limits; zero means no limit.
func tighter[T int | uint64 | time.Duration](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// Score is an evaluation for the side to move: points, or the number of moves to a forced mate.
type Score struct {
	Points int `json:"points" doc:"Value for the side to move, in hundredths of the smallest unit of material."`
	Mate   int `json:"mate,omitempty" doc:"Number of moves until a forced win; negative for a forced loss; 0 if no mate is forced."`
}

// Better reports whether s is better than t for the side to move.
func (s Score) Better(t Score) bool { return s.order() > t.order() }

// order returns a number for comparing scores. Forced wins are above all scores in points, and
// forced losses below. A quicker win is better than a slower one, a slower loss better than a
// quicker one.
func (s Score) order() int {
	switch {
	case s.Mate > 0:
		return 1_000_000 - s.Mate
	case s.Mate < 0:
		return -1_000_000 - s.Mate
	}
	return s.Points
}

// Variation is a sequence of moves that a search expects, with its score.
type Variation struct {
	Score
	Codes []string `json:"codes" doc:"Codes of the moves, starting from the analysed position."`
}

// Thought is the result of a search so far, or the final result. In JSON, durations are whole
// milliseconds.
type Thought struct {
	Depth   int           `json:"depth"`
	Deepest int           `json:"deepest,omitempty" doc:"Depth of the longest line searched, in plies."`
	Nodes   uint64        `json:"nodes"`
	Elapsed time.Duration `json:"took" doc:"Search time in milliseconds."`
	Full    int           `json:"full,omitempty" doc:"Fill level of the engine's hash table, in thousandths."`
	Lines   []Variation   `json:"lines" doc:"Lines found by the search, best first."`
}

// Best returns the code of the move to play, or "" if the search has found no move.
func (t Thought) Best() string {
	if len(t.Lines) == 0 || len(t.Lines[0].Codes) == 0 {
		return ""
	}
	return t.Lines[0].Codes[0]
}

// Ponder returns the code of the expected reply, or "" if the search has found none.
func (t Thought) Ponder() string {
	if len(t.Lines) == 0 || len(t.Lines[0].Codes) < 2 {
		return ""
	}
	return t.Lines[0].Codes[1]
}
