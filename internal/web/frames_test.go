package web_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"kydai/internal/bus/natsbus"

	"kydai/game"
	"kydai/game/clock"
	"kydai/games"
	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/wire"
	"kydai/match"
)

// frameBytes is the maximum average size of a frame for a move, in bytes. The key is true for
// frames with premoves. The limits apply to games with a clock and without hidden information. The
// test plays random moves, so the size varies by a few bytes.
var frameBytes = map[bool]int{false: 350, true: 460}

// briefBytes is the maximum average size of a brief frame, in bytes. A brief frame omits data that
// the client can compute itself.
const briefBytes = 240

// TestFrames compares two ways to create a frame, in every game: wire.Frame, which combines parts
// shared by all viewers with parts of one viewer, and the encoding of the viewer's own events. Both
// frames must be equal.
func TestFrames(t *testing.T) {
	db, err := store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	b, err := natsbus.Embedded(natsbus.ServerOptions{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	service, err := play.New(play.Options{Store: db, Bus: b, Rules: games.Find, Games: games.All, Node: "n", Key: bytes.Repeat([]byte{7}, 32)})
	if err != nil {
		t.Fatal(err)
	}
	me := play.Player{ID: "me", Name: "me"}
	rng := rand.New(rand.NewPCG(7, 8))
	var legal, premoves, reveals int
	var briefs [2]int           // number of brief frames, and their total size in bytes
	frames := map[bool][2]int{} // key: frames have premoves; value: number of frames, and their total size in bytes
	for _, r := range games.All() {
		name := r.Info().Name
		id, err := service.Start(t.Context(), me, play.NewMatch{
			Deal: play.Deal{Game: name, Clock: clock.Control{Kind: clock.Fischer, Base: 5 * time.Minute, Increment: 3 * time.Second}}, Seats: [2]match.Seat{{Kind: match.Human}, {Kind: match.Human}},
		})
		if err != nil {
			t.Fatal(name, err)
		}
		for range 30 {
			snap, side, err := service.Look(t.Context(), me, id)
			if err != nil {
				t.Fatal(err)
			}
			for _, viewer := range []game.Side{game.First, game.Second, game.NoSide} {
				for _, from := range []int{snap.Seq, snap.Seq - 1, 1 + rng.IntN(snap.Seq)} {
					if from <= 0 {
						continue
					}
					wants := rng.IntN(2) == 0
					form := play.FrameForm{Premoves: wants}
					brief := checkBrief(t, snap, viewer, from)
					e := wire.NewEvents(snap, viewer, from, form)
					want, err := json.Marshal(e)
					if err != nil {
						t.Fatal(err)
					}
					if got := wire.Frame(snap, viewer, from, form); !bytes.Equal(got, want) {
						t.Fatalf("%s: %v is told\n%s\nand not\n%s", name, viewer, got, want)
					}
					if e.Premoves != "" && !wants {
						t.Errorf("premoves that nobody asked for")
					}
					if viewer != game.NoSide && from == snap.Seq-1 && !snap.Hidden() {
						f := frames[wants]
						frames[wants] = [2]int{f[0] + 1, f[1] + len(want)}
						briefs = [2]int{briefs[0] + 1, briefs[1] + brief}
					}
					legal, premoves, reveals = legal+len(e.Legal), premoves+len(e.Premoves), reveals+len(e.Reveals)
				}
			}
			line := snap.View(side).Line
			moves := line.Legal()
			if len(moves) == 0 {
				break
			}
			code := line.Position().Encode(moves[rng.IntN(len(moves))])
			if _, err := service.Move(t.Context(), me, id, play.Move{Ply: snap.Ply, Code: code}); err != nil {
				t.Fatal(name, code, err)
			}
		}
	}
	for wants, f := range frames {
		t.Logf("a frame of a move has %d bytes (premoves: %v)", f[1]/f[0], wants)
		if f[1] > f[0]*frameBytes[wants] {
			t.Errorf("a frame of a move has %d bytes", f[1]/f[0])
		}
	}
	t.Logf("a brief frame has %d bytes", briefs[1]/max(briefs[0], 1))
	if briefs[1] > briefs[0]*briefBytes {
		t.Errorf("a brief frame of a move has %d bytes", briefs[1]/briefs[0])
	}
	if legal == 0 || premoves == 0 || reveals == 0 {
		t.Errorf("told were %d bytes of moves, %d of premoves and %d reveals; the test would prove nothing", legal, premoves, reveals)
	}
}

// checkBrief checks that a brief frame is the full frame without the parts that a client can
// compute from the moves. It returns the size of the brief frame in bytes.
func checkBrief(t *testing.T, snap *play.Snapshot, viewer game.Side, from int) int {
	t.Helper()
	want := wire.NewEvents(snap, viewer, from, play.FrameForm{Premoves: true})
	want.Cells, want.Last, want.Marks, want.Legal, want.Premoves, want.Claim = "", nil, nil, "", "", ""
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got := wire.Frame(snap, viewer, from, play.FrameForm{Premoves: true, Brief: true})
	if !bytes.Equal(got, text) {
		t.Fatalf("%v is told briefly\n%s\nand not\n%s", viewer, got, text)
	}
	return len(got)
}
