package desk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"kydai/engine"
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

// TestEveryGame checks that every game can be opened, that its engine plays a move at the lowest
// level, that moves that revealed nothing can be undone, and that the session can be dropped.
func TestEveryGame(t *testing.T) {
	d := newDesk()
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
		var played []string
		for range 6 {
			moves, _ := json.Marshal(played)
			th := ask(t, d, `{"op":"think","game":"`+g.Name+`","level":1,"seed":7,"moves":`+string(moves)+`}`)
			if g.Levels == 0 {
				break
			}
			if th.Error != nil {
				t.Fatalf("%s: %+v", g.Name, th.Error)
			}
			best := th.Thought.Best()
			if r = ask(t, d, id("play", `,"code":"`+best+`"`)); r.Error != nil {
				t.Fatalf("%s: %s: %+v", g.Name, best, r.Error)
			}
			played = append(played, best)
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
	d := newDesk()
	s := ask(t, d, `{"op":"new","game":"chess","moves":["e2e4","e7e5"]}`)
	if r := ask(t, d, `{"op":"undo","session":1,"count":2}`); r.State == nil || r.State.Ply != 0 || r.State.Undone != 2 {
		t.Errorf("%+v after %+v", r, s)
	}
	if r := ask(t, d, `{"op":"redo","session":1}`); r.State == nil || r.State.Ply != 1 {
		t.Errorf("%+v", r)
	}
}

// TestReplay checks that a session can switch to other moves without being reopened, and
// that moves that cannot be played change nothing.
func TestReplay(t *testing.T) {
	d := newDesk()
	ask(t, d, `{"op":"new","game":"chess","moves":["e2e4","e7e5","g1f3"]}`)
	for _, c := range []struct{ ask, want string }{
		{`"count":3,"moves":["b8c6"]`, "e2e4 e7e5 g1f3 b8c6"},
		{`"count":1,"moves":["c7c5","g1f3"]`, "e2e4 c7c5 g1f3"},
		{`"count":4,"moves":["d7d6"]`, ""},
		{`"count":1,"moves":["e7e5","e2e4"]`, ""},
		{`"count":-1`, ""},
		{`"count":2`, "e2e4 c7c5"},
		{`"moves":["d2d4"]`, "d2d4"},
	} {
		before := ask(t, d, `{"op":"state","session":1}`)
		r := ask(t, d, `{"op":"replay","session":1,`+c.ask+`}`)
		if c.want != "" {
			if r.Error != nil || strings.Join(r.State.Codes, " ") != c.want {
				t.Errorf("%s: %+v", c.ask, r)
			}
			continue
		}
		if after := ask(t, d, `{"op":"state","session":1}`); r.Error == nil || after.State.Position != before.State.Position {
			t.Errorf("%s: %+v, then %+v", c.ask, r, after.State)
		}
	}
	// Check that codes as a viewer received them, including the pieces that they revealed, can be
	// replayed.
	ask(t, d, `{"op":"new","game":"jieqi","options":{"view":"first"}}`)
	if r := ask(t, d, `{"op":"replay","session":2,"moves":["b2e2c"],"view":"first"}`); r.Error != nil || r.State.Ply != 1 {
		t.Errorf("%+v", r)
	}
}

// TestTheDealStaysInside checks that no reply contains a face-down piece before it is
// revealed.
func TestTheDealStaysInside(t *testing.T) {
	d := newDesk()
	a := d.Answer([]byte(`{"op":"new","game":"jieqi","seed":1}`), nil)
	b := newDesk().Answer([]byte(`{"op":"new","game":"jieqi","seed":2}`), nil)
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

// TestRefuse checks that an illegal move is refused with a reason and the squares that
// cause it, at any ply and in the view of the request.
func TestRefuse(t *testing.T) {
	d := newDesk()
	ask(t, d, `{"op":"new","game":"chess","moves":["e2e4","e7e5"]}`)
	r := ask(t, d, `{"op":"refuse","session":1,"count":2,"from":5,"to":61}`)
	if want := (Refusal{Code: "moves", Kind: "b"}); r.Error != nil || !reflect.DeepEqual(*r.Refusal, want) {
		t.Errorf("%+v, want %+v", r, want)
	}
	r = ask(t, d, `{"op":"refuse","session":1,"from":0,"to":24}`)
	if want := (Refusal{Code: "path", Kind: "r", Squares: []game.Square{8}}); r.Error != nil || !reflect.DeepEqual(*r.Refusal, want) {
		t.Errorf("%+v, want %+v", r, want)
	}
	if r = ask(t, d, `{"op":"refuse","session":1,"count":3,"to":24}`); r.Error == nil {
		t.Error("a reason after a move that was not played")
	}
	if r = ask(t, d, `{"op":"state","session":1}`); r.State.Ply != 2 {
		t.Error("the question changed the game")
	}
	// Check the refusal of a stone on an occupied point, and of a move of a face-down piece.
	ask(t, d, `{"op":"new","game":"caro","moves":["a1"]}`)
	r = ask(t, d, `{"op":"refuse","session":2,"count":1,"from":-1,"to":0}`)
	if want := (Refusal{Code: "occupied", Squares: []game.Square{0}}); r.Error != nil || !reflect.DeepEqual(*r.Refusal, want) {
		t.Errorf("%+v, want %+v", r, want)
	}
	ask(t, d, `{"op":"new","game":"jieqi","seed":1}`)
	r = ask(t, d, `{"op":"refuse","view":"first","session":3,"from":0,"to":36}`)
	if want := (Refusal{Code: "path", Kind: "r", Lead: "dark", Squares: []game.Square{27}}); r.Error != nil || !reflect.DeepEqual(*r.Refusal, want) {
		t.Errorf("%+v, want %+v", r, want)
	}
}

// TestRefuseTyped checks that a typed illegal move is refused with the same reason as a
// move entered on the board.
func TestRefuseTyped(t *testing.T) {
	for _, c := range []struct{ game, moves, text, want string }{
		{"chess", `[]`, "e2e5", "pawn-far"},
		{"chess", `[]`, "E2-E5", "pawn-far"},
		{"chess", `[]`, "Ra4", "path"},
		{"chess", `[]`, "Nd2", "own"},
		{"chess", `[]`, "O-O", "castle-blocked"},
		{"chess", `["e2e4"]`, "e4e5", "others"},
		{"xiangqi", `[]`, "b0d1", "leg"},
		{"xiangqi", `[]`, "H8+6", "leg"},
		{"xiangqi", `[]`, "M2.4", "leg"},
		{"xiangqi", `[]`, "Mã 2 tiến 4", "leg"},
		{"xiangqi", `[]`, "X1.5", "path"},
		{"xiangqi", `[]`, "Tượng 3 tiến 4", ""},
		{"jieqi", `[]`, "Mu2.4", "leg"},
		{"jieqi", `[]`, "a0a5", "path"},
		{"caro", `["h8"]`, "H8", "occupied"},
		{"chess", `[]`, "hello", ""},
		{"caro", `[]`, "z99", ""},
	} {
		d := newDesk()
		ask(t, d, `{"op":"new","game":"`+c.game+`","seed":1,"moves":`+c.moves+`}`)
		n := strings.Count(c.moves, `"`) / 2
		r := ask(t, d, fmt.Sprintf(`{"op":"refuse","session":1,"count":%d,"text":%q}`, n, c.text))
		if r.Error != nil || r.Refusal == nil || r.Refusal.Code != c.want {
			t.Errorf("%s %s: %+v, want %q", c.game, c.text, r.Refusal, c.want)
		}
		r = ask(t, d, fmt.Sprintf(`{"op":"read","session":1,"text":%q}`, c.text))
		if r.Error == nil || c.want != "" && c.want != "others" && c.text != "E2-E5" && r.Error.Code != game.IllegalMove {
			t.Errorf("%s %s is read as %+v", c.game, c.text, r.Error)
		}
	}
}

// TestNotation checks that moves are written in the requested notation and read from it.
func TestNotation(t *testing.T) {
	d := newDesk()
	r := ask(t, d, `{"op":"new","game":"chess","moves":["e2e4","e7e5","g1f3"],"notation":"san"}`)
	if got := strings.Join(r.State.Texts, " "); got != "e4 e5 Nf3" {
		t.Errorf("texts %q", got)
	}
	if l := r.State.Last; l == nil || l.Code != "g1f3" || l.From != 6 || l.To != 21 {
		t.Errorf("last %+v", l)
	}
	if r := ask(t, d, `{"op":"write","session":1,"notation":"san","moves":["b8c6","f1b5"]}`); strings.Join(r.Texts, " ") != "Nc6 Bb5" {
		t.Errorf("%+v", r)
	}
	if r := ask(t, d, `{"op":"texts","session":1,"notation":"san","moves":["d2d4","g8f6","c2c5","e7e6"]}`); strings.Join(r.Texts, " ") != "d4 Nf6" {
		t.Errorf("%+v", r)
	}
	if r := ask(t, d, `{"op":"state","session":1}`); r.State.Ply != 3 || r.State.Undone != 0 {
		t.Errorf("%+v", r)
	}
	if r := ask(t, d, `{"op":"read","session":1,"text":"Nc6"}`); r.Code != "b8c6" {
		t.Errorf("%+v", r)
	}
	if r := ask(t, d, `{"op":"read","session":1,"text":"Nc3"}`); r.Error == nil {
		t.Errorf("%+v", r)
	}
	if r := ask(t, d, `{"op":"at","session":1,"count":1}`); r.State == nil || r.State.Ply != 1 || r.State.Last.Code != "e2e4" || len(r.State.Legal) != 0 || r.State.Cells[28] != "P" {
		t.Errorf("%+v", r)
	}
	if r := ask(t, d, `{"op":"at","session":1,"count":4}`); r.Error == nil {
		t.Errorf("%+v", r)
	}
	if r := ask(t, d, `{"op":"state","session":1,"view":"first"}`); len(r.State.Premoves) == 0 {
		t.Error("white may prepare nothing")
	}
	if r := ask(t, d, `{"op":"state","session":1,"view":"second"}`); len(r.State.Premoves) != 0 {
		t.Error("black is to move and may prepare")
	}
}

// TestNotationOfViews checks that moves in a view are written without the pieces that are
// hidden from the viewer.
func TestNotationOfViews(t *testing.T) {
	d := newDesk()
	ask(t, d, `{"op":"new","game":"jieqi","seed":1,"moves":["b2b9"]}`)
	for _, view := range []string{"first", "second", ""} {
		r := ask(t, d, `{"op":"state","session":1,"notation":"wxf","view":"`+view+`"}`)
		if len(r.State.Texts) != 1 || r.State.Texts[0] == "" {
			t.Errorf("%s: %+v", view, r.State)
		}
	}
}

// TestTaken checks that captured pieces are listed, and that only the capturer of a
// face-down piece sees its kind.
func TestTaken(t *testing.T) {
	d := newDesk()
	r := ask(t, d, `{"op":"new","game":"chess","moves":["e2e4","d7d5","e4e5","f7f5","e5f6","g8f6"]}`)
	if want := []Taken{{"p", ""}, {"P", ""}}; !reflect.DeepEqual(r.State.Taken, want) {
		t.Errorf("taken %v, want %v", r.State.Taken, want)
	}
	ask(t, d, `{"op":"new","game":"jieqi","seed":1,"moves":["b2b9"]}`)
	r = ask(t, d, `{"op":"state","session":2,"view":"second"}`)
	if want := []Taken{{"x", ""}}; !reflect.DeepEqual(r.State.Taken, want) {
		t.Errorf("taken %v, want %v", r.State.Taken, want)
	}
	r = ask(t, d, `{"op":"state","session":2,"view":"first"}`)
	if len(r.State.Taken) != 1 || r.State.Taken[0].Token != "x" || len(r.State.Taken[0].Face) != 1 || r.State.Taken[0].Face > "z" || r.State.Taken[0].Face < "a" {
		t.Errorf("the taker sees %v", r.State.Taken)
	}
	if r = ask(t, d, `{"op":"new","game":"caro","moves":["h8","a1"]}`); len(r.State.Taken) != 0 {
		t.Errorf("taken %v", r.State.Taken)
	}
}

// TestLab checks that the lab counts nodes, records trees and plays in every game.
func TestLab(t *testing.T) {
	d := newDesk()
	for _, g := range ask(t, d, `{"op":"games"}`).Games {
		r := ask(t, d, `{"op":"new","game":"`+g.Name+`","seed":7}`)
		in := func(op, more string) string {
			b, _ := json.Marshal(r.Session)
			return `{"op":"` + op + `","session":` + string(b) + more + `}`
		}
		whole := ask(t, d, in("count", `,"algorithm":"minimax","limits":{"depth":2},"width":6`)).Counted
		cut := ask(t, d, in("count", `,"algorithm":"alphabeta","limits":{"depth":2},"width":6`)).Counted
		if whole == nil || cut == nil || whole.Nodes <= cut.Nodes && g.Name != "jieqi" || whole.Value != cut.Value || cut.Best == "" {
			t.Errorf("%s: minimax %+v, alpha-beta %+v", g.Name, whole, cut)
		}
		tr := ask(t, d, in("tree", `,"algorithm":"alphabeta","limits":{"depth":2},"width":3`))
		if tr.Error != nil || tr.Tree == nil || len(tr.Tree.Children) == 0 || tr.Counted == nil {
			t.Errorf("%s: %+v", g.Name, tr)
		}
		var played []string
		for _, a := range []string{"random", "greedy", "minimax", "ordered", "mcts"} {
			moves, _ := json.Marshal(played)
			th := ask(t, d, `{"op":"think","game":"`+g.Name+`","seed":7,"moves":`+string(moves)+`,"algorithm":"`+a+`","limits":{"depth":1},"sims":50}`)
			if th.Error != nil {
				t.Errorf("%s by %s: %+v", g.Name, a, th.Error)
				continue
			}
			played = append(played, th.Thought.Best())
			if p := ask(t, d, in("play", `,"code":"`+th.Thought.Best()+`"`)); p.Error != nil {
				t.Errorf("%s by %s: %+v", g.Name, a, p.Error)
			}
		}
		// Check that the evaluators and players that op "lab" lists work, and that different
		// evaluators give different values.
		moves, _ := json.Marshal(played)
		values := map[int]bool{}
		for _, text := range ask(t, d, in("lab", "")).Texts {
			kind, name, _ := strings.Cut(text, " ")
			switch kind {
			case "eval":
				c := ask(t, d, in("count", `,"algorithm":"minimax,eval=`+name+`","limits":{"depth":1}`))
				if c.Counted == nil {
					t.Fatalf("%s with the evaluator %s: %+v", g.Name, name, c.Error)
				}
				values[c.Counted.Value] = true
			case "player":
				name, _, _ = strings.Cut(name, " ")
				th := ask(t, d, `{"op":"think","game":"`+g.Name+`","seed":7,"moves":`+string(moves)+`,"algorithm":"`+name+`","limits":{"depth":1},"sims":20}`)
				if th.Thought == nil || th.Thought.Best() == "" {
					t.Errorf("%s: the player %s answers %+v", g.Name, name, th.Error)
				}
			}
		}
		if len(values) == 0 {
			t.Errorf("%s has no evaluator", g.Name)
		}
		if th := ask(t, d, `{"op":"think","game":"`+g.Name+`","seed":7,"moves":`+string(moves)+`,"algorithm":"deepening,time=20ms","limits":{"nodes":1000000000}}`); th.Thought == nil || th.Thought.Depth < 1 {
			t.Errorf("%s: deepening for 20 ms: %+v", g.Name, th)
		}
		if bad := ask(t, d, in("count", `,"algorithm":"minimax,c=2"`)); bad.Error == nil {
			t.Errorf("%s counts with a setting that minimax does not have", g.Name)
		}
		if bad := ask(t, d, in("count", `,"algorithm":"magic"`)); bad.Error == nil {
			t.Error("magic was counted")
		}
	}
}

func TestBadRequests(t *testing.T) {
	d := newDesk()
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

// TestOperations checks that the session server supports exactly the operations in the
// enum of Request.Op, except those of the study module.
func TestOperations(t *testing.T) {
	op, _ := reflect.TypeFor[Request]().FieldByName("Op")
	all := strings.Split(op.Tag.Get("enum"), ",")
	if len(all) < 10 {
		t.Fatalf("operations %v", all)
	}
	for _, name := range all {
		d := newDesk()
		ask(t, d, `{"op":"new","game":"chess"}`)
		q, _ := json.Marshal(Request{Op: name, Session: 1, Game: "chess", Limits: engine.Limits{Nodes: 1}})
		study := slices.Contains([]string{"solve", "explain"}, name)
		r := ask(t, d, string(q))
		if bad := r.Error != nil && r.Error.Code == "bad-request"; bad != study {
			t.Errorf("%s: %+v", name, r.Error)
		}
	}
}

// TestReadsWhatEverybodyReads checks that the package's own JSON codec agrees with encoding/json.
func TestReadsWhatEverybodyReads(t *testing.T) {
	for _, text := range []string{
		`{"op":"new","notation":"san","text":"e4","seed":18446744073709551615,"algorithm":"mcts","lang":"vi","deal":"rn","sims":3,"width":4,"limits":{"depth":1,"nodes":2,"mate":3,"time":4,"left":[1,2],"inc":[3],"movesToGo":6,"lines":7,"only":["a"]},"moves":["a","\u00e9\ud83d\ude00"],"options":{"a":"b"}}`,
		` { "op" : "x\n\"" , "count" : -3 , "other" : [ 1 , 2.5e3 , { } , null , true , false ] } `,
		`{"op":1}`, `{"id":1.5}`, `{"op":"a",}`, `{"a":01}`, `{"op":"a"} x`, `{"op":"\x"}`, "{\"op\":\"\x01\"}", `nul`, `{"limits":{"time":"x"}}`, `{"limits":{"time":-1}}`, `{"limits":3}`, `{"limits":null}`, `{"limits":{"left":["x"]}}`, `{"limits":{"inc":[1,-1]}}`, `{"limits":{"time":1099511627777}}`,
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
		Games: []Listed{{Name: "g", Sides: [2]string{"đỏ", "đen"}, Width: 9, Height: 10, Points: true, Levels: 8, Options: []Choice{{"o", "d", []string{"d", "e"}}}, Notations: []string{"n"}, Formats: []string{"f"}, Scale: 4}},
		State: &State{Position: "p", Turn: "first", Ply: 1, Codes: []string{"a"}, Legal: []Target{{"b", -1, 4}}, Cells: []string{"", "K"}, Marks: []Mark{{"check", []game.Square{1}, []game.Square{2, 3}}}, Why: "row", Winner: "first", Last: &Target{"l", 1, 2}, Premoves: []Target{{"m", 3, 4}}, Claim: "c", Texts: []string{"t"}, Taken: []Taken{{"x", "R"}, {"p", ""}}, Ruling: &Ruling{"Đỏ thua", true}, Down: []game.Square{3, 8}},
		Packs: []Pack{{[]game.Square{1, 2}, "ab"}}, Shown: []Shown{{1, 2, "a", "first"}, {0, 3, "b", ""}},
		Texts: []string{"u"}, Code: "v",
		Counted: &Counted{1, 2, 3, -4, "b", true}, Tree: &Branch{"", "max", 5, 0, true, []Branch{{"m", "leaf", -6, 7, false, nil}}},
		Thought: &engine.Thought{Depth: 3, Deepest: 5, Nodes: 9, Elapsed: 4 * time.Millisecond, Full: 6, Lines: []engine.Variation{{Score: engine.Score{Points: -5, Mate: 2}, Codes: []string{"a", "b"}}}},
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
		// parse compares field names exactly and encoding/json ignores case, so the
		// decoded values may differ. Both must agree on whether the text is valid JSON.
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
			return // skip the search: it is slow and reads its input like the other operations
		}
		d := newDesk()
		d.Answer([]byte(`{"op":"new","game":"chess"}`), nil)
		var r Reply
		if err := json.Unmarshal(d.Answer([]byte(q), nil), &r); err != nil {
			t.Fatal(err)
		}
	})
}
