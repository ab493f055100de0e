package match

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/game"
)

// bodies are examples of stored events. Every kind of event occurs.
var bodies = []string{
	"1 start 1767225600000",
	"1 move 1767225601000 h2h9c*r",
	"1 move 1767225601000 e7e8q 45",
	"1 move 1767225601000 e7e8q 3600000 45",
	"1 offer 1767225601000 first draw",
	"1 offer 1767225601000 second takeback 2",
	"1 decline 1767225601000 first takeback",
	"1 withdraw 1767225601000 first rematch",
	"1 undo 1767225601000 first 3",
	"1 redo 1767225601000 second 1",
	"1 pause 1767225601000 first",
	"1 resume 1767225601000 none",
	"1 give 1767225601000 second 15000 failover",
	"1 over 1767225601000 none agreement second",
	"1 over 1767225601000 first checkmate none",
	"1 rematch 1767225601000 second kV-9_x",
	"1 start 0",
}

func TestEventsAreStored(t *testing.T) {
	kinds := map[Kind]bool{}
	for _, body := range bodies {
		e, err := Decode([]byte(body))
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		kinds[e.Kind] = true
		if got := string(e.Encode()); got != body {
			t.Errorf("%s is written %s", body, got)
		}
		if len(body) >= 60 {
			t.Errorf("%s has %d bytes", body, len(body))
		}
	}
	if len(kinds) != len(kindNames)-1 {
		t.Errorf("%d kinds were tried of %d", len(kinds), len(kindNames)-1)
	}
}

func TestDecodeIsStrict(t *testing.T) {
	for _, body := range []string{
		"", "1", " ", "2 start 5", "1 start", "1 start ", "1 start 5 ", "1  start 5", " 1 start 5", "1 start 5\n", "1 Start 5",
		"1 start -5", "1 start +5", "1 start 05", "1 start 5 6", "1 start 253402300800000", "1 start 99999999999999999999", "1 start 0x5",
		"1 move 5", "1 move 5 ", "1 move 5 e2e4 0", "1 move 5 e2e4 5 0", "1 move 5 e2e4 5 6", "1 move 5 e2e4 5 5 5", "1 move 5 e2e4 3600001",
		"1 move 5 e2\te4", "1 move 5 é", "1 move 5 " + strings.Repeat("a", 65),
		"1 offer 5 first", "1 offer 5 third draw", "1 offer 5 first tea", "1 offer 5 first draw 1", "1 offer 5 first takeback", "1 offer 5 first takeback 0",
		"1 decline 5 first takeback 1", "1 undo 5 first", "1 undo 5 first 0", "1 undo 5 first 1000001",
		"1 give 5 first 0 why", "1 give 5 first 604800001 why", "1 give 5 first 5", "1 give 5 first 5 No",
		"1 over 5 first", "1 over 5 first mate", "1 rematch 5 first", "1 rematch 5 first a.b", "1 moved 5 e2e4", "1  5",
	} {
		if e, err := Decode([]byte(body)); code(err) != BadEvent {
			t.Errorf("%q was read as %+v, %v", body, e.Kind, err)
		}
	}
}

// TestEventsAreSecret checks that neither printing nor encoding an event reveals its
// content.
func TestEventsAreSecret(t *testing.T) {
	e := Event{Kind: Moved, Text: "h2e2c", At: t0}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		if text := fmt.Sprintf(verb, e) + fmt.Sprintf(verb, []Event{e}) + fmt.Sprintf(verb, struct{ E Event }{e}); strings.Contains(text, "h2e2") {
			t.Errorf("%s prints %s", verb, text)
		}
	}
	if body, err := json.Marshal(map[string]any{"event": e}); err == nil {
		t.Errorf("an event as JSON: %s", body)
	}
}

func TestTermsAreStored(t *testing.T) {
	tm := terms("10+5x30", func(t *Terms) {
		t.Setup = game.Setup{Start: "8/8", Options: map[string]string{"b": "2", "a": "<1>"}, Secret: game.NewSecret([]byte("hush"))}
		t.Extra = [2]time.Duration{-time.Minute, 1500 * time.Millisecond}
		t.FirstMove, t.Idle = 30*time.Second, time.Hour
		t.Seats = [2]Seat{{Kind: Algorithm, Spec: "classic:mcts,sims=1000", Name: "MCTS"}, {Kind: Engine, Spec: "uci:/opt/x?nodes=5", Name: "X"}}
		t.Opening, t.Takebacks, t.KeepSides = []string{"e2e4"}, 10, true
	})
	body, err := EncodeTerms(tm)
	done(t, err)
	if bytes.Contains(body, []byte("hush")) {
		t.Errorf("the secret is among the terms: %s", body)
	}
	back, err := DecodeTerms(body)
	done(t, err)
	again, err := EncodeTerms(back)
	done(t, err)
	tm.Setup.Secret = game.Secret{}
	if !bytes.Equal(again, body) || fmt.Sprintf("%+v", back) != fmt.Sprintf("%+v", tm) {
		t.Errorf("%+v\nwas read as\n%+v", tm, back)
	}
	for _, bad := range []string{
		"", "{}", "null", string(body) + " ", strings.Replace(string(body), `"v":1`, `"v":2`, 1),
		strings.Replace(string(body), `"v":1`, `"v":1,"more":1`, 1), strings.Replace(string(body), `"v":1`, `"V":1`, 1),
		strings.Replace(string(body), `"10+5x30"`, `"10.0+5x30"`, 1), strings.Replace(string(body), `"algorithm"`, `"wizard"`, 1),
	} {
		if _, err := DecodeTerms([]byte(bad)); err == nil {
			t.Errorf("accepted: %s", bad)
		}
	}
}

func TestBadTerms(t *testing.T) {
	rated := func(with func(*Terms)) func(*Terms) {
		return func(t *Terms) { t.Rated = true; with(t) }
	}
	seat := func(s Seat) func(*Terms) { return func(t *Terms) { t.Seats[1] = s } }
	for name, with := range map[string]func(*Terms){
		"no game":            func(t *Terms) { t.Game = "" },
		"another game":       func(t *Terms) { t.Game = "xiangqi" },
		"no seat":            seat(Seat{}),
		"unknown seat":       seat(Seat{Kind: 9}),
		"nobody":             seat(Seat{Kind: Human}),
		"odd id":             seat(Seat{Kind: Human, Player: "a b"}),
		"level 0":            seat(Seat{Kind: Level}),
		"level 10":           seat(Seat{Kind: Level, Level: 10}),
		"level of a human":   seat(Seat{Kind: Human, Player: "x", Level: 1}),
		"machine's player":   seat(Seat{Kind: Level, Level: 1, Player: "x"}),
		"no spec":            seat(Seat{Kind: Algorithm}),
		"spec of a bot":      seat(Seat{Kind: Bot, Player: "x", Spec: "random"}),
		"long name":          seat(Seat{Kind: Human, Player: "x", Name: strings.Repeat("x", 65)}),
		"name with newline":  seat(Seat{Kind: Human, Player: "x", Name: "a\nb"}),
		"name of bad bytes":  seat(Seat{Kind: Human, Player: "x", Name: "a\xffb"}),
		"clock":              func(t *Terms) { t.Clock.Base = 12345 },
		"takebacks":          func(t *Terms) { t.Takebacks = -2 },
		"first move":         func(t *Terms) { t.FirstMove = -1 },
		"first move too far": func(t *Terms) { t.FirstMove = maxFirstMove + time.Second },
		"idle":               func(t *Terms) { t.Idle = 5 * time.Microsecond },
		"extra of no base":   func(t *Terms) { t.Clock, t.Extra[0] = control("30s/move"), time.Second },
		"extra below zero":   func(t *Terms) { t.Extra[0] = -6 * time.Minute },
		"extra too much":     func(t *Terms) { t.Extra[0] = 25 * time.Hour },
		"a view":             func(t *Terms) { t.Setup.Options = map[string]string{game.ViewOption: "first"} },
		"bad option":         func(t *Terms) { t.Setup.Options = map[string]string{"a\n": "b"} },
		"unknown option":     func(t *Terms) { t.Setup.Options = map[string]string{"a": "b"} },
		"bad start":          func(t *Terms) { t.Setup.Start = "nonsense" },
		"finished start":     func(t *Terms) { t.Setup.Start = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" }, // a position without legal moves: stalemate
		"bad opening":        func(t *Terms) { t.Opening = []string{"e2e5"} },
		"odd opening":        func(t *Terms) { t.Opening = []string{"e2 e4"} },
		"needless secret":    func(t *Terms) { t.Setup.Secret = game.NewSecret([]byte("x")) },
		"rated, no clock":    rated(func(t *Terms) { t.Clock = control("none") }),
		"rated, takebacks":   rated(func(t *Terms) { t.Takebacks = 1 }),
		"rated, odds":        rated(func(t *Terms) { t.Extra[0] = time.Second }),
		"rated, alone":       rated(func(t *Terms) { t.Seats[1] = anna }),
	} {
		if _, err := New(rulesOf(t, "chess"), terms("5+0", with), t0); err == nil || code(err) == "" || err.Error() == "" {
			t.Errorf("%s: accepted (%v)", name, err)
		}
	}
}

// TestReplayRefuses checks that Replay refuses events in an impossible order and never
// panics.
func TestReplayRefuses(t *testing.T) {
	r := rulesOf(t, "chess")
	at := " 1767225601000 "
	start := "1 start 1767225600000"
	for _, bad := range [][]string{
		{}, {"1 move" + at + "e2e4"}, {start, start}, {start, "1 move" + at + "e2e5"}, {start, "1 decline" + at + "first draw"},
		{start, "1 withdraw" + at + "first draw"}, {start, "1 undo" + at + "first 1"}, {start, "1 redo" + at + "first 1"},
		{start, "1 resume" + at + "first"}, {start, "1 pause" + at + "first", "1 pause" + at + "first"},
		{start, "1 pause" + at + "first", "1 move" + at + "e2e4"}, {start, "1 offer" + at + "first rematch"}, {start, "1 offer" + at + "none draw"},
		{start, "1 offer" + at + "first resume"}, {start, "1 give" + at + "none 5 why"}, {start, "1 rematch" + at + "first x"},
		{start, "1 over" + at + "none abort none", "1 over" + at + "none abort none"}, {start, "1 over" + at + "none abort none", "1 move" + at + "e2e4"},
		{start, "1 over" + at + "none abort none", "1 rematch" + at + "first x", "1 rematch" + at + "first y"},
		{start, "1 over" + at + "none abort none", "1 offer" + at + "first draw"},
		{start, "1 move" + at + "f2f3", "1 move" + at + "e7e5", "1 move" + at + "g2g4", "1 move" + at + "d8h4", "1 offer" + at + "first draw"},
	} {
		if _, err := Replay(r, terms("5+0"), decoded(t, bad)); err == nil {
			t.Errorf("accepted: %q", bad)
		}
	}
	for _, odd := range []Event{
		{}, {Kind: 99}, {Kind: Offered, By: game.First, What: 99}, {Kind: Offered, By: 9, What: Draw}, {Kind: Undone, By: game.First, Count: -1},
		{Kind: Given, Side: game.First, Gave: -time.Second, Text: "x"}, {Kind: Ended, Text: "no word"}, {Kind: Ended}, {Kind: Moved, Text: "e2e4", Count: 3},
		{Kind: Moved, Text: "e2e4", Gave: time.Second},
	} {
		if _, err := Replay(r, terms("5+0"), []Event{{Kind: Started}, odd}); err == nil {
			t.Errorf("accepted: %v", odd)
		}
	}
}

func decoded(t testing.TB, bodies []string) []Event {
	t.Helper()
	var events []Event
	for _, body := range bodies {
		e, err := Decode([]byte(body))
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		events = append(events, e)
	}
	return events
}

func FuzzDecode(f *testing.F) {
	for _, body := range bodies {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		e, err := Decode(body)
		if err != nil {
			if code(err) != BadEvent {
				t.Fatalf("%q: %v", body, err)
			}
			return
		}
		if again := e.Encode(); !bytes.Equal(again, body) {
			t.Fatalf("%q was read and written as %q", body, again)
		}
	})
}

func FuzzDecodeTerms(f *testing.F) {
	for _, tm := range []Terms{terms("5+3"), terms("none", againstMachine), terms("3d/move", func(t *Terms) { t.Opening = []string{"e2e4"} })} {
		body, err := EncodeTerms(tm)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		tm, err := DecodeTerms(body)
		if err != nil {
			return
		}
		if again, err := EncodeTerms(tm); err != nil || !bytes.Equal(again, body) {
			t.Fatalf("%q was read and written as %q, %v", body, again, err)
		}
	})
}

// FuzzReplay decodes arbitrary lines as events. It checks that Replay never panics. If Replay
// accepts the events, it must be possible to store the match, to show it and to send it commands.
func FuzzReplay(f *testing.F) {
	f.Add(strings.Join([]string{bodies[0], "1 move 1767225601000 e2e4 9 5", "1 offer 1767225601000 first takeback 1", "1 undo 1767225601000 first 1", "1 redo 1767225601000 second 1"}, "\n"))
	f.Add(strings.Join([]string{bodies[0], "1 pause 1767225601000 first", "1 resume 1767225601000 none", "1 give 5 first 9 x", "1 over 5 none abort none", "1 rematch 5 first x"}, "\n"))
	rng := rand.New(rand.NewPCG(1, 1))
	w := newWorld(f, rng)
	for range 40 {
		w.step()
	}
	var lines []string
	for _, e := range w.m.events {
		lines = append(lines, string(e.Encode()))
	}
	f.Add(strings.Join(lines, "\n"))
	f.Fuzz(func(t *testing.T, text string) {
		var events []Event
		for line := range strings.SplitSeq(text, "\n") {
			e, err := Decode([]byte(line))
			if err != nil {
				return
			}
			events = append(events, e)
		}
		if len(events) > 200 {
			return
		}
		m, err := Replay(rulesOf(t, "chess"), terms("1+1", againstMachine), events)
		if err != nil {
			return
		}
		if !slices.EqualFunc(m.Since(0), events, func(a, b Event) bool { return bytes.Equal(a.Encode(), b.Encode()) }) {
			t.Fatal("other events came out")
		}
		fingerprint(m)
		now := m.last.Add(time.Second)
		for _, s := range viewers {
			m.Seen(s, 0)
			_ = m.Offer(s, Takeback, 1, now)
			_ = m.Offer(s, Draw, 0, now)
			_ = m.Redo(s, 1, now)
			_ = m.Move(s, m.Ply(), "e2e4", now)
			_ = m.Accept(s, Takeback, "", now)
		}
		_ = m.Check(now.Add(time.Hour))
	})
}
