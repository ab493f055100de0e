// Package engine says what a machine player is: it is shown a line, thinks
// within limits and answers with a move. Ours, other people's programs behind
// a protocol, and the algorithms of the lab are all Engines.
package engine

import (
	"context"
	"time"

	"kydai/game"
)

// Engine is a machine player. It thinks about one line at a time.
type Engine interface {
	// Think answers for the side to act in line, which is a view: what is
	// hidden from that side is not in it. The answer's first line begins
	// with the move to play. When ctx ends, the best answer so far is given;
	// an error means there is none. report may be nil; it is called from
	// Think's goroutine or never concurrently with itself.
	Think(ctx context.Context, line *game.Line, lim Limits, report func(Info)) (Info, error)
	// Close frees what the engine holds. It is called once.
	Close() error
}

// Optional abilities of engines, found by assertion.
type (
	// Forgetful engines can be told that a new game begins.
	Forgetful interface{ NewGame() }
	// Adjustable engines have options by name, as protocols offer them.
	Adjustable interface {
		Options() []Option
		SetOption(name, value string) error
	}
)

// Option is one setting of an engine.
type Option struct {
	Name, Default string
	Kind          string // "check", "spin", "string", "button"
	Least, Most   int    // of a spin
}

// Limits say how long to think. Zero values do not limit; with none at all
// the engine thinks until its context ends.
type Limits struct {
	Depth     int
	Nodes     uint64
	Mate      int
	MoveTime  time.Duration    // for this move
	Left, Inc [2]time.Duration // on the clocks, by side
	MovesToGo int              // until more time is given
	MultiPV   int
	Only      []string // codes of the moves to choose from
}

// Within are the limits, tightened to a depth, a number of nodes and a time for
// the move; zero tightens nothing.
func (l Limits) Within(depth int, nodes uint64, move time.Duration) Limits {
	l.Depth = tighter(l.Depth, depth)
	l.Nodes = tighter(l.Nodes, nodes)
	l.MoveTime = tighter(l.MoveTime, move)
	return l
}

// tighter is the smaller of two limits of which zero is none.
func tighter[T int | uint64 | time.Duration](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// Score is a value for the side to act.
type Score struct {
	Points int // hundredths of the game's smallest unit of material
	Mate   int // moves until the win, negative until the loss; 0 if none is forced
}

// Better reports whether s is the better score.
func (s Score) Better(t Score) bool { return s.order() > t.order() }

// order puts mates beyond all points, the quicker win first.
func (s Score) order() int {
	switch {
	case s.Mate > 0:
		return 1_000_000 - s.Mate
	case s.Mate < 0:
		return -1_000_000 - s.Mate
	}
	return s.Points
}

// Variation is a line of play with its value.
type Variation struct {
	Score Score
	Codes []string
}

// Info is what an engine knows while thinking and at the end.
type Info struct {
	Depth, Deepest int
	Nodes          uint64
	Elapsed        time.Duration
	Full           int         // of its table, in thousandths
	Lines          []Variation // best first
}

// Best is the code of the move to play, or "".
func (i Info) Best() string {
	if len(i.Lines) == 0 || len(i.Lines[0].Codes) == 0 {
		return ""
	}
	return i.Lines[0].Codes[0]
}

// Ponder is the expected answer, or "".
func (i Info) Ponder() string {
	if len(i.Lines) == 0 || len(i.Lines[0].Codes) < 2 {
		return ""
	}
	return i.Lines[0].Codes[1]
}
