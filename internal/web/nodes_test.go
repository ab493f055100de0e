package web_test

import (
	"context"
	"testing"
	"time"

	"kydai/internal/wire"
)

// TestTwoNodes: two players on two nodes; one node goes, and its player goes on
// at the other from where he was.
func TestTwoNodes(t *testing.T) {
	db, b := newGround(t)
	one, two := newNode(t, db, b), newNode(t, db, b)
	first, second, id := one.pair("chess", nil)
	// The cookie is good at every node: they share the key.
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
		t.Errorf("it took %v to go on", took)
	}
}
