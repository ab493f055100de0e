package ucci

import (
	"slices"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/protocol"
)

// goCommand holds the arguments of "go". Times are for the side to move (own) and for its
// opponent (other).
type goCommand struct {
	depth, movesToGo       int
	nodes                  uint64
	own, other             time.Duration
	ownInc, otherInc       time.Duration
	infinite, ponder, draw bool
}

const maxCount = 1 << 30

// numbers are the keywords of "go" that are followed by a number.
var numbers = []string{"depth", "nodes", "time", "movestogo", "increment", "opptime", "oppmovestogo", "oppincrement"}

// readGo parses the words after "go". If some words are invalid, it returns an error together with
// the valid part. A depth may be "infinite".
func readGo(words []string, unit time.Duration) (a goCommand, err error) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch {
		case word == "infinite":
			a.infinite = true
			continue
		case word == "ponder":
			a.ponder = true
			continue
		case word == "draw":
			a.draw = true
			continue
		case !slices.Contains(numbers, word):
			err = game.Err(game.BadOption, "unknown word after go: ", word)
			continue
		case i+1 == len(words):
			err = game.Err(game.BadOption, word, " needs a number")
			continue
		case words[i+1] == "infinite":
			continue
		}
		i++
		n, bad := protocol.Number(words[i], 0, maxCount)
		if bad != nil {
			err = bad
			continue
		}
		a.number(word, n, unit)
	}
	return a, err
}

func (a *goCommand) number(word string, n int, unit time.Duration) {
	// A move is required even if no time is left, so the shortest time is one millisecond.
	clock := max(time.Duration(n)*unit, time.Millisecond)
	switch word {
	case "depth":
		a.depth = max(n, 1)
	case "nodes":
		a.nodes = uint64(max(n, 1))
	case "time":
		a.own = clock
	case "opptime":
		a.other = clock
	case "movestogo":
		a.movesToGo = n
	case "increment":
		a.ownInc = time.Duration(n) * unit
	case "oppincrement":
		a.otherInc = time.Duration(n) * unit
	}
}

func (a *goCommand) limits(turn game.Side) engine.Limits {
	lim := engine.Limits{Depth: a.depth, Nodes: a.nodes, MovesToGo: a.movesToGo}
	own, other := turn.Index(), turn.Other().Index()
	lim.Left[own], lim.Left[other] = a.own, a.other
	lim.Inc[own], lim.Inc[other] = a.ownInc, a.otherInc
	return lim
}
