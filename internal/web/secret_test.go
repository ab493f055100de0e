package web_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kydai/internal/bus/natsbus"

	"kydai/game"
	"kydai/games"
	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/wire"
	"kydai/match"
)

// dealt returns a random source in which only the deal of the pieces depends on the seed. The ids
// that are drawn before the deal are always the same.
func dealt(seed uint64) io.Reader {
	return io.MultiReader(bytes.NewReader(make([]byte, 16)), rand.NewChaCha8([32]byte{byte(seed)}))
}

// TestSameBytesWhateverIsHidden compares matches that differ only in information that a viewer must
// not know. The server must send this viewer exactly the same bytes for both, and refused moves
// must get the same errors.
func TestSameBytesWhateverIsHidden(t *testing.T) {
	r, _ := games.Find("jieqi")
	if _, ok := r.(game.Dealer); !ok {
		t.Fatal("nothing is hidden in this game; the test would prove nothing")
	}
	noon := time.Now()
	start := map[game.Side][]byte{}
	after := map[string][]byte{}    // frames after the first move, by side and by the code of the move with the revealed piece
	refusals := map[string][]byte{} // errors by the refused move
	deals, alike := map[string]bool{}, 0
	for seed := range uint64(24) {
		db, err := store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "x.db"))
		if err != nil {
			t.Fatal(err)
		}
		b, err := natsbus.Embedded(natsbus.ServerOptions{Name: "test"})
		if err != nil {
			t.Fatal(err)
		}
		service, err := play.New(play.Options{
			Store: db, Bus: b, Rules: games.Find, Games: games.All, Node: "n", Rand: dealt(seed), Clock: func() time.Time { return noon },
		})
		if err != nil {
			t.Fatal(err)
		}
		me := play.Player{ID: "me", Name: "me"}
		id, err := service.Start(t.Context(), me, play.NewMatch{
			Deal: play.Deal{Game: "jieqi"}, Seats: [2]match.Seat{{Kind: match.Human}, {Kind: match.Level, Level: 1}},
		})
		if err != nil {
			t.Fatal(err)
		}
		row, err := db.Load(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		deals[string(row.Secret.Open())] = true
		same := func(what string, known map[string][]byte, key string, got []byte) {
			t.Helper()
			if old, ok := known[key]; ok && !bytes.Equal(old, got) {
				t.Errorf("%s differs with the deal:\n%s\n%s", what, old, got)
			} else if ok {
				alike++
			}
			known[key] = got
		}
		frame := func(side game.Side, from int) []byte {
			snap, _, err := service.Look(t.Context(), me, id)
			if err != nil {
				t.Fatal(err)
			}
			return bytes.ReplaceAll(wire.Frame(snap, side, from, play.FrameForm{Premoves: true}), []byte(id), []byte("ID")) // an id begins with the time, so it differs between matches
		}
		sides := []game.Side{game.NoSide, game.First, game.Second}
		for _, side := range sides {
			if got := frame(side, 0); start[side] != nil && !bytes.Equal(start[side], got) {
				t.Errorf("the start differs with the deal:\n%s\n%s", start[side], got)
			} else {
				start[side] = got
			}
		}
		for _, guess := range []string{"a0a1r", "a0a1c", "a0a1", "a3a4", "a3a4p", "b2b9"} {
			_, err := service.Move(t.Context(), me, id, play.Move{Ply: 5, Code: guess})
			if err == nil {
				t.Fatal("a move ahead of the game was played")
			}
			if strings.HasSuffix(guess, "r") || strings.HasSuffix(guess, "c") || strings.HasSuffix(guess, "p") {
				_, err = service.Move(t.Context(), me, id, play.Move{Ply: 0, Code: guess})
				if err == nil {
					t.Fatalf("the guess %s was played", guess)
				}
			}
			same("the answer to "+guess, refusals, guess, []byte(err.Error()))
		}
		if _, err := service.Move(t.Context(), me, id, play.Move{Ply: 0, Code: "a0a1"}); err != nil {
			t.Fatal(err)
		}
		snap, _, _ := service.Look(t.Context(), me, id)
		turned := snap.View(game.NoSide).Line.Codes()[0]
		for _, side := range sides {
			same("what follows", after, side.String()+turned, frame(side, 1))
		}
		b.Close()
		_ = db.Close()
	}
	if len(deals) < 20 || alike < 40 {
		t.Errorf("%d deals and %d comparisons; the test would prove nothing", len(deals), alike)
	}
}

// TestRecordOfHidden checks the record of a game with hidden pieces. During the match it must
// contain only information that the caller may know, and after the end all information.
func TestRecordOfHidden(t *testing.T) {
	s := newSite(t)
	a, _, id := s.pair("jieqi", map[string]any{"takebacks": 0})
	m := a.connect().watch(id)
	m.play(m.Legal[0].Code)
	m.events()
	path := "/api/matches/" + id + "/record?format=json"
	status, mine := a.ask(http.MethodGet, path, nil)
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, mine)
	}
	if strings.Contains(strings.ToLower(string(mine)), "secret") || strings.Contains(string(mine), `"deal"`) {
		t.Errorf("the record of a game under way is %s", mine)
	}
	m.act("resign", "", 0)
	m.events()
	_, whole := a.ask(http.MethodGet, path, nil)
	if bytes.Equal(mine, whole) || len(whole) <= len(mine) {
		t.Errorf("the record of a finished game tells no more:\n%s", whole)
	}
}
