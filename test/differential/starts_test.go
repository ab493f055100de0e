package main

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestBackRanks(t *testing.T) {
	seen := map[string]bool{}
	for n := range 960 {
		rank := backRank(n)
		seen[rank] = true
		king, left, right := strings.IndexByte(rank, 'K'), strings.IndexByte(rank, 'R'), strings.LastIndexByte(rank, 'R')
		if king < left || king > right {
			t.Errorf("array %d, %s: the king is not between the rooks", n, rank)
		}
		if (strings.IndexByte(rank, 'B')+strings.LastIndexByte(rank, 'B'))%2 == 0 {
			t.Errorf("array %d, %s: both bishops on one colour", n, rank)
		}
	}
	if len(seen) != 960 {
		t.Errorf("%d arrays, not 960", len(seen))
	}
	for n, want := range map[int]string{0: "BBQNNRKR", 518: "RNBQKBNR", 959: "RKRNNQBB"} {
		if got := backRank(n); got != want {
			t.Errorf("array %d is %s, want %s", n, got, want)
		}
	}
	if got, want := shuffledStart(0, 518), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFha - 0 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestCampaigns checks that every campaign finds enough legal start positions. Two runs with the
// same seed must find the same positions.
func TestCampaigns(t *testing.T) {
	for name, c := range campaigns {
		t.Run(name, func(t *testing.T) {
			texts := [2]string{}
			for i := range texts {
				w, err := newWalker(c, 7)
				if err != nil {
					t.Fatal(err)
				}
				var out strings.Builder
				if err := stream(&out, w, 2000, &fault{}); err != nil {
					t.Fatal(err)
				}
				if w.refused > 9*w.games/10 {
					t.Errorf("%d of %d starts were refused", w.refused, w.games)
				}
				texts[i] = out.String()
			}
			if texts[0] != texts[1] {
				t.Error("the same seed gave different games")
			}
		})
	}
}

func TestPack(t *testing.T) {
	if got, want := pack([]byte{0, 0, 'a', '/', 'b', 0, 0}), "2a/b2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := pack(unpack("2a/b2/3")), "2a/b2/3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		board, _, _ := strings.Cut(thinned(r, shuffledStart(518, 518), "KR"), " ")
		if strings.Count(board, "R") != 2 || strings.Count(board, "k") != 1 || strings.Count(board, "/") != 7 {
			t.Errorf("thinned to %s", board)
		}
	}
}
