package live

import (
	"strings"
	"testing"
	"time"

	"kydai/internal/play"
)

// questions returns the number of queries that a node has sent to other nodes.
func (b *tap) questions() (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for subject, all := range b.said {
		if strings.HasPrefix(subject, "node.") && !strings.HasSuffix(subject, " answer") {
			n += len(all)
		}
	}
	return n
}

// TestOneNodeAsks checks which node queries the other nodes before a player loses on time. Three
// nodes show the match, but only the node to which the player is connected may send queries.
func TestOneNodeAsks(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	var wires []*tap
	var nodes []*play.Service
	for range 3 {
		wire := &tap{Bus: s.openBus(t)}
		wires = append(wires, wire)
		nodes = append(nodes, s.node(t, func(o *play.Options) { o.Bus, o.Sweep, o.Beat = wire, time.Hour, 500*time.Millisecond }))
	}
	t.Cleanup(nodes[0].Enter(anna.ID))
	t.Cleanup(nodes[1].Enter(bao.ID))
	for range 3 { // play three matches, because a shared machine may pause during one of them
		id := between(t, nodes[0], nodes[1], play.Deal{Game: "chess", Clock: control("0.05+0")})
		own := watch(t, nodes[0], anna, id)
		watch(t, nodes[1], bao, id)
		watch(t, nodes[2], play.Player{ID: "guest"}, id)
		for ply, code := range []string{"e2e4", "e7e5"} {
			_, err := nodes[ply].Move(t.Context(), []play.Player{anna, bao}[ply], id, play.Move{Ply: ply, Code: code})
			check(t, err)
		}
		time.Sleep(1500 * time.Millisecond) // wait until the queries of the start are over and all nodes know the players' nodes
		var before []int
		for _, w := range wires {
			before = append(before, w.questions())
		}
		own.until(t, 20*time.Second, func(s *play.Snapshot) bool { return s.Over })
		asked, others := wires[0].questions()-before[0], wires[1].questions()+wires[2].questions()-before[1]-before[2]
		t.Logf("the node of the player asked %d times, the others %d times", asked, others)
		if asked > 0 && others == 0 {
			return
		}
	}
	t.Error("more than one node asks for a flag")
}
