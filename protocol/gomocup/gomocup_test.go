package gomocup_test

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games/caro"
	"kydai/games/engines"
	"kydai/lab/player"
	"kydai/protocol/gomocup"
	"kydai/protocol/protocoltest"
)

func config(points int) gomocup.Config {
	c := player.GomocupConfig(engines.DialectOf("caro"), caro.Rules{})
	c.Name, c.Version, c.Author = "Stub", "1", "nobody"
	c.New = func() (engine.Engine, error) { return &protocoltest.Stub{Points: points}, nil }
	return c
}

func TestServe(t *testing.T) {
	protocoltest.Serve(t, "testdata/serve-*.txt", func(in io.Reader, out io.Writer) error { return gomocup.Serve(in, out, config(7)) })
}

// TestBlockedFive checks that the rule number selects the rules: under rule 9 the server accepts a
// board with a five that is blocked at both ends, which does not end the game.
func TestBlockedFive(t *testing.T) {
	const board = "BOARD\n3,2,2\n4,2,2\n5,2,2\n6,2,2\n7,2,2\n2,2,1\n8,2,1\n0,9,1\n2,9,1\nDONE\n"
	setup, err := config(0).Setup(gomocup.Board{Width: 15, Height: 15, Rule: 9})
	if err != nil || setup.Options["rule"] != "caro9" {
		t.Errorf("rule 9 is %+v, %v", setup, err)
	}
	for rule, name := range map[int]string{0: "freestyle", 1: "standard", 8: "caro8", 2: "freestyle", 11: "caro9"} {
		setup, err := config(0).Setup(gomocup.Board{Width: 15, Height: 15, Rule: rule})
		if err != nil || setup.Options["rule"] != name {
			t.Errorf("rule %d is %+v, %v", rule, setup, err)
		}
	}
	var out strings.Builder
	if err := gomocup.Serve(strings.NewReader("INFO timeout_turn 10\nINFO rule 9\nSTART 15\n"+board), &out, config(0)); err != nil || strings.Contains(out.String(), "ERROR") {
		t.Errorf("%v, %s", err, out.String())
	}
}

// watcher is an engine that records the positions that it must search, and always plays in a
// corner.
type watcher struct{ seen *[]string }

func (w watcher) Think(_ context.Context, line *game.Line, _ engine.Limits, _ func(engine.Thought)) (engine.Thought, error) {
	*w.seen = append(*w.seen, line.Position().String())
	return engine.Thought{Lines: []engine.Variation{{Codes: []string{line.Position().Encode(line.Legal()[0])}}}}, nil
}
func (watcher) Close() error { return nil }

// ready is an engine that records the rules for which it was prepared.
type ready struct {
	watcher
	rules *[]string
}

func (r ready) Prepare(_ context.Context, line *game.Line) error {
	*r.rules = append(*r.rules, line.Setup().Options["rule"])
	return nil
}

// TestPrepares checks that the server prepares the engine at START and when the rule changes, but
// not during the engine's first turn.
func TestPrepares(t *testing.T) {
	var rules, seen []string
	c := config(0)
	c.New = func() (engine.Engine, error) { return ready{watcher{&seen}, &rules}, nil }
	var out strings.Builder
	if err := gomocup.Serve(strings.NewReader("INFO rule 1\nSTART 15\nINFO rule 9\nINFO timeout_turn 10\nEND\n"), &out, c); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(rules, []string{"standard", "caro9"}) || len(seen) > 0 {
		t.Errorf("prepared for %q, asked %q", rules, seen)
	}
}

// TestColours checks that every stone reaches the engine with its colour.
func TestColours(t *testing.T) {
	const (
		empty = "/15/15/15/15/15/15/15/15/15/15/15/15/"
		one   = "15/7o7" + empty // rows come from the top; the stone is at x = 7, y = 1
	)
	for text, want := range map[string][]string{
		"BEGIN\nTURN 7,1\n": {"15/15" + empty + "15 x ", one + "x14 x "},
		"TURN 7,1\nTURN 9,14\n": {
			"15/7x7" + empty + "15 o ", "15/7x7" + empty + "o8x5 o "},
		"BOARD\n7,1,2\n0,14,1\nDONE\n":                   {one + "x14 x "},
		"BOARD\n7,1,2\nDONE\nTAKEBACK 0,14\nTURN 9,14\n": {"15/7x7" + empty + "15 o ", "15/7x7" + empty + "9o5 x "},
		"BOARD\n0,14,1\n7,1,2\n1,14,2\nDONE\n":           {"15/7x7" + empty + "ox13 o "},
		"TURN 7,1\nRESTART\nBEGIN\n":                     {"15/7x7" + empty + "15 o ", "15/15" + empty + "15 x "},
		"SWAP2BOARD\n7,1\n0,14\n1,14\nDONE\n": {
			"15/7x7" + empty + "ox13 o ", "15/7x7" + empty + "ox13 o freestyle open swap2 more",
			"15/7x7" + empty + "oxo12 x freestyle open swap2 more", "15/7x7" + empty + "oxox11 o freestyle open free play"},
		"SWAP2BOARD\n7,1\n0,14\n1,14\n2,14\n3,14\nDONE\nTURN 5,14\n": {"15/7x7" + empty + "oxox11 o ", "15/7x7" + empty + "oxoxox9 o "},
	} {
		var seen []string
		c := config(0)
		c.New = func() (engine.Engine, error) { return watcher{&seen}, nil }
		var out strings.Builder
		if err := gomocup.Serve(strings.NewReader("START 15\n"+text), &out, c); err != nil {
			t.Fatal(err)
		}
		if len(seen) != len(want) {
			t.Fatalf("%q: asked about %q; it said %s", text, seen, out.String())
		}
		for i := range want {
			if !strings.HasPrefix(seen[i], want[i]) {
				t.Errorf("%q: position %d is %s, not %s", text, i, seen[i], want[i])
			}
		}
	}
}

// TestBothHalves lets the client half (Engine) play a game against the server half (Serve). Every
// move must be legal.
func TestBothHalves(t *testing.T) {
	e, err := gomocup.New(gomocup.Program{Open: serving(0), Rule: func(*game.Line) (int, error) { return 9, nil }})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close() //nolint:errcheck // an error of Close does not matter in this test
	l, err := game.NewLine(caro.Rules{}, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for range 12 {
		info, err := e.Think(context.Background(), l, engine.Limits{MoveTime: 2 * time.Millisecond}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Play(info.Best()); err != nil {
			t.Fatal(err)
		}
		if l.Ply() == 5 {
			l.Undo(2) // forces the driver to send BOARD for its next search
		}
	}
}

func TestDrive(t *testing.T) {
	number := 9
	e, err := gomocup.New(gomocup.Program{
		Open: protocoltest.Program(t, "testdata/drive-usual.txt"), Memory: 100, Grace: time.Second,
		Rule: func(*game.Line) (int, error) { return number, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close() //nolint:errcheck // an error of Close does not matter in this test
	start := func(codes ...string) *game.Line {
		l, err := game.NewLine(caro.Rules{}, game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range codes {
			if err := l.Play(c); err != nil {
				t.Fatal(err)
			}
		}
		return l
	}
	ctx := context.Background()
	fast := engine.Limits{MoveTime: 100 * time.Millisecond}
	want := func(l *game.Line, lim engine.Limits, code string) {
		t.Helper()
		info, err := e.Think(ctx, l, lim, nil)
		if err != nil || info.Best() != code {
			t.Errorf("%v: %+v, %v", l.Codes(), info, err)
		}
	}
	want(start(), fast, "h8")
	want(start("h8", "i8"), fast, "j7")
	clocks := engine.Limits{Left: [2]time.Duration{time.Minute, time.Minute}}
	want(start("h8", "i7", "a1"), clocks, "b14")
	number = 1
	want(start("h8"), clocks, "7,7") // the program answers with an illegal stone; the next call must report this as an error
	if _, err := e.Think(ctx, start("h8"), clocks, nil); err == nil {
		t.Error("an ERROR is no answer")
	}
	number = 9
	want(start(), engine.Limits{MoveTime: time.Second}, "h8")
}

func FuzzServe(f *testing.F) {
	for _, s := range []string{
		"START 15\nBEGIN\nTURN 7,7\nEND", "START 15\nBOARD\n7,7,1\n8,8,2\nDONE", "START 15\nSWAP2BOARD\nDONE", "RECTSTART 15,15\nTAKEBACK 1,1\nRESTART",
		"INFO rule 9\nINFO timeout_turn 5\nABOUT", "START 15\nBOARD\n7,7\nDONE\nBOARD", "START -1\nSTART 99999999999999999999\nTURN ,\nTURN 1,2,3", "PLAY 1,1\nSTART 20\nPLAY 19,19",
		"START 15\nSWAP2BOARD\n1,1\n1,2\n1,3\nDONE\nTURN 5,5",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = "INFO timeout_turn 0\n" + strings.ReplaceAll(strings.ReplaceAll(text, "timeout", "tim"), "TIMEOUT", "tim")
		var out strings.Builder
		if err := gomocup.Serve(strings.NewReader(text), &out, config(0)); err != nil && !strings.Contains(err.Error(), "line") {
			t.Fatal(err)
		}
	})
}
