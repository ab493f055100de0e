package gomocup_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games/caro"
	"kydai/games/engines"
	"kydai/protocol"
	"kydai/protocol/gomocup"
	"kydai/protocol/protocoltest"
)

func swap2() gomocup.Swap2 { return gomocup.Swap2(engines.DialectOf("caro").Swap2) }

// TestServeSwap2 checks every possible answer to SWAP2BOARD. The answer depends on the
// engine's evaluation of the board.
func TestServeSwap2(t *testing.T) {
	for name, points := range map[string]int{"better": 50, "worse": -50, "level": 7} {
		protocoltest.Serve(t, "testdata/swap2-"+name+".txt", func(in io.Reader, out io.Writer) error { return gomocup.Serve(in, out, config(points)) })
	}
}

// TestNoGift checks that the server does not place two stones when that would be a mistake: on
// an unbalanced board, in a game without swap2, and on a won board.
func TestNoGift(t *testing.T) {
	const board = "INFO timeout_turn 10\nSTART 15\nSWAP2BOARD\n7,7\n8,8\n9,9\nDONE\n"
	with := func(points int, change func(*gomocup.Config)) string {
		c := config(points)
		if change != nil {
			change(&c)
		}
		var out strings.Builder
		if err := gomocup.Serve(strings.NewReader(board), &out, c); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		return lines[len(lines)-1]
	}
	for points, want := range map[int]string{20: "0,14", -20: "SWAP", 10: "0,14 1,14", -10: "0,14 1,14"} {
		if got := with(points, nil); got != want {
			t.Errorf("%d points: %s, not %s", points, got, want)
		}
	}
	if got := with(0, func(c *gomocup.Config) { c.Swap2 = gomocup.Swap2{} }); got != "0,14" {
		t.Errorf("a game without swap2: %s", got)
	}
}

func open(t *testing.T, codes ...string) *game.Line {
	t.Helper()
	l, err := game.NewLine(caro.Rules{}, game.Setup{Options: map[string]string{"opening": "swap2"}})
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

func TestDriveSwap2(t *testing.T) {
	e, err := gomocup.New(gomocup.Program{
		Open: protocoltest.Program(t, "testdata/drive-swap2.txt"), Grace: time.Second, Swap2: swap2(),
		Rule: func(*game.Line) (int, error) { return 9, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close() //nolint:errcheck // an error of Close does not matter in this test
	think := func(l *game.Line) (string, error) {
		info, err := e.Think(context.Background(), l, engine.Limits{MoveTime: 100 * time.Millisecond}, nil)
		return info.Best(), err
	}
	// plays checks that the codes of an answer are legal, and plays them.
	plays := func(l *game.Line, codes ...string) *game.Line {
		t.Helper()
		for _, want := range codes {
			got, err := think(l)
			if err != nil || got != want {
				t.Fatalf("%v: %s, %v, not %s", l.Codes(), got, err, want)
			}
			if err := l.Play(got); err != nil {
				t.Fatal(err)
			}
		}
		return l
	}
	first := []string{"h8", "i7", "l11"}
	five := append(append([]string(nil), first...), "more", "a1", "b1")
	plays(open(t), first...)
	l := plays(open(t, five...), "white", "f10")
	if err := l.Play("g9"); err != nil {
		t.Fatal(err)
	}
	plays(l, "e11")
	if err := l.Play("c13"); err != nil {
		t.Fatal(err)
	}
	plays(l, "d12")
	plays(open(t, five...), "black")
	plays(open(t, first...), "f10")
	plays(open(t, first...), "black")
	plays(open(t, first...), "more", "a1", "b1")
	setUp, err := game.NewLine(caro.Rules{}, game.Setup{Start: "15/15/15/15/15/15/15/7o7/8x6/15/15/15/15/15/x14 o caro9 open swap2 offer"})
	if err != nil {
		t.Fatal(err)
	}
	plays(setUp, "black")
	if got, err := think(open(t, first...)); err != nil || got != "7,7" {
		t.Errorf("a cell that is taken: %s, %v", got, err)
	}
	if got, err := think(open(t, first...)); err == nil {
		t.Errorf("three stones for a choice: %s", got)
	}
	if got, err := think(open(t, five...)); err == nil {
		t.Errorf("two stones for a colour: %s", got)
	}
	if got, err := think(open(t)); err == nil {
		t.Errorf("UNKNOWN is no answer: %s", got)
	}
	if got, err := think(open(t, "h8")); err == nil {
		t.Errorf("there is no question for the second of three stones: %s", got)
	}
}

// TestSwap2BothHalves plays the opening between a client and a server with different evaluations,
// so that every branch of the opening occurs, and then continues the game.
func TestSwap2BothHalves(t *testing.T) {
	for points, want := range map[[2]int]string{
		{0, 50}: "stone", {0, -50}: "black", {50, 5}: "more white", {-50, 5}: "more black",
	} {
		t.Run(fmt.Sprint(points), func(t *testing.T) {
			var sides [2]*gomocup.Engine
			for i := range sides {
				e, err := gomocup.New(gomocup.Program{Open: serving(points[i]), Swap2: swap2(), Rule: func(*game.Line) (int, error) { return 9, nil }})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = e.Close() })
				sides[i] = e
			}
			l := open(t)
			for l.Ply() < 16 {
				info, err := sides[l.Position().Turn().Index()].Think(context.Background(), l, engine.Limits{MoveTime: 4 * time.Millisecond}, nil)
				if err != nil {
					t.Fatalf("%v: %v", l.Codes(), err)
				}
				if err := l.Play(info.Best()); err != nil {
					t.Fatalf("%v: %v", l.Codes(), err)
				}
			}
			chosen := "stone"
			if words := choices(l.Codes()); len(words) > 0 {
				chosen = strings.Join(words, " ")
			}
			if chosen != want {
				t.Errorf("%v went by %s, not %s", l.Codes(), chosen, want)
			}
		})
	}
}

func choices(codes []string) (words []string) {
	for _, c := range codes {
		if len(c) > 3 {
			words = append(words, c)
		}
	}
	return words
}

// serving starts a server whose engine gives every position the same score.
func serving(points int) func() (*protocol.Peer, error) {
	return func() (*protocol.Peer, error) {
		in, toServer := io.Pipe()
		fromServer, out := io.Pipe()
		go func() {
			_ = gomocup.Serve(in, out, config(points))
			_ = out.Close()
		}()
		return protocol.NewPeer("ours", fromServer, toServer, func() { _ = in.Close(); _ = out.Close() }), nil
	}
}
