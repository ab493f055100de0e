package picture_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"kydai"
	"kydai/game"
	"kydai/games"
	"kydai/picture"
)

var update = flag.Bool("update", false, "write the pictures in games/<game>/testdata again")

var studio = sync.OnceValues(func() (*picture.Studio, error) { return picture.New(kydai.Looks) })

func newStudio(t testing.TB) *picture.Studio {
	t.Helper()
	s, err := studio()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// played returns a spectator's view of a game after `plies` random moves, or after fewer moves if
// the game ends earlier.
func played(t testing.TB, r game.Rules, plies int, seed uint64) *game.Line {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 1))
	setup := game.Setup{}
	if d, ok := r.(game.Dealer); ok {
		setup.Secret = d.Deal(rnd.IntN)
	}
	l, err := game.NewLine(r, setup)
	if err != nil {
		t.Fatal(err)
	}
	for l.Ply() < plies && len(l.Legal()) > 0 {
		all := l.Legal()
		if err := l.Play(l.Position().Encode(all[rnd.IntN(len(all))])); err != nil {
			t.Fatal(err)
		}
	}
	return l.View(game.NoSide)
}

// scene returns the scene (the content of a picture) of a line after the first ply moves.
func scene(t testing.TB, l *game.Line, ply int, look picture.Look) picture.Scene {
	t.Helper()
	last := picture.NoMove
	if ply > 0 {
		last = l.Move(ply - 1)
	}
	c, err := picture.Of(l.Rules(), l.At(ply), last, look)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func film(t testing.TB, l *game.Line, look picture.Look) []picture.Scene {
	t.Helper()
	var out []picture.Scene
	for ply := range l.Ply() + 1 {
		out = append(out, scene(t, l, ply, look))
	}
	return out
}

// golden compares the bytes made by a test with a golden file in games/<game>/testdata. If the flag
// -update is given, it writes the file instead.
func golden(t *testing.T, name, file string, made []byte, same func(old, made []byte) bool) {
	t.Helper()
	file = filepath.Join("..", "games", name, "testdata", file)
	if *update {
		if err := os.WriteFile(file, made, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !same(old, made) {
		t.Errorf("%s looks different now; if that is meant, run: go test ./picture -update", file)
	}
}

func all() []game.Rules { return games.All() }
