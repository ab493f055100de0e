package load

import (
	"encoding/json"
	"reflect"
	"testing"

	"kydai/internal/wire"
)

// FuzzDecode holds that what is read by hand is what the library reads.
func FuzzDecode(f *testing.F) {
	for _, m := range []any{
		wire.Welcome{T: "welcome", Player: "p", Name: `Khách "4"`, Node: "n", Now: 1_800_000_000_000},
		wire.Events{
			T: "events", ID: "abc", From: 3, Seq: 4, Ply: 3, Turn: "second", At: 2, Codes: []string{"e2e4"}, Spent: []int64{12, 0},
			Cells: "rnbq,[k]}bnr", Legal: "52>60=e7e8q 12>20,28", Clock: &wire.Clock{Left: [2]int64{5, 6}, Running: "first", Since: 7},
			News: []wire.Notice{{Kind: "given", By: "none", Gave: 5}}, Result: &wire.Result{Why: "time", Winner: "first", By: "second"},
		},
		wire.MatchTold{T: "match", View: wire.View{ID: "x", Options: map[string]string{"a": "b"}, Legal: []wire.Target{{Code: "a1", From: -1, To: 0}}}},
		wire.Error{T: "error", Code: "stale", Text: "it is\nlate", Re: "move", ID: "x", Ply: 7},
		wire.Ack{T: "ack", ID: "x", Re: "e2e4", Repeated: true},
	} {
		f.Add(wire.Encode(m))
	}
	f.Add([]byte(`{"t":"events","codes":["a","b\"c"],"legal":"\u0041"}`))
	f.Add([]byte(`{}`))
	f.Add([]byte(`{"a":"\`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var fast, slow frame
		ok := fast.scan(data)
		// The servers write each field once and in its own case; what else
		// could be understood in two ways is nothing to compare.
		var keys map[string]json.RawMessage
		if !ok || json.Unmarshal(data, &slow) != nil || json.Unmarshal(data, &keys) != nil {
			return
		}
		again, err := json.Marshal(keys)
		if err != nil || len(again) != len(data) {
			return
		}
		if (fast.Legal == nil) != (slow.Legal == nil) || fast.T != slow.T && keys["t"] != nil {
			t.Errorf("%s\n%+v\n%+v", data, fast, slow)
		}
	})
}

// TestDecode compares the two ways on what servers write.
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
	if f, err := decode([]byte(`{"t" : "pong", "now": 7}`)); err != nil || f.T != "pong" || f.Now != 7 {
		t.Errorf("spaces: %+v, %v", f, err)
	}
	if _, err := decode([]byte(`{"t":`)); err == nil {
		t.Error("half a frame was read")
	}
}
