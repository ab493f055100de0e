package selfplay

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"slices"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
)

// players creates one player of a game for each thread.
func players(t testing.TB, h Header, threads int) []*Player {
	t.Helper()
	r, ok := find(h.Game)
	if !ok {
		t.Fatalf("no game %s", h.Game)
	}
	var all []*Player
	for range threads {
		e, err := engines.New(h.Game)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.(engine.Adjustable).SetOption("Hash", "1"); err != nil {
			t.Fatal(err)
		}
		tuner, _ := engines.Tuner(h.Game)
		all = append(all, &Player{Header: h, Rules: r, Engine: e, Choose: Chooser{Quiet: tuner.Quiet, Most: 1500}})
	}
	return all
}

func find(name string) (game.Rules, bool) {
	for _, r := range games.All() {
		if r.Info().Name == name {
			return r, true
		}
	}
	return nil, false
}

// file plays games and returns the content of the resulting file.
func file(t testing.TB, h Header, run Run, threads int) []byte {
	t.Helper()
	run.Header, run.Players = h, players(t, h, threads)
	var b bytes.Buffer
	if err := errors.Join(WriteHeader(&b, h), run.Write(context.Background(), &b)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func small(name string) Header {
	return Header{Game: name, Seed: 7, Nodes: 60, Plies: 4, Balance: 300, Hash: 1}
}

// all reads the games of a file.
func all(t testing.TB, b []byte) (*Reader, []*Game) {
	t.Helper()
	r, err := NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	var list []*Game
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return r, list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
}

// TestSameFileWithAnyThreads checks for every game that one thread and three threads write the same
// file. The reader of the file must accept the same positions that were counted when the games were
// played.
func TestSameFileWithAnyThreads(t *testing.T) {
	for _, e := range engines.All() {
		h := small(e.Game)
		one, three := file(t, h, Run{Games: 3}, 1), file(t, h, Run{Games: 3}, 3)
		if !bytes.Equal(one, three) {
			t.Errorf("%s: one thread and three wrote different files", e.Game)
		}
		r, list := all(t, one)
		rules, _ := find(e.Game)
		choose := players(t, h, 1)[0].Choose
		plies := 0
		for _, g := range list {
			quiet := 0
			err := r.Header.Steps(rules, g, func(s Step) bool {
				if s.Ply < g.Opening {
					t.Errorf("%s: ply %d is of the opening", e.Game, s.Ply)
				}
				if choose.Accepts(s) {
					quiet++
				}
				return true
			})
			if err != nil || quiet != g.Quiet {
				t.Errorf("%s: game %d has %d positions, not %d (%v)", e.Game, g.Number, quiet, g.Quiet, err)
			}
			plies += len(g.Moves)
		}
		if len(list) != 3 || plies < 20 || len(one) > 300+4*plies+len(list)*16 {
			t.Errorf("%s: %d games, %d plies, %d bytes", e.Game, len(list), plies, len(one))
		}
	}
}

// TestContinue cuts a file within or after the last game, as an interrupted run does, and continues
// it. The result must equal the file of an uninterrupted run.
func TestContinue(t *testing.T) {
	h := small(engines.All()[0].Game)
	whole := file(t, h, Run{Games: 3}, 1)
	r, list := all(t, whole)
	last := int(r.Offset())
	for _, cut := range []int{last - 1, last - 20, last} {
		r, err := NewReader(bytes.NewReader(whole[:cut]))
		if err != nil {
			t.Fatal(err)
		}
		for err == nil {
			_, err = r.Next()
		}
		var coded *game.Error
		if cut == last && !errors.Is(err, io.EOF) || cut < last && (!errors.As(err, &coded) || coded.Code != CutData) {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		b := bytes.NewBuffer(slices.Clone(whole[:r.Offset()]))
		run := Run{Header: h, Players: players(t, h, 1), First: r.Games(), Games: len(list)}
		if err := run.Write(context.Background(), b); err != nil || !bytes.Equal(b.Bytes(), whole) {
			t.Errorf("cut at %d and continued, the file is another one (%v)", cut, err)
		}
	}
}

// TestPositions checks that a run with a limit on positions ends with the game that reaches the
// limit. One thread and two threads must write the same file.
func TestPositions(t *testing.T) {
	h := small(engines.All()[0].Game)
	one, two := file(t, h, Run{Positions: 60}, 1), file(t, h, Run{Positions: 60}, 2)
	if !bytes.Equal(one, two) {
		t.Error("one thread and two wrote different files")
	}
	_, list := all(t, one)
	quiet := 0
	for i, g := range list {
		if quiet >= 60 {
			t.Errorf("game %d was not needed", i)
		}
		quiet += g.Quiet
	}
	if quiet < 60 {
		t.Errorf("%d positions", quiet)
	}
}

// TestInterrupt checks that after an interrupt the file contains only complete games.
func TestInterrupt(t *testing.T) {
	h := small(engines.All()[0].Game)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var b bytes.Buffer
	run := Run{Header: h, Players: players(t, h, 2), Games: 1000, Finished: func(games, _ int) {
		if games == 2 {
			stop()
		}
	}}
	if err := errors.Join(WriteHeader(&b, h), run.Write(ctx, &b)); err != nil {
		t.Fatal(err)
	}
	if _, list := all(t, b.Bytes()); len(list) < 2 || len(list) > 6 {
		t.Errorf("%d games", len(list))
	}
}

// TestBroken checks that the checksum detects a changed byte. A game that was played by other rules
// must be detected by its moves or its last position.
func TestBroken(t *testing.T) {
	h := small(engines.All()[0].Game)
	whole := file(t, h, Run{Games: 1}, 1)
	_, list := all(t, whole)
	broken := slices.Clone(whole)
	broken[len(broken)-30] ^= 1
	r, err := NewReader(bytes.NewReader(broken))
	if err == nil {
		_, err = r.Next()
	}
	var coded *game.Error
	if !errors.As(err, &coded) || coded.Code != BadData {
		t.Errorf("a changed byte: %v", err)
	}
	rules, _ := find(h.Game)
	g := *list[0]
	g.End++
	if err := h.Steps(rules, &g, func(Step) bool { return true }); err == nil {
		t.Error("another last position was accepted")
	}
	g.Moves = slices.Clone(g.Moves)
	g.Moves[1] = 60000
	if err := h.Steps(rules, &g, func(Step) bool { return true }); err == nil {
		t.Error("a move that is not legal was accepted")
	}
}

// FuzzReader checks that no input makes the reader panic, and that the games it reads can be
// written and read again.
func FuzzReader(f *testing.F) {
	h := small(engines.All()[0].Game)
	f.Add(file(f, h, Run{Games: 1}, 1))
	rules, _ := find(h.Game)
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := NewReader(bytes.NewReader(b))
		if err != nil {
			return
		}
		for g, err := r.Next(); err == nil; g, err = r.Next() {
			_ = h.Steps(rules, g, func(Step) bool { return true })
			var again bytes.Buffer
			if err := errors.Join(WriteHeader(&again, h), g.Write(&again)); err != nil {
				t.Fatal(err)
			}
			_, list := all(t, again.Bytes())
			g.Number = 0
			if len(list) != 1 || !reflect.DeepEqual(list[0], g) {
				t.Errorf("%+v became %+v", g, list)
			}
		}
	})
}
