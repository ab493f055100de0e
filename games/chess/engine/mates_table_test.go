package engine

// mates lists positions from fast games in which the side to move can force mate in exactly the
// given number of moves. The last field is a first move that does so.
var mates = []struct {
	fen   string
	moves int
	best  string
}{
	{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1, "a1a8"},
	{"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", 1, "f1f8"},
	{"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, "h5f7"},
	{"6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", 1, "g5f7"},
	{"2k5/3r3p/PR2B2P/2PP2K1/8/8/8/8 w - - 3 53", 2, "d5d6"},
	{"7r/4k2p/3pBp2/1p1P4/5b1P/8/1q4P1/5K2 b - - 2 44", 2, "f4g3"},
	{"1Q3Q2/2nk3p/8/4P1p1/3p1P2/4K3/7P/8 w - - 0 57", 2, "e3e4"},
	{"1b6/5Q1R/kr5r/1N6/2B2Pb1/1PP5/P2K2P1/R7 w - - 1 35", 2, "f7a7"},
	{"r4k1r/8/2q2p2/p2nn2p/1p1p2pP/P5P1/1PP2PK1/R2QB2R b - - 2 25", 2, "d5e3"},
	{"8/8/2b2k2/2P5/p7/2P3K1/1q6/8 b - - 1 56", 2, "f6g5"},
	{"8/8/2R5/5Q2/1k4P1/5PK1/Pqp4P/8 w - - 1 45", 2, "f5c5"},
	{"8/8/1R6/2Q5/7k/1P6/3K4/8 w - - 1 53", 2, "b6g6"},
	{"8/RR6/5Nkp/8/8/5NP1/8/6K1 w - - 1 44", 3, "g3g4"},
	{"3k4/1pp5/3p4/R2Nn3/2PPQ1P1/P7/3P1P2/2B1KB2 w - - 1 35", 3, "e4f5"},
	{"8/7k/5Q2/6P1/2P5/8/4K2P/8 w - - 1 53", 3, "g5g6"},
	{"8/6k1/4K3/5Q2/8/8/8/8 w - - 5 76", 3, "f5g5"},
	{"8/8/5B2/5Q2/8/3K4/6k1/8 w - - 5 63", 3, "f5g4"},
	{"8/1r6/8/7K/5q2/8/8/k7 b - - 3 64", 3, "b7b5"},
	{"8/5k2/p7/5r2/8/1K6/3q4/8 b - - 5 58", 3, "d2d3"},
	{"6Q1/3k4/4p3/1ppbP2Q/8/6P1/P1p2P2/4K3 w - - 0 34", 3, "h5f7"},
	{"8/8/p3k3/3p4/4r3/8/1p3K2/8 b - - 1 62", 4, "b2b1q"},
	{"7Q/4N3/8/1k6/8/4NP2/6PK/8 w - - 1 57", 4, "e3d5"},
	{"8/3K4/8/3P3k/5Q2/8/8/8 w - - 7 75", 4, "d7e6"},
	{"5k2/6R1/8/4K3/3N2P1/4P3/8/8 w - - 3 68", 4, "e5f6"},
	{"1k6/7R/3PK3/pP6/8/1PP5/8/8 w - - 1 62", 4, "h7c7"},
	{"8/8/8/4k3/6p1/1r5p/7K/8 b - - 1 60", 4, "e5f4"},
	{"8/p4p2/k4r2/3p1P2/3P4/1r6/4K3/8 b - - 0 44", 4, "f6f5"},
}
