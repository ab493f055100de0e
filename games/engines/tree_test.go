package engines

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"kydai/engine/nnue"
	"kydai/game"
	"kydai/games"
)

// leaf is a position that a Tree has drawn.
type leaf struct {
	features [2][]uint16
	turn     int
	points   int
}

func leavesOf(t *testing.T, tree nnue.Tree, line *game.Line, o nnue.TreeOptions) (list []leaf) {
	t.Helper()
	tree.NewGame()
	err := tree.Leaves(line, o, rand.New(rand.NewPCG(1, 2)), func(s *nnue.Sample, points int) {
		l := leaf{turn: s.Turn, points: points}
		for i, f := range s.Features {
			l.features[i] = append([]uint16(nil), f...)
		}
		list = append(list, l)
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestLeaves checks the positions that a search draws: they are many, differ from each other and come
// from both sides; the same random numbers give the same positions; and a search scores most of them
// differently from the static evaluation.
func TestLeaves(t *testing.T) {
	for _, name := range WithNets() {
		t.Run(name, func(t *testing.T) {
			kind, _ := Net(name)
			r, _ := games.Find(name)
			line, err := game.NewLine(r, game.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			tree := kind.Tree(nil)
			static := nnue.TreeOptions{Nodes: 3000, Count: 60}
			scored := static
			scored.Depth = 2
			drawn, again := leavesOf(t, tree, line, static), leavesOf(t, tree, line, static)
			if len(drawn) < 50 || len(drawn) > 60 || !reflect.DeepEqual(drawn, again) {
				t.Fatalf("%d and %d positions", len(drawn), len(again))
			}
			others := map[string]bool{}
			turns := [2]int{}
			for _, l := range drawn {
				turns[l.turn]++
				key := make([]byte, 0, 128)
				for _, f := range l.features[0] {
					if int(f) >= kind.Set.Features {
						t.Fatalf("feature %d of %d", f, kind.Set.Features)
					}
					key = append(key, byte(f), byte(f>>8))
				}
				others[string(key)] = true
			}
			if len(others) < 40 || turns[0] < 10 || turns[1] < 10 {
				t.Errorf("%d different positions, sides to move %v", len(others), turns)
			}
			searched := leavesOf(t, tree, line, scored)
			differ := 0
			for i, l := range searched {
				if i < len(drawn) && reflect.DeepEqual(l.features, drawn[i].features) && l.points != drawn[i].points {
					differ++
				}
			}
			if differ < len(drawn)/3 {
				t.Errorf("a search scores %d of %d positions differently from the static evaluation", differ, len(drawn))
			}
		})
	}
}
