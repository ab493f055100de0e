package xiangqi

import (
	"math/rand/v2"
	"testing"

	"kydai/game"
)

// TestAttackersAreStrikers checks that Attackers, which engines use, agrees with the captures that
// the rules allow.
func TestAttackersAreStrikers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		b := position(t, Start).Board()
		for range rng.IntN(120) {
			legal := b.Legal(nil)
			if len(legal) == 0 {
				break
			}
			b.Do(legal[rng.IntN(len(legal))])
		}
		for sq := range Points {
			got := b.Attackers(sq, b.All())
			for from := range Points {
				want := from != sq && b.cells[from] != 0 && b.strikes(from, sq) &&
					(b.cells[from].Kind() != King || beside[from].Has(sq))
				if got.Has(from) != want {
					t.Fatalf("%d attacks %d: %v, want %v", from, sq, got.Has(from), want)
				}
				if b.HorsesSeeing(sq).Has(from) && b.cells[from].Kind() == Horse && !b.HorseSees(from).Has(sq) {
					t.Fatalf("a horse on %d does not see %d", from, sq)
				}
			}
			if fileWord(sq%Files, b.All()) != b.files[sq%Files] {
				t.Fatal("the file gathered is not the file kept")
			}
		}
	}
}

// TestAttackersOnFewerPieces checks that Attackers with an occupancy of fewer pieces gives the same
// result as a board that has only those pieces.
func TestAttackersOnFewerPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 300 {
		b := position(t, Start).Board()
		for range rng.IntN(80) {
			legal := b.Legal(nil)
			if len(legal) == 0 {
				break
			}
			b.Do(legal[rng.IntN(len(legal))])
		}
		thin := b.Clone()
		for sq := range Points {
			if k := b.cells[sq].Kind(); k != None && k != King && rng.IntN(3) == 0 {
				thin.Put(game.Square(sq), 0)
			}
		}
		for sq := range Points {
			if b.Attackers(sq, thin.All()) != thin.Attackers(sq, thin.All()) {
				t.Fatalf("point %d", sq)
			}
		}
	}
}

// TestCanPlayIsLegal checks that CanPlay accepts a move from any position if and only if the move
// is legal in this position. It also checks that GivesCheck agrees with the position after the
// move.
func TestCanPlayIsLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	var strangers []game.Move
	for i := range 2000 {
		b := scatter(rng, i%2 == 0)
		legal := map[game.Move]bool{}
		for _, m := range b.Legal(nil) {
			legal[m] = true
			strangers = append(strangers, m)
		}
		if n := len(b.Quiets(b.Noisy(nil))); n != len(legal) {
			t.Fatalf("%d moves noisy and quiet, %d in all", n, len(legal))
		}
		for m := range legal {
			if !b.CanPlay(m) {
				t.Fatalf("%s is legal", Code(m))
			}
			says := b.GivesCheck(m)
			b.Do(m)
			if b.InCheck() != says {
				t.Fatalf("%s gives check: %v", Code(m), !says)
			}
			b.Undo()
		}
		strangers = strangers[max(0, len(strangers)-400):]
		for _, m := range strangers {
			if b.CanPlay(m) != legal[m] {
				t.Fatalf("%s: %v", Code(m), !legal[m])
			}
		}
		if b.CanPlay(game.NewMove(game.NoSquare, 3, 1, 0, 0)) {
			t.Fatal("a drop")
		}
	}
}
