package main

import (
	"math/rand/v2"
)

// campaign describes the random games that the test plays, and the name under which the checking
// program (check.cjs or an engine) knows the rules.
type campaign struct {
	game    string
	variant string // variant name for check.cjs and the engine
	start   func(r *rand.Rand, n int) start
}

// start is the start of a random game and its maximum length in plies.
type start struct {
	text  string // "" means the default start
	plies int
	eager bool // true if random moves are mainly special moves such as castling
}

// These functions return the three kinds of random games. Games from constructed positions are
// short, because after some moves the special features of the position are gone.
func long(text string) start  { return start{text: text, plies: 150} }
func short(text string) start { return start{text: text, plies: 24} }
func eager(text string) start { return start{text: text, plies: 6, eager: true} }

// campaigns holds the campaigns by their names on the command line.
var campaigns = map[string]campaign{
	"chess": {
		game: "chess", variant: "standard",
		start: func(r *rand.Rand, n int) start {
			const usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
			switch n % 16 {
			case 0:
				return long("")
			case 1:
				return long(thinned(r, usual, "KR"))
			case 2, 3:
				return short(intruded(r, usual))
			case 4, 5:
				return short(chessPieces.place(r))
			case 6:
				return short(blockedPawns(r))
			}
			return eager(passing(r))
		},
	},
	"chess960": {
		game: "chess", variant: "960",
		start: func(r *rand.Rand, n int) start {
			white, black := n%960, n%960
			if n/960%2 == 1 { // in every second pass through the 960 arrays, black gets a random array
				black = r.IntN(960)
			}
			text := shuffledStart(white, black)
			switch r.IntN(10) {
			case 0:
				return long(text)
			case 1:
				return long(thinned(r, text, "KR"))
			case 2, 3, 4, 5:
				return eager(intruded(r, text))
			}
			return short(intruded(r, text))
		},
	},
	"xiangqi": {
		game: "xiangqi", variant: "standard",
		start: func(r *rand.Rand, n int) start {
			switch n % 6 {
			case 0:
				return long("")
			case 1:
				return long(thinned(r, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "K"))
			}
			return short(xiangqiPieces.place(r))
		},
	},
}
