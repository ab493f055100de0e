package ucci_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/protocol"
	"kydai/protocol/protocoltest"
	"kydai/protocol/ucci"
)

func config() ucci.Config {
	return ucci.Config{
		Name: "Stub", Version: "1", Author: "nobody", Rules: xiangqi.Rules{}, Minor: 400,
		New:   func() (engine.Engine, error) { return &protocoltest.Stub{Points: 40}, nil },
		Terms: func(string) ([]protocol.Term, error) { return []protocol.Term{{Name: "tempo", Points: 7}}, nil },
	}
}

func TestServe(t *testing.T) {
	protocoltest.Serve(t, "testdata/serve-*.txt", func(in io.Reader, out io.Writer) error { return ucci.Serve(in, out, config()) })
}

// TestDraw checks that the server accepts a draw offer only if the engine's score is not above
// zero.
func TestDraw(t *testing.T) {
	for points, taken := range map[int]bool{-10: true, 0: true, 10: false} {
		c := config()
		c.New = func() (engine.Engine, error) { return &protocoltest.Stub{Points: points}, nil }
		var out strings.Builder
		if err := ucci.Serve(strings.NewReader("go draw depth 1"), &out, c); err != nil {
			t.Fatal(err)
		}
		if got := strings.HasSuffix(strings.TrimSpace(out.String()), " draw"); got != taken {
			t.Errorf("%d points: %q", points, out.String())
		}
	}
}

// TestMateScores checks that a mate score that Serve sends arrives unchanged at Engine.
func TestMateScores(t *testing.T) {
	line, err := game.NewLine(xiangqi.Rules{}, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []engine.Score{{Mate: 1}, {Mate: 7}, {Points: 400}, {Points: -1200}, {Mate: -1}, {Mate: -4}} {
		open := func() (*protocol.Peer, error) {
			in, toServer := io.Pipe()
			fromServer, out := io.Pipe()
			c := config()
			c.New = func() (engine.Engine, error) { return scored{want}, nil }
			go func() {
				_ = ucci.Serve(in, out, c)
				_ = out.Close()
			}()
			return protocol.NewPeer("ours", fromServer, toServer, func() { _ = in.Close(); _ = out.Close() }), nil
		}
		e, err := ucci.New(ucci.Program{Open: open, Minor: 400})
		if err != nil {
			t.Fatal(err)
		}
		info, err := e.Think(context.Background(), line, engine.Limits{Depth: 1}, nil)
		if err != nil || len(info.Lines) == 0 || info.Lines[0].Score != want {
			t.Errorf("%+v became %+v, %v", want, info, err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// scored is an engine that gives every position the same score.
type scored struct{ score engine.Score }

func (s scored) Think(_ context.Context, line *game.Line, _ engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	info := engine.Thought{Depth: 1, Lines: []engine.Variation{{Score: s.score, Codes: []string{line.Position().Encode(line.Legal()[0])}}}}
	report(info)
	return info, nil
}
func (scored) Close() error { return nil }

func TestDrive(t *testing.T) {
	e, err := ucci.New(ucci.Program{
		Open: protocoltest.Program(t, "testdata/drive-usual.txt"), Minor: 400, Grace: time.Second,
		Options: []protocol.Setting{{Name: "hashsize", Value: "32"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close() //nolint:errcheck // an error of Close does not matter in this test
	start := func(codes ...string) *game.Line {
		l, err := game.NewLine(xiangqi.Rules{}, game.Setup{})
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
	info, err := e.Think(ctx, start("h2e2"), engine.Limits{Depth: 3}, nil)
	if err != nil || info.Best() != "h9g7" || info.Ponder() != "h0g2" || info.Lines[0].Score.Points != -200 || info.Nodes != 77 {
		t.Errorf("%+v, %v", info, err)
	}
	e.NewGame()
	info, err = e.Think(ctx, start(), engine.Limits{MoveTime: 100 * time.Millisecond, Only: []string{"h2e2"}}, nil)
	if err != nil || info.Best() != "h2e2" || info.Lines[0].Score.Mate != 2 {
		t.Errorf("%+v, %v", info, err)
	}
	clocks := engine.Limits{Left: [2]time.Duration{time.Minute, 50 * time.Second}, Inc: [2]time.Duration{time.Second, 0}}
	if info, err = e.Think(ctx, start(), clocks, nil); err != nil || info.Best() != "h2e2" {
		t.Errorf("%+v, %v", info, err)
	}
	if _, err = e.Think(ctx, start(), engine.Limits{Nodes: 1000}, nil); err == nil {
		t.Error("nobestmove is no answer")
	}
	soon, cancel := context.WithTimeout(ctx, 30*time.Millisecond)
	defer cancel()
	if info, err = e.Think(soon, start(), engine.Limits{}, nil); err != nil || info.Best() != "b2e2" {
		t.Errorf("%+v, %v", info, err)
	}
	if info, err = e.Think(ctx, start(), engine.Limits{MoveTime: 3 * time.Second}, nil); err != nil || info.Best() != "b2d2" {
		t.Errorf("after a crash: %+v, %v", info, err)
	}
}

func FuzzServe(f *testing.F) {
	for _, s := range []string{
		"ucci\nisready\nquit", "position startpos moves h2e2\ngo depth 1", "banmoves a a a\ngo nodes 1", "setoption usemillisec\ngo depth 1",
		"go infinite\nstop\nponderhit draw", "setoption batch\nprobe\nprobe x", "position fen  moves\n\x00\xff go", "go depth -1", "go ponder\nponderhit",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ReplaceAll(text, "time", "tim") // without "time" commands, so that the fuzz test does not wait
		var out strings.Builder
		if err := ucci.Serve(strings.NewReader(text), &out, config()); err != nil && !strings.Contains(err.Error(), "line") {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word {
			case "id", "option", "ucciok", "readyok", "info", "bestmove", "nobestmove", "pophash", "bye":
			default:
				t.Errorf("it says %q", line)
			}
		}
	})
}
