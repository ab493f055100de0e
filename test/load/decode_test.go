package load

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"kydai/internal/wire"
)

// TestDecode compares the fast decoder with encoding/json on messages that servers send.
func TestDecode(t *testing.T) {
	e := wire.Events{
		T: "events", ID: "abc", From: 3, Seq: 4, Ply: 3, Turn: "second", At: 2, Codes: []string{"e2e4", "h10"}, Spent: []int64{12, 0},
		Cells: "rnbq,[k]}bnr", Legal: "52>60=e7e8q 12>20,28", Clock: &wire.Clock{Left: [2]int64{5, 6}, Running: "first", Since: 7},
		News: []wire.Notice{{Kind: "given", By: "none", Gave: 5}}, Result: &wire.Result{Why: "time", Winner: "first", By: "second"},
	}
	for _, m := range []any{
		e, wire.Pong{T: "pong", Now: 5}, wire.Ack{T: "ack", ID: "x", Re: "e2e4", Repeated: true},
		wire.Error{T: "error", Code: "stale", Text: "it is late", Re: "move", ID: "x", Ply: 7},
		wire.MatchTold{T: "match", View: wire.View{ID: "x", Width: 9, Codes: []string{}, Spent: []int64{}, Legal: []wire.Target{{Code: "a1", From: -1}}}},
	} {
		data := wire.Encode(m)
		var fast, slow frame
		if !fast.scan(data) {
			t.Errorf("%s is not read by hand", data)
		}
		if err := json.Unmarshal(data, &slow); err != nil {
			t.Fatal(err)
		}
		if len(slow.Codes) == 0 {
			slow.Codes, slow.Spent = nil, nil
		}
		if !reflect.DeepEqual(fast, slow) {
			t.Errorf("%s:\n%+v\n%+v", data, fast, slow)
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	data := wire.Encode(e)
	for range 100_000 { // check that random input does not cause a panic
		b := slices.Clone(data)
		for range 1 + rnd.IntN(4) {
			b[rnd.IntN(len(b))] = `{}[]",:\0a`[rnd.IntN(10)]
		}
		_, _ = decode(b[:rnd.IntN(len(b)+1)])
	}
	if f, err := decode([]byte(`{"t" : "pong", "now": 7}`)); err != nil || f.Type != "pong" || f.Now != 7 {
		t.Errorf("spaces: %+v, %v", f, err)
	}
	if _, err := decode([]byte(`{"t":`)); err == nil {
		t.Error("half a frame was read")
	}
}
