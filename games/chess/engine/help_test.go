package engine

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"kydai/game"
	"kydai/games/chess"
)

func board(tb testing.TB, fen string) chess.Board {
	tb.Helper()
	b, err := chess.NewBoard(fen)
	if err != nil {
		tb.Fatalf("%s: %v", fen, err)
	}
	return b
}

// starts are the start positions of random games: those of the benchmark, and positions with rare
// moves.
var starts = append([]string{
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
	"8/6k1/8/8/2B5/3N4/4K3/8 w - - 0 1",
	"8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
}, BenchPositions...)

// walkGames calls the function look for every position of random games from all starts.
func walkGames(tb testing.TB, games, plies int, look func(b *chess.Board)) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(11, uint64(games)))
	for g := range games {
		b := board(tb, starts[g%len(starts)])
		for range plies {
			look(&b)
			ms := b.Legal(nil)
			if len(ms) == 0 {
				break
			}
			b.Do(ms[rng.IntN(len(ms))])
		}
	}
}

// mirrored returns the position with the colours exchanged.
func mirrored(fen string) string {
	fields := strings.Fields(fen)
	ranks := strings.Split(fields[0], "/")
	for i, j := 0, 7; i < j; i, j = i+1, j-1 {
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	swap := func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}
	fields[0] = strings.Map(swap, strings.Join(ranks, "/"))
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[2] = strings.Map(swap, fields[2])
	if len(fields[3]) == 2 {
		fields[3] = fields[3][:1] + string(rune('1'+'8'-fields[3][1]))
	}
	return strings.Join(fields, " ")
}

func lineOf(tb testing.TB, fen string, codes ...string) *game.Line {
	tb.Helper()
	line, err := game.NewLine(chess.Rules{}, game.Setup{Start: fen})
	if err != nil {
		tb.Fatal(err)
	}
	for _, c := range codes {
		if err := line.Play(c); err != nil {
			tb.Fatalf("%s: %v", c, err)
		}
	}
	return line
}
