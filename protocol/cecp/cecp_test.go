package cecp_test

import (
	"context"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/games/xiangqi"
	"kydai/protocol"
	"kydai/protocol/cecp"
	"kydai/protocol/protocoltest"
)

func start(t *testing.T, fen string, codes ...string) *game.Line {
	t.Helper()
	l, err := game.NewLine(xiangqi.Rules{}, game.Setup{Start: fen})
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

func TestDrive(t *testing.T) {
	e, err := cecp.New(cecp.Program{
		Open: protocoltest.Program(t, "testdata/drive-usual.txt"), Grace: time.Second,
		Start:   func(string) string { return "4k4/9/9/9/9/9/9/9/9/3K5 w fixed" },
		Options: []protocol.Setting{{Name: "cores", Value: "2"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close() //nolint:errcheck // an error of Close does not matter in this test
	ctx := context.Background()
	want := func(l *game.Line, lim engine.Limits, code string, points int) {
		t.Helper()
		info, err := e.Think(ctx, l, lim, nil)
		if err != nil || info.Best() != code || info.Lines[0].Score.Points != points {
			t.Errorf("%v: %+v, %v", l.Codes(), info, err)
		}
	}
	want(start(t, "", "h2e2"), engine.Limits{MoveTime: time.Second}, "h9g7", -30)
	want(start(t, "", "h2e2", "h9g7", "h0g2"), engine.Limits{MoveTime: 100 * time.Millisecond}, "i9h9", 0)
	clocks := engine.Limits{Left: [2]time.Duration{time.Minute, 50 * time.Second}, Inc: [2]time.Duration{time.Second, time.Second}}
	want(start(t, "4k4/9/9/9/9/9/9/9/9/3K5 w"), clocks, "d0d1", 0)
	if _, err := e.Think(ctx, start(t, ""), engine.Limits{Depth: 3}, nil); err == nil {
		t.Error("who resigns has not moved")
	}
	want(start(t, "", "h2e2"), engine.Limits{Depth: 3}, "h9g7", 0)
}

// TestRealProgram plays against an external program, from the default start
// position and from another one.
func TestRealProgram(t *testing.T) {
	command := protocol.Command{Path: "hoixiangqi"}
	if _, err := command.Find(); err != nil {
		t.Skip("hoixiangqi is not installed")
	}
	e, err := cecp.New(cecp.Program{
		Open:  func() (*protocol.Peer, error) { return protocol.Start(command) },
		Start: engines.DialectOf("xiangqi").XBoard,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close() //nolint:errcheck // an error of Close does not matter in this test
	for _, fen := range []string{"", "2bakabr1/4n4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2B2C1/9/RN1AKABNR w - - 0 1"} {
		l := start(t, fen)
		e.NewGame()
		for i := range 6 {
			lim := engine.Limits{Depth: 2}
			if i%2 == 0 {
				lim = engine.Limits{MoveTime: 50 * time.Millisecond}
			}
			info, err := e.Think(context.Background(), l, lim, nil)
			if err != nil {
				t.Fatalf("%q, %v: %v", fen, l.Codes(), err)
			}
			if err := l.Play(info.Best()); err != nil {
				t.Fatalf("%q, %v: %v", fen, l.Codes(), err)
			}
		}
		if l.Undo(3); l.Ply() != 3 {
			t.Fatal("nothing to go on from")
		}
		if info, err := e.Think(context.Background(), l, engine.Limits{Depth: 2}, nil); err != nil || l.Play(info.Best()) != nil {
			t.Errorf("after taking back: %+v, %v", info, err)
		}
	}
}
