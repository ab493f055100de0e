package playthrough

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"kydai/game"
	"kydai/games"
	"kydai/internal/desk"
	"kydai/internal/desk/full"
)

// whole is the content of games/<game>/testdata/whole.json: a complete game with its result.
// Browser tests play this game with mouse clicks. For a game with hidden pieces, it contains the
// seed from which the pieces are dealt.
type whole struct {
	Seed   uint64   `json:"seed"`
	Moves  []string `json:"moves"`
	Winner string   `json:"winner"` // name of the winning side, from the Sides of the game's Info; "" means a draw
	Why    string   `json:"why"`
}

// TestWholeGames checks that the game in each whole.json ends with the result in the file, and not
// before its last move.
func TestWholeGames(t *testing.T) {
	for _, r := range append(games.All(), games.Examples()...) {
		in := r.Info()
		text, err := os.ReadFile(filepath.Join("..", "..", "games", in.Name, "testdata", "whole.json"))
		if err != nil {
			t.Error(err)
			continue
		}
		var w whole
		if err := json.Unmarshal(text, &w); err != nil || len(w.Moves) == 0 {
			t.Errorf("%s: %d moves, %v", in.Name, len(w.Moves), err)
			continue
		}
		why, winner := ended(t, r, w)
		if why != w.Why || winner != w.Winner {
			t.Errorf("%s ends with %q for %q; whole.json says %q for %q", in.Name, why, winner, w.Why, w.Winner)
		}
	}
}

// ended plays a whole game. It returns the reason why the game ended and the name of the winner.
func ended(t *testing.T, r game.Rules, w whole) (why, winner string) {
	t.Helper()
	in := r.Info()
	names := map[string]string{game.First.String(): in.Sides[0], game.Second.String(): in.Sides[1]}
	if _, dealt := r.(game.Dealer); dealt {
		q, err := json.Marshal(desk.Request{Op: "new", Game: in.Name, Seed: w.Seed, Moves: w.Moves})
		if err != nil {
			t.Fatal(err)
		}
		var a struct {
			State *struct{ Why, Winner string }
		}
		if err := json.Unmarshal(desk.NewDesk(full.Games()...).Answer(q, nil), &a); err != nil || a.State == nil {
			t.Fatalf("%s: no state, %v", in.Name, err)
		}
		return a.State.Why, names[a.State.Winner]
	}
	line, err := game.NewLine(r, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range w.Moves {
		if err := line.Play(code); err != nil {
			t.Errorf("%s: %v", in.Name, err)
			break
		}
	}
	out := line.Outcome()
	return string(out.Why), names[out.Winner.String()]
}
