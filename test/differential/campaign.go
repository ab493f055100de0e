package main

import (
	"math/rand/v2"
)

// campaign says what is played and how the checker is to understand it.
type campaign struct {
	game    string
	variant string // what check.cjs and the engine are told beside the game's name
	start   func(r *rand.Rand, n int) start
}

// start is where a random game begins and after how many plies it is broken
// off at the latest.
type start struct {
	text  string // "" is the usual one
	plies int
	eager bool // for moves that are more than from here to there, as castling is
}

// Games from made-up positions are short: what makes these special is soon
// gone.
func long(text string) start  { return start{text: text, plies: 150} }
func short(text string) start { return start{text: text, plies: 24} }
func eager(text string) start { return start{text: text, plies: 6, eager: true} }

// campaigns by the name given on the command line.
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
			if n/960%2 == 1 { // second time round the two sides differ
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
