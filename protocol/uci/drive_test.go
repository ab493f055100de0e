package uci_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/protocol"
	"kydai/protocol/protocoltest"
	"kydai/protocol/uci"
	"kydai/test/timing"
)

var chessVariant = config().Variants[0]

func line(t *testing.T, v uci.Variant, s game.Setup, codes ...string) *game.Line {
	t.Helper()
	l, err := game.NewLine(v.Rules, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range codes {
		if err := l.Replay(c); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func TestDrive(t *testing.T) {
	e, err := uci.New(uci.Program{
		Open: protocoltest.Program(t, "testdata/drive-usual.txt"), Variant: chessVariant,
		Options: []protocol.Setting{{Name: "Hash", Value: "64"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close() //nolint:errcheck // an error of Close does not matter in this test
	if o := e.Options(); len(o) != 5 || o[4].Name != "Book File" || o[0].Most != 33554432 {
		t.Errorf("options %+v", o)
	}
	ctx := context.Background()
	reports := 0
	info, err := e.Think(ctx, line(t, chessVariant, game.Setup{}, "e2e4"), engine.Limits{Depth: 3}, func(engine.Thought) { reports++ })
	if err != nil || info.Best() != "c7c5" || info.Ponder() != "g1f3" || info.Lines[0].Score.Points != -20 || info.Nodes != 300 || reports != 2 {
		t.Errorf("%+v, %v, %d reports", info, err, reports)
	}
	info, err = e.Think(ctx, line(t, chessVariant, game.Setup{}, "e2e4", "c7c5"), engine.Limits{Nodes: 500, MultiPV: 2, Only: []string{"g1f3", "d2d4"}}, nil)
	if err != nil || info.Best() != "g1f3" || len(info.Lines) != 2 || info.Lines[1].Score.Mate != 3 {
		t.Errorf("%+v, %v", info, err)
	}
	clocks := engine.Limits{Left: [2]time.Duration{time.Minute, 50 * time.Second}, Inc: [2]time.Duration{time.Second, time.Second}, MovesToGo: 10}
	if info, err = e.Think(ctx, line(t, chessVariant, game.Setup{}), clocks, nil); err != nil || info.Best() != "e2e4" {
		t.Errorf("%+v, %v", info, err)
	}
	e.NewGame()
	odd := game.Setup{Options: map[string]string{"variant": "chess960", "position": "0"}}
	if info, err = e.Think(ctx, line(t, chessVariant, odd), engine.Limits{MoveTime: 100 * time.Millisecond}, nil); err != nil || info.Best() != "e2e4" {
		t.Errorf("%+v, %v", info, err)
	}
	soon, cancel := context.WithTimeout(ctx, 30*time.Millisecond)
	defer cancel()
	if info, err = e.Think(soon, line(t, chessVariant, game.Setup{Start: "7k/8/8/8/8/8/R7/K7 w - - 0 1"}), engine.Limits{}, nil); err != nil || info.Best() != "a2b2" {
		t.Errorf("%+v, %v", info, err)
	}
}

func drive(t *testing.T, file string) *uci.Engine {
	t.Helper()
	e, err := uci.New(uci.Program{Open: protocoltest.Program(t, file), Variant: chessVariant, Grace: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func TestDriveRecovers(t *testing.T) {
	e := drive(t, "testdata/drive-crash.txt")
	info, err := e.Think(context.Background(), line(t, chessVariant, game.Setup{}), engine.Limits{Depth: 3}, nil)
	if err != nil || info.Best() != "d2d4" {
		t.Errorf("after a crash: %+v, %v", info, err)
	}
	e = drive(t, "testdata/drive-dying.txt")
	if _, err = e.Think(context.Background(), line(t, chessVariant, game.Setup{}), engine.Limits{Depth: 3}, nil); !errors.Is(err, protocol.ErrGone) {
		t.Errorf("a program that dies again and again: %v", err)
	}
	timing.Within(t, time.Second, 3, func() time.Duration {
		e = drive(t, "testdata/drive-mute.txt")
		began := time.Now()
		if _, err = e.Think(context.Background(), line(t, chessVariant, game.Setup{}), engine.Limits{MoveTime: 10 * time.Millisecond}, nil); !errors.Is(err, protocol.ErrSilent) {
			t.Errorf("a program that does not answer: %v", err)
		}
		return time.Since(began)
	})
	if info, err = e.Think(context.Background(), line(t, chessVariant, game.Setup{}), engine.Limits{MoveTime: 10 * time.Millisecond}, nil); err != nil || info.Best() != "d2d4" {
		t.Errorf("after a silence: %+v, %v", info, err)
	}
}

func TestUnknownOption(t *testing.T) {
	_, err := uci.New(uci.Program{Open: protocoltest.Program(t, "testdata/drive-usual.txt"), Variant: chessVariant,
		Options: []protocol.Setting{{Name: "Hash", Value: "64"}, {Name: "Nonsense", Value: "1"}}, Startup: time.Second})
	if err == nil {
		t.Error("an option that the program does not have was taken")
	}
}

// external starts a real program. It skips the test if the program is not installed.
func external(t *testing.T, name string, v uci.Variant, options ...protocol.Setting) *uci.Engine {
	t.Helper()
	command := protocol.Command{Path: name, Memory: 4 << 10}
	if _, err := command.Find(); err != nil {
		t.Skipf("%s is not installed", name)
	}
	e, err := uci.New(uci.Program{Open: func() (*protocol.Peer, error) { return protocol.Start(command) }, Variant: v, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// TestRealPrograms plays some moves with external programs by other authors.
func TestRealPrograms(t *testing.T) {
	for _, c := range []struct {
		program string
		variant uci.Variant
	}{{"stockfish", chessVariant}, {"fairy-stockfish", chessVariant}, {"fairy-stockfish", config().Variants[1]}} {
		t.Run(c.program+" "+c.variant.Name, func(t *testing.T) {
			e := external(t, c.program, c.variant, protocol.Setting{Name: "Hash", Value: "4"})
			l := line(t, c.variant, game.Setup{})
			e.NewGame()
			for i, lim := range []engine.Limits{{Nodes: 500}, {Depth: 4}, {MoveTime: 30 * time.Millisecond}, {Left: [2]time.Duration{time.Second, time.Second}}, {Nodes: 500, MultiPV: 3}} {
				var info engine.Thought
				bound := time.Hour
				if lim.MoveTime > 0 {
					bound = lim.MoveTime + time.Second
				}
				timing.Within(t, bound, 3, func() time.Duration {
					began := time.Now()
					var err error
					if info, err = e.Think(context.Background(), l, lim, nil); err != nil {
						t.Fatalf("limit %d: %v", i, err)
					}
					return time.Since(began)
				})
				if len(info.Lines) < max(lim.MultiPV, 1) || info.Depth < 1 || info.Nodes == 0 {
					t.Errorf("limit %d: %+v", i, info)
				}
				if err := l.Play(info.Best()); err != nil {
					t.Fatalf("limit %d: %v", i, err)
				}
			}
			if c.variant.Name != "chess" {
				return
			}
			won := game.Setup{Start: "7k/5ppp/8/8/8/8/8/K2R4 w - - 0 1"}
			info, err := e.Think(context.Background(), line(t, c.variant, won), engine.Limits{Depth: 6}, nil)
			if err != nil || info.Best() != "d1d8" || info.Lines[0].Score.Mate != 1 {
				t.Errorf("a mate in one: %+v, %v", info, err)
			}
		})
	}
}
