package main

import (
	"testing"

	"kydai/game"
)

// TestPerftByFrame checks the perft counts (numbers of move sequences). A game's own fast perft
// function must give the same count as the slow one, which uses only the interface game.Position.
func TestPerftByFrame(t *testing.T) {
	for _, r := range allGames() {
		p, err := r.New(game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for depth := range 3 {
			slow, fast := perft(plain{p}, depth), perft(p, depth)
			if slow != fast {
				t.Errorf("%s to depth %d: the frame counts %d, the game %d", r.Info().Name, depth, slow, fast)
			}
		}
		if n := perft(plain{p}, 1); n != uint64(len(p.Legal())) {
			t.Errorf("%s: %d at depth 1, %d legal moves", r.Info().Name, n, len(p.Legal()))
		}
	}
}

// plain wraps a position without its method Perft, so that perft uses the slow count.
type plain struct{ game.Position }

func (p plain) Play(m game.Move) game.Position { return plain{p.Position.Play(m)} }

func (p plain) Completions(m game.Move) []game.Weighted { return game.CompletionsOf(p.Position, m) }
