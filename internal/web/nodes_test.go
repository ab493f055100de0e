package web_test

import (
	"context"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/bus/natsbus"
	"kydai/internal/play"
	"kydai/internal/web"
	"kydai/internal/wire"
	"kydai/match"
	"kydai/test/timing"
)

// TestTwoNodes lets two players on two nodes play a match against each other. When one node shuts
// down, its player must be able to continue the match on the other node.
func TestTwoNodes(t *testing.T) {
	timing.Trials(t, 3, tryTwoNodes)
}

func tryTwoNodes(t *testing.T, slow func(string, ...any)) {
	t.Helper()
	db, b := newGround(t)
	one, two := newNode(t, db, b), newNode(t, db, b)
	first, second, id := one.pair("chess", nil)
	// The cookie is valid on every node, because the nodes share the key.
	moved := *second
	moved.s = two
	his := moved.connect().watch(id)
	mine := first.connect().watch(id)
	step := func(m *table, code string, others ...*table) {
		t.Helper()
		m.play(code)
		m.events()
		for _, o := range others {
			o.events()
		}
	}
	step(mine, "e2e4", his)
	step(his, "e7e5", mine)
	if mine.Codes[1] != "e7e5" || his.Codes[0] != "e2e4" {
		t.Fatal("the nodes do not tell each other")
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := one.web.Drain(ctx); err != nil {
		t.Fatal(err)
	}
	if code := mine.s.closed(); code != 1012 {
		t.Errorf("the node goes with %d", code)
	}
	again := *first
	again.s = two
	began := time.Now()
	back := &table{s: again.connect(), View: mine.View}
	back.s.send(wire.Watch{T: wire.AskWatch, ID: id, Seq: mine.Seq})
	back.events()
	step(back, "g1f3", his)
	if took := time.Since(began); took > 3*time.Second {
		slow("it took %v to go on", took)
	}
}

// TestBotOfALostNode checks a bot that loses its stream because its node died, and reconnects to
// another node. As with a socket, the lost time must be credited to the bot's clock.
func TestBotOfALostNode(t *testing.T) {
	db, _ := newGround(t)
	const token = "a-token-of-nodes"
	server, err := natsbus.Embedded(natsbus.ServerOptions{Name: "test", Listen: "127.0.0.1:0", WorkerToken: "a-token-of-workers", NodeToken: token})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	node := func() *site {
		b, err := natsbus.Connect(natsbus.Options{URLs: []string{"nats://" + server.Addr().String()}, User: natsbus.NodeUser, Password: token})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		return newNode(t, db, b)
	}
	one, two := node(), node()
	bot, human := one.bot("robot"), two.guest()
	lines := bot.stream()
	elsewhere := *bot
	elsewhere.s = two
	var made web.Named
	human.post("/api/offers/"+bot.offer("chess", map[string]any{"clock": "1+0"})+"/accept", nil, &made)
	moves := "/api/matches/" + made.ID + "/moves"
	elsewhere.post(moves, web.MoveBody{Ply: 0, Code: "e2e4"}, nil)
	human.post(moves, web.MoveBody{Ply: 1, Code: "e7e5"}, nil)
	for e := nextEvent(t, lines); e.T != "turn" || e.Match.Ply != 2; {
		e = nextEvent(t, lines)
	}
	for deadline := time.Now().Add(patience); !two.play.Online([]string{bot.id})[bot.id]; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the other node does not hear of the bot")
		}
	}
	time.Sleep(time.Second) // wait long enough for one heartbeat
	began := two.play.Now()
	one.kill()
	time.Sleep(2 * time.Second)
	lines = elsewhere.stream()
	for e := nextEvent(t, lines); e.T != "turn"; {
		e = nextEvent(t, lines)
	}
	given := time.Duration(0)
	for deadline := time.Now().Add(patience); given == 0; time.Sleep(20 * time.Millisecond) {
		snap, _, err := two.play.Look(t.Context(), play.Player{ID: bot.id}, made.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range snap.Notices(game.First, 0) {
			if n.Kind == match.Given {
				given += n.Gave
			}
		}
		if time.Now().After(deadline) {
			t.Fatal("nothing was given back")
		}
	}
	if most := two.play.Now().Sub(began) + time.Second; given < 1500*time.Millisecond || given > most {
		t.Errorf("%v were given back, want 1.5 s to %v", given, most)
	}
}
