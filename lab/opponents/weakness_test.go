package opponents_test

import (
	"math/rand/v2"
	"testing"

	"kydai/engine"
	"kydai/game"
)

// looked counts moves, and how many of these moves an engine level overlooks.
type looked struct{ moves, missed int }

func (l looked) share() float64 { return float64(l.missed) / float64(max(l.moves, 1)) }

// TestWeaknesses lets every engine opponent search the same positions with its weakness and without
// it. With the weakness, the opponent must overlook clearly more of the moves that the weakness
// names and fewer of the other moves. The total number of overlooked moves must stay about the same.
func TestWeaknesses(t *testing.T) {
	for _, name := range []string{"chess", "xiangqi", "jieqi", "caro"} {
		wander := wanderer(t, name)
		var lines []*game.Line
		for level := 1; level < engine.Levels; level++ {
			tr := trial(t, name, level, 1)
			c, _ := tr.Set.At(level)
			of, ok := engine.OversightOf(c.Weakness.Name)
			if !ok {
				t.Fatalf("%s, level %d has the weakness %q", name, level, c.Weakness.Name)
			}
			weak, plain := tr.Set.Weaken(tr.Entry, level), tr.Entry
			inner := plain.New()
			var with, without [2]looked // counts for the moves that the weakness names (0) and for all other moves (1)
			var more float64            // change of the probability to overlook a move, summed over all moves
			// Use more positions for a weakness that names few moves per position.
			for i := 0; i < 30 || with[0].moves < 40; i++ {
				if i == len(lines) {
					lines = append(lines, wander())
				}
				line := lines[i]
				a, b := sees(t, inner, weak, line, level, uint64(i)), sees(t, inner, plain, line, level, uint64(i))
				for _, m := range line.Legal() {
					if lonely(line, m) {
						continue
					}
					reasons := tr.Entry.Reasons(line, m)
					kind := 1
					if reasons.Has(of) {
						kind = 0
					}
					with[kind].add(a.Missed(m, game.NoMove) != 0)
					without[kind].add(b.Missed(m, game.NoMove) != 0)
					more += weak.Levels[level-1].Overlooks(reasons) - plain.Levels[level-1].Overlooks(reasons)
				}
			}
			if with[0].share() <= without[0].share() {
				t.Errorf("%s, level %d, %s: overlooks %.3f of %d with the weakness, %.3f without", name, level, c.Weakness.Name, with[0].share(), with[0].moves, without[0].share())
			}
			if with[1].share() > without[1].share() {
				t.Errorf("%s, level %d, %s: overlooks more of the other moves", name, level, c.Weakness.Name)
			}
			if more /= float64(with[0].moves + with[1].moves); more > 0.03 || more < -0.06 {
				t.Errorf("%s, level %d, %s: overlooks %+.3f of all moves more", name, level, c.Weakness.Name, more)
			}
			t.Logf("| %s | %d | %s | %s | %.1f | %.1f | %.1f | %.1f | %d |", name, level, c.Name, c.Weakness.Name,
				100*with[0].share(), 100*without[0].share(), 100*with[1].share(), 100*without[1].share(), with[0].moves)
		}
	}
}

// lonely reports whether a move puts a stone on a square that has no stone next to it.
func lonely(line *game.Line, m game.Move) bool {
	if m.From() != game.NoSquare {
		return false
	}
	g, _ := game.GridOf(line.Position())
	for i, c := range g.Cells {
		x, y := i%g.Width-int(m.To())%g.Width, i/g.Width-int(m.To())/g.Width
		if c != "" && max(x, -x, y, -y) == 1 {
			return false
		}
	}
	return true
}

func (l *looked) add(missed bool) {
	l.moves++
	if missed {
		l.missed++
	}
}

// sees lets an engine level search a position and returns the level. The level then knows which moves
// it overlooked.
func sees(t *testing.T, inner engine.Engine, e engine.Entry, line *game.Line, level int, seed uint64) *engine.Handicapped {
	t.Helper()
	at, err := e.AtLevel(inner, level, seed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := at.Think(t.Context(), line.View(line.Position().Turn()), engine.Limits{Nodes: 1}, nil); err != nil {
		t.Fatal(err)
	}
	h, ok := at.(*engine.Handicapped)
	if !ok {
		t.Fatal("a level is no Handicapped")
	}
	return h
}

// wanderer returns a function that plays random moves and returns the position reached.
func wanderer(t *testing.T, name string) func() *game.Line {
	t.Helper()
	rng := rand.New(rand.NewPCG(59, 21))
	rules := trial(t, name, 1, 1).Rules
	return func() *game.Line {
		for {
			s := game.Setup{}
			if d, ok := rules.(game.Dealer); ok {
				s.Secret = d.Deal(rng.IntN)
			}
			line, err := game.NewLine(rules, s)
			if err != nil {
				t.Fatal(err)
			}
			for want := 6 + rng.IntN(40); line.Ply() < want && !line.Outcome().Over(); {
				legal := line.Legal()
				if err := line.Play(line.Position().Encode(legal[rng.IntN(len(legal))])); err != nil {
					t.Fatal(err)
				}
			}
			if !line.Outcome().Over() {
				return line
			}
		}
	}
}
