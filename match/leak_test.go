package match

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"kydai/game"
)

// wish is a command that a player could send, built only from information that the player can see.
type wish struct {
	kind byte
	by   game.Side
	ply  int
	code string
	what What
	at   time.Time
}

func (w wish) do(m *Match) error {
	switch w.kind {
	case 'o':
		n := 0
		if w.what == Takeback {
			n = 1
		}
		return m.Offer(w.by, w.what, n, w.at)
	case 'a':
		return m.Accept(w.by, w.what, "", w.at)
	case 'r':
		return m.Redo(w.by, 1, w.at)
	case 'e':
		return m.Resign(w.by, w.at)
	}
	return m.MoveWithLag(w.by, w.ply, w.code, 40*time.Millisecond, w.at)
}

// randomWish returns mostly a legal move, and sometimes a guess of the piece that a move
// reveals, an earlier move, or a command other than a move.
func randomWish(rng *rand.Rand, m *Match, at time.Time) wish {
	w := wish{kind: 'm', by: m.Turn(), ply: m.Ply(), at: at}
	if legal := m.line.Legal(); len(legal) > 0 {
		w.code = m.line.Position().Encode(legal[rng.IntN(len(legal))])
	}
	switch rng.IntN(40) {
	case 0, 1:
		w.code += string("rnbacp"[rng.IntN(6)])
	case 2:
		w.code += "*" + string("rnbacp"[rng.IntN(6)])
	case 3:
		w.ply -= 1 + rng.IntN(2)
	case 4, 5:
		w.kind, w.what = 'o', pick(rng, Draw, Takeback, Pause, Resume)
		w.by = pick(rng, game.First, game.Second)
	case 6:
		w.kind, w.what = 'a', pick(rng, Takeback, Pause, Resume)
		w.by = pick(rng, game.First, game.Second)
	case 7:
		w.kind, w.by = 'r', pick(rng, game.First, game.Second)
	case 8:
		if rng.IntN(8) == 0 {
			w.kind = 'e'
		}
	}
	return w
}

// told returns, as text, all information about a match that a viewer can receive.
func told(m *Match, viewer game.Side, answers []string) string {
	job, ok := m.Job()
	next, due := m.NextCheck(t0, time.Second)
	return fmt.Sprint(show(m.View(viewer)), m.Seen(viewer, 0), m.Seen(viewer, m.Seq()-1), answers, job, ok, next, due, m.Over(), m.Ply(), m.Seq())
}

// answerOf returns the response to a command as its sender reads it.
func answerOf(err error) string { return fmt.Sprint(code(err), err) }

// otherDeal returns a deal in which two pieces of one side are swapped.
func otherDeal(rng *rand.Rand, s game.Secret) game.Secret {
	dealt := s.Open()
	half := len(dealt) / 2 * rng.IntN(2)
	for {
		a, b := half+rng.IntN(len(dealt)/2), half+rng.IntN(len(dealt)/2)
		if dealt[a] != dealt[b] {
			dealt[a], dealt[b] = dealt[b], dealt[a]
			return game.NewSecret(dealt)
		}
	}
}

// leak replays the commands with another deal. The result alike reports whether the viewer sees the
// same moves with both deals. If so, all other information for the viewer must be the same too, and
// the result differs describes the difference; it is "" if there is none.
func leak(t testing.TB, m *Match, wishes []wish, answers map[game.Side][]string, secret game.Secret, viewer game.Side) (alike bool, differs string) {
	tm := m.Terms()
	tm.Setup.Secret = secret
	twin := start(t, tm)
	var heard []string
	for _, w := range wishes {
		err := w.do(twin)
		if w.by == viewer {
			heard = append(heard, answerOf(err))
		}
		stampLast(twin)
	}
	if !slices.Equal(twin.line.View(viewer).Codes(), m.line.View(viewer).Codes()) {
		return false, ""
	}
	if a, b := told(m, viewer, answers[viewer]), told(twin, viewer, heard); a != b {
		return true, a + "\n" + b
	}
	if !reflect.DeepEqual(m.View(viewer), twin.View(viewer)) {
		return true, "the views differ in memory"
	}
	return true, ""
}

func stampLast(m *Match) {
	last := m.Seq() - 1
	if err := m.Stamp(last, m.events[last].At.Add(3*time.Millisecond)); err != nil {
		panic(err)
	}
}

// TestNothingLeaks checks that if two deals look alike to a viewer, all output for the viewer is
// identical, byte for byte: the view, the notices, the responses to commands including guesses, the
// times of checks, and the engine jobs.
func TestNothingLeaks(t *testing.T) {
	twins, guesses := map[game.Side]int{}, 0
	for seed := range campaign(2000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		tm := terms(pick(rng, "5+3", "none"), func(t *Terms) { t.Takebacks = 5 })
		tm.Game = "jieqi"
		tm.Seats[1] = pick(rng, bao, robo)
		deal(t, &tm, rng)
		m := start(t, tm)
		var wishes []wish
		answers := map[game.Side][]string{}
		at := t0
		for range 4 + rng.IntN(30) {
			at = at.Add(time.Duration(1+rng.IntN(900)) * time.Millisecond)
			w := randomWish(rng, m, at)
			err := w.do(m)
			if code(err) == game.TellsFace {
				guesses++
			}
			wishes = append(wishes, w)
			answers[w.by] = append(answers[w.by], answerOf(err))
			stampLast(m)
		}
		for range 3 {
			viewer := pick(rng, viewers...)
			alike, differs := leak(t, m, wishes, answers, otherDeal(rng, tm.Setup.Secret), viewer)
			if differs != "" {
				t.Fatalf("seed %d: %v can tell two deals apart:\n%s", seed, viewer, differs)
			}
			if alike {
				twins[viewer]++
			}
		}
	}
	enough := int(campaign(500))
	for _, s := range viewers {
		if twins[s] < enough {
			t.Errorf("only %d pairs of deals looked alike to %v", twins[s], s)
		}
	}
	if guesses < enough {
		t.Errorf("only %d guesses", guesses)
	}
}

// TestViewIsACopy checks that changing a view does not change its match, and that the
// complete game is not available before the end.
func TestViewIsACopy(t *testing.T) {
	tm := terms("5+3", againstMachine)
	tm.Game = "jieqi"
	deal(t, &tm, rand.New(rand.NewPCG(4, 4)))
	m := start(t, tm)
	play(t, m, "h2e2", "h7e7")
	before := fingerprint(m)
	v := m.View(game.First)
	v.Line.Undo(2)
	v.Seats[0] = robo
	seen := m.Seen(game.First, 0)
	seen[0] = Notice{}
	m.Since(0)[1].Text = "h2h3"
	if fingerprint(m) != before {
		t.Error("a view is a way into the match")
	}
	refused(t, m, NotOver, func() error { _, err := m.Truth(); return err })
	done(t, m.Resign(game.First, after(9)))
	truth, err := m.Truth()
	done(t, err)
	if truth.Setup().Secret.Empty() || truth.Ply() != 2 {
		t.Error("the truth lacks something")
	}
	if !m.View(game.First).Line.Setup().Secret.Empty() {
		t.Error("a view holds the secret")
	}
}

// TestNoticesDiffer checks that a piece captured face down appears only in the notices of
// its capturer.
func TestNoticesDiffer(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 6))
		tm := terms("5+3")
		tm.Game = "jieqi"
		deal(t, &tm, rng)
		m := start(t, tm)
		for range 40 {
			if m.Over() {
				break
			}
			w := randomWish(rng, m, m.last.Add(time.Second))
			_ = w.do(m)
			for i, e := range m.events {
				star := slices.Contains([]byte(e.Text), '*')
				if e.Kind != Moved || !star {
					continue
				}
				for _, s := range viewers {
					got := m.Seen(s, i)[0].Text
					if (got == e.Text) != (s == e.By) || s != e.By && got != e.Text[:len(e.Text)-2] {
						t.Fatalf("%v saw %s of %v's %s", s, got, e.By, e.Text)
					}
				}
				return
			}
		}
	}
	t.Error("nothing was taken face down")
}

func TestSpecOfAnEngineStaysHere(t *testing.T) {
	m := start(t, terms("5+3", func(t *Terms) { t.Seats[1] = Seat{Kind: Engine, Spec: "uci:/opt/engine", Name: "X"} }))
	play(t, m, "e2e4")
	if v := m.View(game.NoSide); v.Seats[1].Spec != "" || v.Seats[1].Name != "X" {
		t.Errorf("seat %+v", v.Seats[1])
	}
	if j, _ := m.Job(); j.Seat.Spec == "" {
		t.Error("the job does not say what to run")
	}
}
