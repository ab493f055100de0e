package play

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/game/clock"
	"kydai/games"
	"kydai/match"
)

func find(name string) (game.Rules, bool) { return games.Find(name) }

func viewOf(t testing.TB, name, control string, codes ...string) match.View {
	t.Helper()
	c, err := clock.Parse(control)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := games.Find(name)
	terms := match.Terms{Game: name, Clock: c, Seats: [2]match.Seat{{Kind: match.Level, Level: 1}, {Kind: match.Algorithm, Spec: "x"}}}
	if d, ok := r.(game.Dealer); ok {
		terms.Setup.Secret = d.Deal(func(n int) int { return n - 1 })
	}
	m, err := match.New(r, terms, now)
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range codes {
		if err := m.Move(m.Turn(), m.Ply(), code, now); err != nil {
			t.Fatal(err)
		}
	}
	return m.View(m.Turn())
}

var now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// TestJobs checks that a worker decodes the same line of moves and the same limits that the sender
// of the job has encoded.
func TestJobs(t *testing.T) {
	for _, r := range games.All() {
		name := r.Info().Name
		v := viewOf(t, name, "5+3")
		v = viewOf(t, name, "5+3", v.Line.Position().Encode(v.Line.Legal()[0]))
		lim, within := limitsFor(v, v.Seats[v.Turn.Index()], now)
		data, err := json.Marshal((&machines{random: &random{}}).newJob(v, "id", v.Seats[0], lim, within))
		if err != nil {
			t.Fatal(err)
		}
		j, line, err := decodeJob(data, find)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !slices.Equal(line.Codes(), v.Line.Codes()) || line.Position().String() != v.Line.Position().String() {
			t.Errorf("%s: the line is %v, was %v", name, line.Codes(), v.Line.Codes())
		}
		if got := j.Limits; got.MoveTime != lim.MoveTime || got.Left[0] != lim.Left[0] || got.Inc != lim.Inc {
			t.Errorf("%s: the limits are %+v, were %+v", name, got, lim)
		}
	}
}

// TestAnswers checks that a worker's answer is one flat JSON object, which nodes of the previous
// version can also read.
func TestAnswers(t *testing.T) {
	a := answer{note{Code: "a", Cost: 9}, engine.Thought{Depth: 3, Nodes: 4, Elapsed: 5 * time.Millisecond, Lines: []engine.Variation{{Score: engine.Score{Points: 6, Mate: 7}, Codes: []string{"a", "b"}}}}}
	const form = `{"code":"a","cost":9,"depth":3,"nodes":4,"took":5,"lines":[{"points":6,"mate":7,"codes":["a","b"]}]}`
	if got, err := a.encode(); err != nil || string(got) != form {
		t.Errorf("%s, %v; want %s", got, err, form)
	}
	if back, err := decodeAnswer([]byte(form)); err != nil || !reflect.DeepEqual(back, a) {
		t.Errorf("%s is read as %+v, %v", form, back, err)
	}
	again, err := answer{note: note{Again: true}}.encode()
	if back, bad := decodeAnswer(again); err != nil || bad != nil || !back.Again {
		t.Errorf("%s is read as %+v, %v", again, back, bad)
	}
	// A worker of the previous version omits fields that are zero. Check that its answer can be
	// decoded.
	if back, err := decodeAnswer([]byte(`{"code":"","again":true}`)); err != nil || !back.Again {
		t.Errorf("%+v, %v", back, err)
	}
}

// TestLimits checks that levels and algorithms search for at most one second and the operator's
// programs for at most five seconds, and that no engine searches longer than its clock allows.
func TestLimits(t *testing.T) {
	level, algorithm, program := match.Seat{Kind: match.Level, Level: 9}, match.Seat{Kind: match.Algorithm, Spec: "x"}, match.Seat{Kind: match.Engine, Spec: "x"}
	for _, c := range []struct {
		control     string
		seat        match.Seat
		after       time.Duration
		least, most time.Duration
	}{
		{"none", level, 0, time.Second * 9 / 10, time.Second},
		{"none", algorithm, 0, time.Second * 9 / 10, time.Second},
		{"none", program, 0, time.Second * 9 / 2, 5 * time.Second},
		{"5+3", level, 0, time.Second * 9 / 10, time.Second},
		{"1+0", program, 0, time.Second, 5 * time.Second},
		{"0.05+0", algorithm, 0, 50 * time.Millisecond, time.Second},
		{"0.05+0", level, 2800 * time.Millisecond, 10 * time.Millisecond, 60 * time.Millisecond},
		{"0.05+0", level, time.Hour, 10 * time.Millisecond, 10 * time.Millisecond},
		{"5s/move", program, 0, 3 * time.Second, 4 * time.Second},
		{"0+3x2", program, 0, time.Second, 1600 * time.Millisecond},
		{"3d/move", program, 0, time.Second * 9 / 2, 5 * time.Second},
		{"3d/move", algorithm, 0, time.Second * 9 / 10, time.Second},
	} {
		v := viewOf(t, "chess", c.control)
		_, within := limitsFor(v, c.seat, now.Add(c.after))
		if within < c.least || within > c.most {
			t.Errorf("%s, %v, after %v: %v, want %v to %v", c.control, c.seat.Kind, c.after, within, c.least, c.most)
		}
	}
}

// FuzzJob checks that a worker responds to any bytes with an answer or an error.
func FuzzJob(f *testing.F) {
	v := viewOf(f, "jieqi", "5+3", "h2e2")
	good, _ := json.Marshal((&machines{random: &random{}}).newJob(v, "id", match.Seat{Kind: match.Level, Level: 1}, engine.Limits{Nodes: 1}, time.Second))
	f.Add(good)
	f.Add([]byte(`{"game":"chess","codes":["e2e4"],"ply":1,"within":10,"seat":{"kind":"level","level":99}}`))
	f.Add([]byte(`{"game":"chess","codes":null,"within":1,"options":{"view":"second"}}`))
	f.Add([]byte(`{"game":"xiangqi","start":"9/9 w","within":1}`))
	f.Add([]byte(`{"within":1e99}`))
	w := newWorker(WorkerOptions{
		Rules: find, Idle: 1,
		Make: func(string, match.Seat, uint64) (engine.Engine, error) { return first{}, nil },
	})
	f.Fuzz(func(t *testing.T, data []byte) {
		out, err := w.work(t.Context(), "eng.x", data)
		if (err == nil) != (len(out) > 0) {
			t.Errorf("%q is answered with %q and %v", data, out, err)
		}
	})
}

// first is an engine that plays the first legal move.
type first struct{}

func (first) Think(_ context.Context, l *game.Line, _ engine.Limits, _ func(engine.Thought)) (engine.Thought, error) {
	p := l.Position()
	return engine.Thought{Lines: []engine.Variation{{Codes: []string{p.Encode(p.Legal()[0])}}}}, nil
}
func (first) Close() error { return nil }
