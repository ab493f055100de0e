package engine

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"kydai/game"
	"kydai/games/xiangqi"
)

func position(tb testing.TB, fen string) *xiangqi.Position {
	tb.Helper()
	p, err := xiangqi.Rules{}.New(game.Setup{Start: fen})
	if err != nil {
		tb.Fatalf("%s: %v", fen, err)
	}
	return p.(*xiangqi.Position)
}

func lineOf(tb testing.TB, fen string, codes ...string) *game.Line {
	tb.Helper()
	line, err := game.NewLine(xiangqi.Rules{}, game.Setup{Start: fen})
	if err != nil {
		tb.Fatalf("%s: %v", fen, err)
	}
	for _, c := range codes {
		if err := line.Play(c); err != nil {
			tb.Fatalf("%s: %v", c, err)
		}
	}
	return line
}

// walkGames calls the function look for every position of random games from the bench positions.
// The games reach every combination of material.
func walkGames(tb testing.TB, games, plies int, look func(b *xiangqi.Board)) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(11, uint64(games)))
	for g := range games {
		b := position(tb, BenchPositions[g%len(BenchPositions)]).Board()
		for range plies {
			look(b)
			ms := b.Legal(nil)
			if len(ms) == 0 {
				break
			}
			m := ms[rng.IntN(len(ms))]
			if taking := b.Noisy(nil); len(taking) > 0 && rng.IntN(3) == 0 {
				m = taking[rng.IntN(len(taking))]
			}
			b.Do(m)
		}
	}
}

// fenOf returns the position text of a board.
func fenOf(b *xiangqi.Board) string {
	text := xiangqi.BoardText(func(sq game.Square) byte { return b.At(sq).Letter() })
	if b.Turn() == game.First {
		return text + " w - - 0 1"
	}
	return text + " b - - 0 1"
}

// turned returns the position with the colours exchanged.
func turned(fen string) string {
	fields := strings.Fields(fen)
	ranks := strings.Split(fields[0], "/")
	for i, j := 0, len(ranks)-1; i < j; i, j = i+1, j-1 {
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	fields[0] = strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, strings.Join(ranks, "/"))
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	return strings.Join(fields, " ")
}

// mirrored returns the position with left and right exchanged.
func mirrored(fen string) string {
	fields := strings.Fields(fen)
	ranks := strings.Split(fields[0], "/")
	for i, rank := range ranks {
		back := []byte{}
		for j := len(rank) - 1; j >= 0; j-- {
			back = append(back, rank[j])
		}
		ranks[i] = string(back)
	}
	fields[0] = strings.Join(ranks, "/")
	return strings.Join(fields, " ")
}
