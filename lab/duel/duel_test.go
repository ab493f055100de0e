package duel_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/lab/duel"
	"kydai/lab/player"
	"kydai/record"
)

func rules(t *testing.T, name string) game.Rules {
	t.Helper()
	r, ok := games.Find(name)
	if !ok {
		t.Fatalf("no game %s", name)
	}
	return r
}

// fake is a test engine that consists of a function.
type fake func(ctx context.Context, line *game.Line) (engine.Thought, error)

func (f fake) Think(ctx context.Context, line *game.Line, _ engine.Limits, _ func(engine.Thought)) (engine.Thought, error) {
	return f(ctx, line)
}
func (fake) Close() error { return nil }

func answer(code string, points int) engine.Thought {
	return engine.Thought{Depth: 1, Lines: []engine.Variation{{Score: engine.Score{Points: points}, Codes: []string{code}}}}
}

// legal returns a test engine that plays a legal move and reports the given score for the move.
func legal(points int) fake {
	return func(_ context.Context, line *game.Line) (engine.Thought, error) {
		ms := line.Legal()
		return answer(line.Position().Encode(ms[line.Ply()*7%len(ms)]), points), nil
	}
}

func playerOf(name string, f fake, lim engine.Limits) player.Player {
	return player.Player{Name: name, Limits: lim, New: func(uint64) (engine.Engine, error) { return f, nil }}
}

func seat(name string, f fake, lim engine.Limits) duel.Seat {
	return duel.Seat{Player: playerOf(name, f, lim), Engine: f}
}

// TestMisbehaviour checks that a player that breaks the rules of a match loses the game, and
// that the game records the reason.
func TestMisbehaviour(t *testing.T) {
	r := rules(t, "chess")
	slow := func(ctx context.Context, line *game.Line) (engine.Thought, error) {
		time.Sleep(60 * time.Millisecond)
		return legal(0)(ctx, line)
	}
	hang := func(ctx context.Context, line *game.Line) (engine.Thought, error) {
		<-ctx.Done()
		return legal(0)(ctx, line)
	}
	for name, c := range map[string]struct {
		play fake
		lim  engine.Limits
		why  game.Reason
		note string
	}{
		"illegal": {func(context.Context, *game.Line) (engine.Thought, error) { return answer("e2e5", 0), nil }, engine.Limits{}, duel.Illegal, "e2e5"},
		"empty":   {func(context.Context, *game.Line) (engine.Thought, error) { return engine.Thought{}, nil }, engine.Limits{}, duel.Illegal, "move 1"},
		"error": {func(context.Context, *game.Line) (engine.Thought, error) {
			return engine.Thought{}, errors.New("it broke")
		}, engine.Limits{}, duel.Failure, "it broke"},
		"slow": {slow, engine.Limits{MoveTime: 10 * time.Millisecond}, game.ByTime, "took"},
		"hang": {hang, engine.Limits{Depth: 3}, game.ByTime, "took"},
	} {
		for side := range 2 {
			line, err := game.NewLine(r, game.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			seats := [2]duel.Seat{seat("good", legal(0), engine.Limits{}), seat("good", legal(0), engine.Limits{})}
			seats[side] = seat("bad", c.play, c.lim)
			g, err := duel.Play(context.Background(), line, seats, duel.Conditions{Grace: 20 * time.Millisecond, Patience: 50 * time.Millisecond, Plies: 20})
			want := game.Win(game.First, c.why)
			if side == 0 {
				want.Winner = game.Second
			}
			if err != nil || g.Outcome != want || !strings.Contains(g.Note, "bad") || !strings.Contains(g.Note, c.note) && side == 0 {
				t.Errorf("%s as %d: %+v, %q, %v", name, side, g.Outcome, g.Note, err)
			}
		}
	}
}

// clocked is a test engine that takes a fixed time for each move and records the times on its
// clock.
type clocked struct {
	think time.Duration
	seen  []time.Duration
}

func (c *clocked) Think(_ context.Context, line *game.Line, lim engine.Limits, _ func(engine.Thought)) (engine.Thought, error) {
	c.seen = append(c.seen, lim.Left[0])
	time.Sleep(c.think)
	return legal(0)(context.Background(), line)
}
func (*clocked) Close() error { return nil }

// TestClock checks that a player whose clock runs out loses and that the increment is added after a
// move.
func TestClock(t *testing.T) {
	r := rules(t, "chess")
	play := func(c *clocked, base, inc, grace time.Duration) game.Outcome {
		line, err := game.NewLine(r, game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		s := duel.Seat{Player: player.Player{Name: "clocked", Base: base, Inc: inc}, Engine: c}
		g, err := duel.Play(context.Background(), line, [2]duel.Seat{s, seat("free", legal(0), engine.Limits{})}, duel.Conditions{Grace: grace, Plies: 12})
		if err != nil {
			t.Fatal(err)
		}
		return g.Outcome
	}
	for _, grace := range []time.Duration{0, 5 * time.Millisecond} {
		if o := play(&clocked{think: 20 * time.Millisecond}, 50*time.Millisecond, 0, grace); o != game.Win(game.Second, game.ByTime) {
			t.Errorf("grace %v: the clock did not run out: %+v", grace, o)
		}
	}
	if o := play(&clocked{think: 20 * time.Millisecond}, 50*time.Millisecond, 0, time.Minute); o.Why != duel.Adjudicated {
		t.Errorf("a minute of grace: %+v", o)
	}
	c := &clocked{}
	if o := play(c, time.Minute, 20*time.Second, 5*time.Millisecond); o.Why != duel.Adjudicated || len(c.seen) != 6 || c.seen[0] != time.Minute || c.seen[5] < 2*time.Minute || c.seen[5] > 160*time.Second {
		t.Errorf("%+v, %v", o, c.seen)
	}
}

func TestAdjudication(t *testing.T) {
	r := rules(t, "chess")
	play := func(a, b int, c duel.Conditions) (game.Outcome, int) {
		line, err := game.NewLine(r, game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := duel.Play(context.Background(), line, [2]duel.Seat{seat("a", legal(a), engine.Limits{}), seat("b", legal(b), engine.Limits{})}, c)
		if err != nil {
			t.Fatal(err)
		}
		return g.Outcome, line.Ply()
	}
	resign := duel.Conditions{Plies: 40, Resign: duel.Rule{Points: 500, Moves: 3}}
	if o, n := play(-600, 700, resign); o != game.Win(game.Second, duel.Adjudicated) || n != 6 {
		t.Errorf("both say the first one lost: %+v after %d", o, n)
	}
	if o, n := play(700, -600, resign); o != game.Win(game.First, duel.Adjudicated) || n != 6 {
		t.Errorf("both say the second one lost: %+v after %d", o, n)
	}
	if o, n := play(-600, 100, resign); o.Winner != game.NoSide || n < 20 {
		t.Errorf("only one says so: %+v after %d", o, n)
	}
	draw := duel.Conditions{Plies: 40, Draw: duel.Rule{Points: 10, Moves: 2, From: 10}}
	if o, n := play(5, -5, draw); o != game.Draw(duel.Adjudicated) || n != 10 {
		t.Errorf("level: %+v after %d", o, n)
	}
	if o, n := play(50, -50, draw); n < 20 {
		t.Errorf("not level: %+v after %d", o, n)
	}
}

func TestElo(t *testing.T) {
	var even, better, all duel.Tally
	for range 100 {
		even.Add(2)
		even.Add(0)
		even.AddPair(2) // each player wins one game of the pair, so the players are equal
	}
	if elo, low, high := even.Elo(); elo != 0 || low != 0 || high != 0 {
		t.Errorf("pairs without variance: %v [%v, %v]", elo, low, high)
	}
	for i := range 400 {
		// The first player scores 60 % in pairs whose two games are independent.
		a, b := 0, 0
		if i%5 < 3 {
			a = 2
		}
		if i/5%5 < 3 {
			b = 2
		}
		better.Add(a)
		better.Add(b)
		better.AddPair(a + b)
	}
	elo, low, high := better.Elo()
	// Expected values, computed by hand: the score is 0.6, the variance of a game is 0.24, and the
	// error is 1.96*sqrt(0.24/800) = 0.0339.
	for _, c := range [][2]float64{{elo, 70.44}, {low, 46.1}, {high, 95.6}} {
		if math.Abs(c[0]-c[1]) > 0.7 {
			t.Errorf("%v, not %v", c[0], c[1])
		}
	}
	all.Add(2)
	if elo, _, _ := all.Elo(); !math.IsInf(elo, 1) || all.Score() != 1 {
		t.Errorf("all won: %v", elo)
	}
	var none duel.Tally
	if elo, low, high := none.Elo(); elo != 0 || !math.IsInf(low, -1) || !math.IsInf(high, 1) || none.Score() != 0.5 {
		t.Errorf("nothing played: %v [%v, %v]", elo, low, high)
	}
}

// TestSPRT runs the sequential test on random results that follow one of the two hypotheses. It
// must accept the true hypothesis nearly always.
func TestSPRT(t *testing.T) {
	test := duel.SPRT{Elo0: 0, Elo1: 50}
	for _, c := range []struct {
		score float64
		want  int
	}{{0.5, -1}, {0.5715, 1}} { // an advantage of 50 Elo is a score of 57.15 %
		right, state := 0, uint64(1)
		next := func() float64 { // a deterministic random number generator
			state = state*6364136223846793005 + 1442695040888963407
			return float64(state>>11) / (1 << 53)
		}
		for range 200 {
			var tally duel.Tally
			for range 4000 {
				sum := 0
				for range 2 {
					if next() < c.score {
						sum += 2
					}
				}
				tally.AddPair(sum)
				if v := test.Verdict(tally); v != 0 {
					if v == c.want {
						right++
					}
					break
				}
			}
		}
		if right < 182 {
			t.Errorf("score %v: right %d times of 200", c.score, right)
		}
	}
	if test.LLR(duel.Tally{}) != 0 {
		t.Error("nothing was played, and it has an opinion")
	}
}

// TestRun plays a whole match of each game and checks that the numbers of its tally add up.
func TestRun(t *testing.T) {
	for _, r := range append(games.All(), games.Examples()...) {
		name := r.Info().Name
		var a, b player.Player
		var err error
		if a, err = player.DefaultKinds().Make(r, "random:name=A"); err != nil {
			t.Fatal(err)
		}
		if b, err = player.DefaultKinds().Make(r, "random:name=B"); err != nil {
			t.Fatal(err)
		}
		run := func(concurrency int) (duel.Tally, map[string][]string) {
			played := map[string][]string{}
			games := 0
			tally, err := duel.Run(context.Background(), duel.Plan{
				Rules: r, Players: [2]player.Player{a, b}, Pairs: 4, Concurrency: concurrency, Seed: 3,
				Openings:   &duel.Random{Rules: r, Plies: 4, Seed: 5},
				Conditions: duel.Conditions{Plies: 40},
				Finished: func(f duel.Finished) {
					games++
					g := f.Record()
					played[g.Tag("Round")] = f.Line.Codes()
					want := [2]string{"A", "B"}
					if f.Swapped {
						want = [2]string{"B", "A"}
					}
					var named []string
					for _, tag := range g.Tags {
						if tag.Value == "A" || tag.Value == "B" {
							named = append(named, tag.Value)
						}
					}
					if f.Names != want || !slices.Equal(named, want[:]) || g.Tag("Termination") == "" {
						t.Errorf("%s: %+v, tags %+v", name, f.Names, g.Tags)
					}
					if f.Tally.Games() != games {
						t.Errorf("%s: game %d, tally %+v", name, games, f.Tally)
					}
					if g.Result != record.ResultOf(f.Outcome) {
						t.Errorf("%s: %v, %v", name, g.Result, f.Outcome)
					}
				},
			})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return tally, played
		}
		tally, played := run(1)
		if tally.Games() != 8 || tally.Pairs[0]+tally.Pairs[1]+tally.Pairs[2]+tally.Pairs[3]+tally.Pairs[4] != 4 || len(played) != 8 {
			t.Errorf("%s: %+v", name, tally)
		}
		for _, pair := range []string{"1", "2", "3", "4"} {
			one, two := played[pair+".1"], played[pair+".2"]
			if len(one) < 4 || !reflect.DeepEqual(one[:4], two[:4]) {
				t.Errorf("%s: the games of pair %s begin differently: %v, %v", name, pair, one, two)
			}
		}
		if reflect.DeepEqual(played["1.1"][:4], played["2.1"][:4]) && reflect.DeepEqual(played["2.1"][:4], played["3.1"][:4]) {
			t.Errorf("%s: all openings are the same", name)
		}
		if tally2, _ := run(3); tally2.Games() != 8 {
			t.Errorf("%s: %+v with three at a time", name, tally2)
		}
	}
}

// TestBalance checks that unbalanced openings are replaced.
func TestBalance(t *testing.T) {
	r := rules(t, "chess")
	asked, refused := 0, 0
	judge := fake(func(_ context.Context, line *game.Line) (engine.Thought, error) {
		asked++
		points := 0
		if line.Key(line.Ply())%3 != 0 {
			points = 300
			refused++
		}
		return answer("e2e4", points), nil
	})
	o := &duel.Random{Rules: r, Plies: 6, Seed: 1, Judge: judge, Balance: 100}
	for i := range 10 {
		opening, err := o.Opening(i)
		if err != nil {
			t.Fatal(err)
		}
		line, err := opening.Line(r)
		if err != nil || line.Ply() != 6 {
			t.Fatalf("%+v: %v", opening, err)
		}
		if line.Key(6)%3 != 0 {
			t.Errorf("opening %d is not balanced", i)
		}
	}
	if asked <= 10 || refused == 0 {
		t.Errorf("asked %d times, refused %d: the test proves nothing", asked, refused)
	}
}

func TestStops(t *testing.T) {
	r := rules(t, "chess")
	win := playerOf("W", legal(0), engine.Limits{})
	lose := playerOf("L", func(context.Context, *game.Line) (engine.Thought, error) { return engine.Thought{}, errors.New("no") }, engine.Limits{})
	tally, err := duel.Run(context.Background(), duel.Plan{
		Rules: r, Players: [2]player.Player{win, lose}, Pairs: 1000, Openings: duel.List{{}}, Test: &duel.SPRT{Elo0: 0, Elo1: 100},
	})
	if err != nil || tally.Games() > 200 || tally.Losses > 0 {
		t.Errorf("the test does not stop the match: %+v, %v", tally, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	tally, err = duel.Run(ctx, duel.Plan{
		Rules: r, Players: [2]player.Player{win, lose}, Pairs: 1000, Openings: duel.List{{}},
		Finished: func(f duel.Finished) {
			if f.Tally.Games() == 5 {
				cancel()
			}
		},
	})
	if err != nil || tally.Games() != 5 {
		t.Errorf("the context does not stop the match: %+v, %v", tally, err)
	}
	broken := player.Player{Name: "X", New: func(uint64) (engine.Engine, error) { return nil, errors.New("no engine") }}
	if _, err = duel.Run(context.Background(), duel.Plan{Rules: r, Players: [2]player.Player{win, broken}, Pairs: 2, Openings: duel.List{{}}}); err == nil {
		t.Error("a player that cannot be made is no error")
	}
}

func TestReadOpenings(t *testing.T) {
	r := rules(t, "chess")
	for file, c := range map[string]struct {
		text string
		n    int // expected number of openings; 0 means that Read returns an error
	}{
		"a.pgn": {"1. e4 e5 *\n\n1. d4 d5 2. c4 *\n", 2},
		"a.epd": {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; id \"x\";\n\n# a remark\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", 2},
		"b.fen": {"nonsense\n", 0},
		"c.pgn": {"", 0},
		"d.pgn": {"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *\n", 0},
		"e.epd": {"# nothing\n", 0},
	} {
		list, err := duel.Read(strings.NewReader(c.text), file, r, nil)
		if len(list) != c.n || (err == nil) != (c.n > 0) {
			t.Errorf("%s: %d openings, %v", file, len(list), err)
		}
		for i := range list {
			if o, _ := list.Opening(i + len(list)); o.Setup.Start != list[i].Setup.Start {
				t.Errorf("%s: the list does not go round", file)
			}
		}
	}
}

func FuzzReadOpenings(f *testing.F) {
	f.Add("1. e4 e5 *", "a.pgn")
	f.Add("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a.epd")
	f.Add("{\"format\":\"kydai\"}", "")
	f.Fuzz(func(t *testing.T, text, file string) {
		r, _ := games.Find("chess")
		list, err := duel.Read(strings.NewReader(text), file, r, nil)
		if err != nil {
			return
		}
		for _, o := range list {
			if _, err := o.Line(r); err != nil {
				t.Errorf("an opening that was read cannot be played: %v", err)
			}
		}
	})
}
