package engine

import (
	"kydai/engine/alphabeta"
	"kydai/games/chess"
)

// BenchPositions are the positions that Bench searches: openings, middlegames and endings.
var BenchPositions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 4 9",
	"r2q1rk1/1b2bppp/p1n1pn2/1pp5/3P4/1BN1PN2/PP2QPPP/R1BR2K1 b - - 3 12",
	"2r2rk1/pb1nqppp/1p2p3/3pP3/1P1P4/P2B1N2/3Q1PPP/R1R3K1 w - - 1 18",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	"3r1rk1/p3qp1p/2bb2p1/2p5/3p4/1P4P1/PBQN1PBP/R3R1K1 w - - 0 22",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"8/pp3k1p/2p1n1p1/4P3/3PR3/1P4P1/P4K1P/3r4 w - - 2 34",
	"4k3/1p4p1/p3p2p/P2pP3/1P1P2P1/3K4/7P/8 w - - 0 40",
	"6k1/5p2/6p1/1Q5p/7P/5qP1/5P1K/8 b - - 5 50",
	"r1b1k2r/2qnbppp/p2ppn2/1p4B1/3NPPP1/2N2Q2/PPP4P/2KR1B1R w kq - 0 11",
}

// benchDepth is chosen so that the benchmark takes a few seconds.
const benchDepth = 12

// Bench searches the bench positions and returns the number of nodes. The number changes only if the
// engine changes, or the net that comes with the program.
func Bench() (nodes uint64, err error) {
	return alphabeta.BenchStarts(newBenched(), benchDepth, chess.Rules{}, BenchPositions)
}
