package offline

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"kydai/game"
)

// ask sends a request as JSON and reads the reply.
func ask(t *testing.T, d *Desk, request string) Reply {
	t.Helper()
	var r Reply
	if err := json.Unmarshal(d.Answer([]byte(request), nil), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// Every game can be opened, played by its engine at the lowest level, undone
// where that reveals nothing, and dropped.
func TestEveryGame(t *testing.T) {
	d := NewDesk()
	listed := ask(t, d, `{"op":"games"}`).Games
	if len(listed) < 4 {
		t.Fatalf("%d games", len(listed))
	}
	for _, g := range listed {
		r := ask(t, d, `{"op":"new","game":"`+g.Name+`","seed":7}`)
		if r.Error != nil {
			t.Fatalf("%s: %+v", g.Name, r.Error)
		}
		s := r.Session
		id := func(op, more string) string {
			b, _ := json.Marshal(s)
			return `{"op":"` + op + `","session":` + string(b) + more + `}`
		}
		for range 6 {
			th := ask(t, d, id("think", `,"level":1,"seed":3`))
			if g.Levels == 0 {
				break
			}
			if th.Error != nil {
				t.Fatalf("%s: %+v", g.Name, th.Error)
			}
			if r = ask(t, d, id("play", `,"code":"`+th.Thought.Best+`"`)); r.Error != nil {
				t.Fatalf("%s: %s: %+v", g.Name, th.Thought.Best, r.Error)
			}
		}
		if g.Levels > 0 && (r.State.Ply != 6 || len(r.State.Codes) != 6) {
			t.Errorf("%s: ply %d", g.Name, r.State.Ply)
		}
		if len(r.State.Cells) != r.State.Width*r.State.Height || len(r.State.Legal) == 0 {
			t.Errorf("%s: %d cells, %d moves", g.Name, len(r.State.Cells), len(r.State.Legal))
		}
		if bad := ask(t, d, id("play", `,"code":"nonsense"`)); bad.Error == nil || bad.Error.Code == "" {
			t.Errorf("%s: nonsense was played", g.Name)
		}
		ask(t, d, id("drop", ""))
		if again := ask(t, d, id("state", "")); again.Error == nil {
			t.Errorf("%s: the session is still there", g.Name)
		}
	}
}

func TestUndoAndRedo(t *testing.T) {
	d := NewDesk()
	s := ask(t, d, `{"op":"new","game":"chess","moves":["e2e4","e7e5"]}`)
	if r := ask(t, d, `{"op":"undo","session":1,"count":2}`); r.State == nil || r.State.Ply != 0 || r.State.Undone != 2 {
		t.Errorf("%+v after %+v", r, s)
	}
	if r := ask(t, d, `{"op":"redo","session":1}`); r.State == nil || r.State.Ply != 1 {
		t.Errorf("%+v", r)
	}
}

// What is face down is in no reply before it is turned up.
func TestTheDealStaysInside(t *testing.T) {
	d := NewDesk()
	a := d.Answer([]byte(`{"op":"new","game":"jieqi","seed":1}`), nil)
	b := NewDesk().Answer([]byte(`{"op":"new","game":"jieqi","seed":2}`), nil)
	if !bytes.Equal(a, b) {
		t.Errorf("two deals look different:\n%s\n%s", a, b)
	}
	r := ask(t, d, `{"op":"play","session":1,"code":"b2b9"}`)
	if r.Error != nil || strings.Contains(r.State.Codes[0], "*") {
		t.Errorf("a spectator saw %v", r.State)
	}
	r = ask(t, d, `{"op":"state","session":1,"view":"first"}`)
	if !strings.Contains(r.State.Codes[0], "*") {
		t.Errorf("the capturer saw %v", r.State.Codes)
	}
	if r = ask(t, d, `{"op":"undo","session":1}`); r.Error == nil || r.Error.Code != "would-reveal" {
		t.Errorf("undo of a turned-up piece: %+v", r)
	}
}

func TestBadRequests(t *testing.T) {
	d := NewDesk()
	for _, q := range []string{``, `{`, `[]`, `{"op":"fly"}`, `{"op":"new"}`, `{"op":"play","session":9}`, `{"op":"new","game":"chess","start":"x"}`} {
		if r := ask(t, d, q); r.Error == nil || r.Error.Text == "" {
			t.Errorf("%q was answered with %+v", q, r)
		}
	}
	for range maxSessions {
		ask(t, d, `{"op":"new","game":"chess"}`)
	}
	if r := ask(t, d, `{"op":"new","game":"chess"}`); r.Error == nil || r.Error.Code != "too-many" {
		t.Errorf("%+v", r)
	}
}

// The package's own JSON is everybody's JSON.
func TestReadsWhatEverybodyReads(t *testing.T) {
	for _, text := range []string{
		`{"op":"new","seed":18446744073709551615,"limits":{"ms":5},"moves":["a","\u00e9\ud83d\ude00"],"options":{"a":"b"}}`,
		` { "op" : "x\n\"" , "count" : -3 , "other" : [ 1 , 2.5e3 , { } , null , true , false ] } `,
		`{"op":1}`, `{"id":1.5}`, `{"op":"a",}`, `{"a":01}`, `{"op":"a"} x`, `{"op":"\x"}`, "{\"op\":\"\x01\"}", `nul`, `{"limits":{"ms":"x"}}`,
		`{"moves":[1]}`, `{"options":{"a":1}}`, `[`, `{"a":-}`, `{"a":+1}`, `{"a":.5}`, `{"a":0.}`, `{"a":1e}`, `{"a":-0}`, `{"a":1.5E-3}`, `"`,
	} {
		var want Request
		err := json.Unmarshal([]byte(text), &want)
		got, ok := readRequest(text)
		if ok != (err == nil) {
			t.Errorf("%s: read %v, encoding/json says %v", text, ok, err)
			continue
		}
		if ok && !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

func TestWritesWhatEverybodyReads(t *testing.T) {
	r := Reply{
		ID: 3, Session: 2, Error: &Problem{Code: "c", Text: "quote \" back \\ line \n tab \t end"},
		Games:   []Listed{{Name: "g", Sides: [2]string{"đỏ", "đen"}, Width: 9, Height: 10, Points: true, Levels: 8, Options: []Choice{{"o", "d", []string{"d", "e"}}}}},
		State:   &State{Position: "p", Turn: "first", Ply: 1, Codes: []string{"a"}, Legal: []Target{{"b", -1, 4}}, Cells: []string{"", "K"}, Marks: []Mark{{"check", []game.Square{1}, []game.Square{2, 3}}}, Why: "row", Winner: "first"},
		Thought: &Thought{Best: "a", Depth: 3, Nodes: 9, Ms: 4, Lines: []Expected{{Points: -5, Mate: 2, Codes: []string{"a", "b"}}}},
	}
	var back Reply
	if err := json.Unmarshal(writeReply(r), &back); err != nil || !reflect.DeepEqual(back, r) {
		t.Errorf("%s\ncame back as %+v, %v", writeReply(r), back, err)
	}
}

func FuzzRequest(f *testing.F) {
	f.Add(`{"op":"new","moves":["e2e4"],"options":{"a":"b"},"limits":{"nodes":1}}`)
	f.Add(`{"seed":1e3}`)
	f.Fuzz(func(t *testing.T, text string) {
		// Names are matched exactly here and loosely there, and a name may
		// come twice; both agree on whether the text is JSON at all.
		if _, ok := parse(text); ok && utf8.ValidString(text) && !json.Valid([]byte(text)) {
			t.Fatalf("%q was read", text)
		}
	})
}

func FuzzAnswer(f *testing.F) {
	f.Add(`{"op":"games"}`)
	f.Add(`{"op":"new","game":"caro","options":{"rule":"caro8"}}`)
	f.Add(`{"op":"play","session":1,"code":"e2e4"}`)
	f.Add(`{"op":"undo","session":1,"count":-3}`)
	f.Fuzz(func(t *testing.T, q string) {
		if strings.Contains(q, "think") {
			return // thinking is slow, and its input is read like any other
		}
		d := NewDesk()
		d.Answer([]byte(`{"op":"new","game":"chess"}`), nil)
		var r Reply
		if err := json.Unmarshal(d.Answer([]byte(q), nil), &r); err != nil {
			t.Fatal(err)
		}
	})
}
