package desk

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/game"
)

// views are values of Request.View, including an unknown one.
var views = []string{"", "none", "first", "second", wholeView, "third"}

// TestSpectatorsRecord checks that a spectator's record of a game, which contains less
// than a player knows, can be opened in every view, and then shows what the spectator
// saw.
func TestSpectatorsRecord(t *testing.T) {
	d := newDesk()
	moves := []string{"b2b9p", "a9b9r", "a3a4c", "h7h0a"}
	for _, view := range []string{"none", "first", "second"} {
		of := Request{Game: "jieqi", Options: map[string]string{game.ViewOption: view}, Moves: moves}
		for _, eye := range views {
			q := of
			q.Op, q.View, q.Notation = "new", eye, "vietnamese"
			r, err := d.do(q, nil)
			if view != "none" {
				if err == nil {
					t.Errorf("a player's view %s was opened without what the player captured", view)
				}
				continue
			}
			if err != nil || len(r.State.Texts) != len(moves) {
				t.Fatalf("view %q: %v", eye, err)
			}
			next := Request{Op: "write", Session: r.Session, Notation: "vietnamese", Moves: []string{"b0c2"}}
			if r, err = d.do(next, nil); err != nil || len(r.Texts) != 1 {
				t.Errorf("view %q: write: %v, %v", eye, r.Texts, err)
			}
		}
		q := of
		q.Op, q.Limits = "think", engine.Limits{Nodes: 2000}
		if r, err := d.do(q, nil); view == "none" && (err != nil || r.Thought.Best() == "") {
			t.Errorf("think: %v", err)
		}
	}
}

// broken is an engine that panics when it searches.
type broken struct{ engine.Engine }

func (broken) Think(context.Context, *game.Line, engine.Limits, func(engine.Thought)) (engine.Thought, error) {
	panic("broken")
}

// TestPanicIsAnError checks that a panic becomes an error of its request, that the
// sessions survive, and that the next request gets a new engine.
func TestPanicIsAnError(t *testing.T) {
	d := newDesk()
	i := slices.IndexFunc(d.games, func(g Game) bool { return g.Rules.Info().Name == "caro" })
	sound, made := d.games[i].Engine.New, 0
	d.games[i].Engine.New = func() engine.Engine {
		if made++; made == 1 {
			return broken{sound()}
		}
		return sound()
	}
	ask(t, d, `{"op":"new","game":"caro"}`)
	if r := ask(t, d, `{"id":7,"op":"think","game":"caro","limits":{"nodes":50}}`); r.Error == nil || r.Error.Code != "internal" || r.ID != 7 {
		t.Errorf("a panic was answered with %+v", r)
	}
	if r := ask(t, d, `{"op":"state","session":1}`); r.Error != nil {
		t.Errorf("the session: %+v", r.Error)
	}
	if r := ask(t, d, `{"op":"think","game":"caro","limits":{"nodes":50}}`); r.Error != nil || made != 2 {
		t.Errorf("after a panic: %+v, %d engines", r.Error, made)
	}
}

// TestHostileRequests checks that no operation panics on malicious input: the moves,
// options and numbers of a request may come from a URL.
func TestHostileRequests(t *testing.T) {
	d := newDesk()
	var names []string
	for _, g := range d.list() {
		names = append(names, g.Name)
	}
	ops := []string{"state", "at", "play", "replay", "undo", "redo", "write", "texts", "read", "shown", "refuse", "count", "tree"}
	rnd := rand.New(rand.NewPCG(5, 7))
	for round := range 400 {
		q := Request{Game: names[round%len(names)], Seed: uint64(round), Options: map[string]string{}}
		if view := views[rnd.IntN(len(views))]; view != "" {
			q.Options[game.ViewOption] = view
		}
		q.Moves = hostileMoves(d.find(q.Game).Rules, rnd)
		q.View, q.Notation, q.Lang = views[rnd.IntN(len(views))], []string{"", "vietnamese", "wxf", "san"}[rnd.IntN(4)], "vi"
		run := func(q Request) Reply {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("%+v: panic: %v", q, p)
				}
			}()
			r, _ := d.do(q, nil)
			return r
		}
		q.Op = "new"
		session := run(q).Session
		if session == 0 {
			// Open the longest prefix of the moves that the rules allow, as a page does.
			for len(q.Moves) > 0 && session == 0 {
				q.Moves = q.Moves[:len(q.Moves)-1]
				session = run(q).Session
			}
		}
		for _, op := range []string{"think", "ways"} {
			at := q
			at.Op, at.Limits = op, engine.Limits{Nodes: 50}
			run(at)
		}
		for _, op := range ops {
			at := Request{Op: op, Session: session, View: views[rnd.IntN(len(views))], Notation: q.Notation, Lang: "vi"}
			at.Count, at.From, at.To = rnd.IntN(12)-3, rnd.IntN(400)-50, rnd.IntN(400)-50
			at.Moves = hostileMoves(d.find(q.Game).Rules, rnd)
			at.Code, at.Text = at.Moves[0], at.Moves[len(at.Moves)-1]
			if op == "refuse" && round%2 == 0 {
				at.Text = ""
			}
			if op == "count" || op == "tree" {
				at.Algorithm, at.Limits.Depth = "alphabeta", 1
				at.Count = 1
			}
			run(at)
		}
		run(Request{Op: "drop", Session: session})
	}
}

// hostileMoves plays a random game and corrupts some of its move codes.
func hostileMoves(r game.Rules, rnd *rand.Rand) []string {
	s := game.Setup{}
	if dealer, ok := r.(game.Dealer); ok {
		s.Secret = dealer.Deal(rnd.IntN)
	}
	line, err := game.NewLine(r, s)
	if err != nil {
		return []string{"?"}
	}
	for range 1 + rnd.IntN(30) {
		legal := line.Legal()
		// Prefer captures, because they create hidden information in games with hidden
		// pieces.
		if i := slices.IndexFunc(legal, func(m game.Move) bool { return m.Taken() != 0 }); i >= 0 && rnd.IntN(2) == 0 {
			legal = legal[i : i+1]
		}
		if len(legal) == 0 || line.Push(legal[rnd.IntN(len(legal))]) != nil {
			break
		}
	}
	codes := line.View(game.Side(rnd.IntN(3))).Codes()
	if len(codes) == 0 || rnd.IntN(3) == 0 {
		codes = line.Codes()
	}
	for i, code := range codes {
		switch rnd.IntN(40) {
		case 0:
			codes[i], _, _ = strings.Cut(code, "*")
		case 1:
			codes[i] = code + "*" + string("kabnrcp*"[rnd.IntN(8)])
		case 2:
			codes[i] = strings.TrimRight(code, "kabnrcp")
		case 3:
			codes[i] = fmt.Sprintf("%c%d%c%d", 'a'+rnd.IntN(26), rnd.IntN(30), 'a'+rnd.IntN(26), rnd.IntN(30))
		case 4:
			codes[i] = strings.Repeat(code, 3)
		case 5:
			codes[i] = ""
		}
	}
	return append(codes, "")
}
