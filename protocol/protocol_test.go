package protocol_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games/othello"
	"kydai/protocol"
	"kydai/test/timing"
)

// TestMain lets the test binary act as an external program if KYDAI_TEST_PEER is set.
func TestMain(m *testing.M) {
	if part := os.Getenv("KYDAI_TEST_PEER"); part != "" {
		act(part)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// act plays the role of the external program: it echoes lines, hangs on "hang", exits on "die", and
// allocates memory on "eat".
func act(part string) {
	_ = protocol.ReadLines(os.Stdin, func(line string) bool {
		switch line {
		case "hang":
			time.Sleep(time.Hour)
		case "die":
			_, _ = os.Stderr.WriteString("cannot go on\n")
			os.Exit(3)
		case "eat":
			held := make([][]byte, 0)
			for range 64 {
				b := make([]byte, 256<<20)
				b[0] = 1
				held = append(held, b)
			}
			_ = held
		case "quit":
			return false
		}
		_, _ = os.Stdout.WriteString(part + " " + line + "\n")
		return true
	})
}

func start(t *testing.T, memory int) *protocol.Peer {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Skip("the test cannot find itself")
	}
	t.Setenv("KYDAI_TEST_PEER", "echo")
	p, err := protocol.Start(protocol.Command{Path: self, Memory: memory})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

func anyLine(string) bool { return true }

func TestPeerTalks(t *testing.T) {
	// Quit waits at most 5 s for the program to exit. Here it must return within 4 s, because the
	// program exits by itself.
	timing.Within(t, 4*time.Second, 3, func() time.Duration { return talk(t) })
}

// talk makes a program answer twice, and returns how long Quit waited for the program to exit.
func talk(t *testing.T) time.Duration {
	t.Helper()
	p := start(t, 0)
	for _, word := range []string{"one", "two"} {
		if err := p.Send(word); err != nil {
			t.Fatal(err)
		}
		got, err := p.Until(context.Background(), 5*time.Second, anyLine, nil)
		if err != nil || got != "echo "+word {
			t.Fatalf("%q, %v", got, err)
		}
	}
	began := time.Now()
	p.Quit("quit", 5*time.Second)
	return time.Since(began)
}

func TestPeerDies(t *testing.T) {
	p := start(t, 0)
	if err := p.Send("die"); err != nil {
		t.Fatal(err)
	}
	_, err := p.Until(context.Background(), 5*time.Second, anyLine, nil)
	if !errors.Is(err, protocol.ErrGone) {
		t.Fatalf("a dead program: %v", err)
	}
	if !strings.Contains(err.Error(), "cannot go on") {
		t.Errorf("its last words are lost: %v", err)
	}
}

func TestPeerHangs(t *testing.T) {
	timing.Within(t, 3*time.Second, 3, func() time.Duration { return hang(t) })
}

// hang makes a program stop answering, and returns how long it took to kill the program.
func hang(t *testing.T) time.Duration {
	t.Helper()
	p := start(t, 0)
	if err := p.Send("hang"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Until(context.Background(), 50*time.Millisecond, anyLine, nil); !errors.Is(err, protocol.ErrSilent) {
		t.Fatalf("a silent program: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := p.Until(ctx, time.Minute, anyLine, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("the context does not count: %v", err)
	}
	began := time.Now()
	p.Quit("quit", 50*time.Millisecond)
	return time.Since(began)
}

func TestMemoryLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a program with a memory limit")
	}
	p := start(t, 4<<10)
	if err := p.Send("hello", "eat"); err != nil {
		t.Fatal(err)
	}
	if got, err := p.Until(context.Background(), 10*time.Second, anyLine, nil); err != nil || got != "echo hello" {
		t.Fatalf("%q, %v", got, err)
	}
	if _, err := p.Until(context.Background(), 20*time.Second, anyLine, nil); !errors.Is(err, protocol.ErrGone) {
		t.Errorf("16 GiB within 4: %v", err)
	}
}

func TestNoSuchProgram(t *testing.T) {
	if _, err := protocol.Start(protocol.Command{Path: "no-such-program-anywhere"}); err == nil {
		t.Error("it was started")
	}
}

// TestLink checks that Talk starts the program again if it exits. If the new program exits too,
// Talk must return an error.
func TestLink(t *testing.T) {
	opened := 0
	l := protocol.Link{
		Open:    func() (*protocol.Peer, error) { opened++; return start(t, 0), nil },
		Greet:   func(context.Context, *protocol.Peer) error { return nil },
		Goodbye: "quit",
	}
	defer l.Close()
	ctx := context.Background()
	talks := 0
	err := l.Talk(ctx, func(p *protocol.Peer) error {
		talks++
		word := "die"
		if talks > 1 {
			word = "live"
		}
		if err := p.Send(word); err != nil {
			return err
		}
		_, err := p.Until(ctx, 5*time.Second, anyLine, nil)
		return err
	})
	if err != nil || opened != 2 || talks != 2 {
		t.Errorf("%v after %d programs, %d talks", err, opened, talks)
	}
	opened = 0
	err = l.Talk(ctx, func(p *protocol.Peer) error {
		if err := p.Send("die"); err != nil {
			return err
		}
		_, err := p.Until(ctx, 5*time.Second, anyLine, nil)
		return err
	})
	if !errors.Is(err, protocol.ErrGone) || opened != 1 || l.Running() {
		t.Errorf("%v after %d new programs, running %v", err, opened, l.Running())
	}
}

// slow is an engine that searches until it is stopped or until its time is used up.
type slow struct{}

func (slow) Think(ctx context.Context, line *game.Line, lim engine.Limits, _ func(engine.Thought)) (engine.Thought, error) {
	if lim.MoveTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, lim.MoveTime)
		defer cancel()
	}
	if lim.Depth == 0 {
		<-ctx.Done()
	}
	return engine.Thought{Lines: []engine.Variation{{Codes: []string{line.Position().Encode(line.Legal()[0])}}}}, nil
}
func (slow) Close() error { return nil }

func TestThinker(t *testing.T) {
	line, err := game.NewLine(othello.Rules{}, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	think := func(th protocol.Thought) (*protocol.Thinker, <-chan time.Time) {
		answered := make(chan time.Time, 1)
		th.Engine, th.Line = slow{}, line
		th.Answer = func(engine.Thought, error) { answered <- time.Now() }
		var thinker protocol.Thinker
		thinker.Start(th)
		return &thinker, answered
	}
	never := func(name string, answered <-chan time.Time) {
		t.Helper()
		select {
		case <-answered:
			t.Errorf("%s: answered too early", name)
		case <-time.After(30 * time.Millisecond):
		}
	}
	soon := func(name string, answered <-chan time.Time) {
		t.Helper()
		select {
		case <-answered:
		case <-time.After(2 * time.Second):
			t.Errorf("%s: no answer", name)
		}
	}
	th, answered := think(protocol.Thought{Limits: engine.Limits{MoveTime: 20 * time.Millisecond}})
	soon("a move in time", answered)
	th.Stop()
	th, answered = think(protocol.Thought{Limits: engine.Limits{Depth: 1}, Hold: true})
	never("infinite", answered)
	th.Finish()
	soon("finish", answered)
	th, answered = think(protocol.Thought{Limits: engine.Limits{MoveTime: 20 * time.Millisecond}, Ponder: true})
	never("ponder", answered)
	th.Hit()
	soon("ponderhit", answered)
	th, answered = think(protocol.Thought{Limits: engine.Limits{MoveTime: 2500 * time.Millisecond}, Ponder: true})
	time.Sleep(2500 * time.Millisecond)
	th.Hit()
	soon("ponderhit after the time of the move", answered)
	th, answered = think(protocol.Thought{Ponder: true})
	never("ponder", answered)
	th.Stop()
	soon("ponder, then stop", answered)
	if th.Busy() {
		t.Error("busy after stop")
	}
}

func TestCodes(t *testing.T) {
	c := protocol.ShiftRanks(1)
	for ours, theirs := range map[string]string{"h2e2": "h3e3", "a9a8": "a10a9", "b0c2": "b1c3", "h2e2c": "h3e3c", "pass": "pass"} {
		if got := c.To(ours); got != theirs {
			t.Errorf("%s is %s, not %s", ours, got, theirs)
		}
		if got := c.From(theirs); got != ours {
			t.Errorf("%s is %s, not %s", theirs, got, ours)
		}
	}
	if got := c.From("a0a1"); got != "a0a0" && got != "a0a1" {
		t.Errorf("nonsense became %s", got)
	}
}

func TestPlace(t *testing.T) {
	for text, want := range map[string]string{
		"startpos": "|", "startpos moves e2e4 e7e5": "|e2e4 e7e5", "fen a b c moves x": "a b c|x", "fen a": "a|",
		"": "!", "fen": "!", "fen moves a": "!", "nonsense": "!", "startpos e2e4": "!",
	} {
		at, err := protocol.ReadPlace(strings.Fields(text))
		got := at.Start + "|" + strings.Join(at.Moves, " ")
		if err != nil {
			got = "!"
		}
		if got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
}

func TestGathered(t *testing.T) {
	var g protocol.Gathered
	g.Add("info depth 5 seldepth 8 multipv 1 score cp 33 nodes 100 nps 50 hashfull 7 time 12 pv e2e4 e7e5")
	g.Add("info depth 6 multipv 1 score cp 90 lowerbound nodes 150 pv d2d4")
	g.Add("info depth 5 multipv 2 score mate -3 pv d2d4")
	g.Add("info string score cp 5 pv nonsense")
	g.Add("info currmove e2e4 currmovenumber 1")
	i := g.Info()
	if len(i.Lines) != 2 || i.Lines[0].Score.Points != 33 || i.Lines[1].Score.Mate != -3 || i.Deepest != 8 || i.Full != 7 || i.Nodes != 150 {
		t.Errorf("%+v", i)
	}
	if a := g.Answer("d2d4", "", time.Second); a.Best() != "d2d4" || len(a.Lines) != 2 {
		t.Errorf("%+v", a)
	}
	if a := g.Answer("a2a3", "a7a6", time.Second); a.Best() != "a2a3" || a.Ponder() != "a7a6" {
		t.Errorf("%+v", a)
	}
}

func FuzzGathered(f *testing.F) {
	for _, s := range []string{"info depth 5 score cp 33 pv e2e4", "info multipv 99999 score mate 1 pv a", "info score", "info pv", "info multipv -1 score cp 1 pv a", "bestmove"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		g := protocol.Gathered{Codes: protocol.ShiftRanks(1)}
		g.Add(line)
		g.Add(line)
		if a := g.Answer("x", "y", 0); a.Best() != "x" {
			t.Errorf("the move is %q", a.Best())
		}
	})
}
