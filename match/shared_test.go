package match

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"kydai/game"
)

// TestViewsGoOn checks that views built incrementally from earlier views equal the views of a newly
// replayed match, even if moves were taken back and other moves played in between.
func TestViewsGoOn(t *testing.T) {
	hidden := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 2))
		w := newWorld(t, rng)
		for range 60 {
			w.wait()
			old := w.m
			w.m = old.Clone()
			if _, err := w.command(); err != nil && rng.IntN(2) == 0 {
				w.m = old
			}
			again, err := Replay(w.m.rules, *w.m.terms, w.m.Since(0))
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, s := range []game.Side{game.NoSide, game.First, game.Second} {
				if rng.IntN(4) == 0 {
					continue // skip a view at random, because viewers do not look at every move
				}
				mine, theirs := w.m.View(s).Line, again.View(s).Line
				if mine.Position().String() != theirs.Position().String() || mine.Key(mine.Ply()) != theirs.Key(theirs.Ply()) ||
					!slices.Equal(mine.Codes(), theirs.Codes()) || !reflect.DeepEqual(mine.Setup(), theirs.Setup()) {
					t.Fatalf("seed %d: %v sees %v, and anew %v", seed, s, mine.Codes(), theirs.Codes())
				}
			}
			if w.m.Hidden() {
				hidden++
			}
		}
	}
	if hidden < 100 {
		t.Errorf("something was hidden only %d times", hidden)
	}
}

// TestViewAfterTakeback checks that a cached view of moves that were taken back is not
// used for the moves played instead.
func TestViewAfterTakeback(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 4))
		tm := terms("5+3", againstMachine)
		tm.Game = "jieqi"
		deal(t, &tm, rng)
		m := start(t, tm)
		at := 1.0
		move := func() {
			at++
			legal := m.line.Legal()
			done(t, m.Move(m.Turn(), m.Ply(), game.ViewOf(m.line.Position(), m.Turn()).Encode(legal[rng.IntN(len(legal))]), after(at)))
		}
		for range 10 {
			move()
		}
		m.View(game.First)
		done(t, m.Follow(Event{Kind: Undone, By: game.First, Count: 2, At: after(at)}))
		move()
		move()
		again, err := Replay(m.rules, *m.terms, m.Since(0))
		done(t, err)
		if mine, theirs := m.View(game.First).Line.Codes(), again.View(game.First).Line.Codes(); !slices.Equal(mine, theirs) {
			t.Fatalf("seed %d: the view is %v, and anew %v", seed, mine, theirs)
		}
	}
}

// TestCopiesPart checks that copies of a match, which share their past events, do not change each
// other when they continue in different ways.
func TestCopiesPart(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 3))
		w := newWorld(t, rng)
		type kept struct {
			m    *Match
			seen string
		}
		all := []kept{{w.m, fingerprint(w.m)}}
		for range 30 {
			w.wait()
			w.m = all[rng.IntN(len(all))].m.Clone()
			_, _ = w.command()
			if rng.IntN(2) == 0 {
				done(t, w.m.Stamp(rng.IntN(w.m.Seq()), w.now))
			}
			all = append(all, kept{w.m, fingerprint(w.m)})
			for i, k := range all {
				if fingerprint(k.m) != k.seen {
					t.Fatalf("seed %d: copy %d of %d was changed by another", seed, i, len(all))
				}
			}
		}
	}
}
