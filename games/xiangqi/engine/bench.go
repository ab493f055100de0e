package engine

import (
	"kydai/engine/alphabeta"
	"kydai/games/xiangqi"
)

// BenchPositions are the positions that Bench searches: openings, middlegames and endings.
var BenchPositions = []string{
	xiangqi.Start,
	"r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 6 5",
	"r1bakab1r/9/2n1c1n1c/p3p1p1p/2p6/6P2/P1P1P3P/1CN1C1N2/9/R1BAKAB1R w - - 0 6",
	"2bakab2/9/1cn1c1n2/p1p1p3p/6p2/1rP3P2/P3P3P/2N1C1N2/3R5/2BAKAB1R b - - 3 12",
	"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
	"2ba1k3/4a4/n3b1R2/p1p1p3p/9/2P3c2/P3P3P/4B1N2/4A4/2B1KA1r1 w - - 4 24",
	"3akab2/9/2n1b4/p1N1p3p/4n1p2/2P6/P3P3P/4C4/4A4/2B1KAB2 w - - 2 25",
	"2bak4/4a4/4b4/4p1n1p/p8/2P2N3/P5c1P/3AB4/9/3AK1B1C b - - 1 30",
	"3k1a3/4a4/4b4/2P6/5n3/9/4p4/4B4/4A4/4KAB1N w - - 5 45",
	"4kab2/4a4/4b4/9/4R4/9/4r3P/4B4/4A4/2BK1A3 w - - 3 40",
}

// benchDepth is chosen so that the benchmark takes a few seconds.
const benchDepth = 11

// Bench searches the bench positions and returns the number of nodes. The number changes only if the
// engine changes, or the net that comes with the program.
func Bench() (nodes uint64, err error) {
	return alphabeta.BenchStarts(newBenched(), benchDepth, xiangqi.Rules{}, BenchPositions)
}
