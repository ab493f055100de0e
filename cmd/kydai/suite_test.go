package main

import (
	"strings"
	"testing"
)

func TestSuite(t *testing.T) {
	const mates = `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 dm 1; id "one";
8/8/1R6/2Q5/7k/1P6/3K4/8 w - - 1 53 dm 2; id "two";
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 bm Ra2; id "bad";
`
	const want = `not solved: bad, best is a1a2; the answer was a1a8, a win in 1
the standard input: 2 of 3
  wins in 1       1 of 1
  wins in 2       1 of 1
  best moves      0 of 1
`
	// The time limit of 10 minutes is never reached, because the search ends when the engine has
	// proved a win. The limit counts the CPU time of the whole process.
	for _, extra := range []string{"--player=kydai", "--player=kydai:nodes=20000"} {
		got := kydai(mates, "suite", "--game", "chess", "-", "--time=10m", extra)
		if got.code != 0 || got.out != want {
			t.Errorf("%s: %+v", extra, got)
		}
	}
	// This position has no forced win, so the time limit ends the search.
	const first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 bm a3;\n"
	if got := kydai(first, "suite", "--game", "chess", "-", "--time=1ms"); got.code != 0 || !strings.Contains(got.out, " of 1\n") {
		t.Errorf("%+v", got)
	}
	for _, c := range []struct{ args, want string }{
		{"suite --game chess", "suite needs a file"},
		{"suite -", "set the game with --game"},
		{"suite - --game chess --player kydai:speed=1", "kydai:speed=1"},
		{"suite - --game chess --time 0s", "more than 0"},
	} {
		if got := kydai("", strings.Fields(c.args)...); got.code != exitUsage || !strings.Contains(got.err, c.want) {
			t.Errorf("%s: %+v", c.args, got)
		}
	}
	if got := kydai("6k1/8 dm 1;", "suite", "--game", "chess", "-"); got.code != exitFailure || !strings.Contains(got.err, "line 1") {
		t.Errorf("%+v", got)
	}
}
