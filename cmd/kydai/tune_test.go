package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTune runs self-play and a fit, and checks that the result is a valid Go file.
func TestTune(t *testing.T) {
	dir := t.TempDir()
	positions, weights := filepath.Join(dir, "p.txt"), filepath.Join(dir, "w.go")
	got := kydai("", "tune", "selfplay", "--game", "chess", "--games", "3", "--nodes", "60", "--seed", "5", "-o", positions)
	if got.code != 0 || !regexp.MustCompile(`^\d+ positions from 3 games\n$`).MatchString(got.err) {
		t.Fatalf("%+v", got)
	}
	text, err := os.ReadFile(positions)
	if err != nil || !regexp.MustCompile(`^(\S+ [wb] \S+ \S+ \d+ \d+;(0|0\.5|1);-?\d+\n)+$`).Match(text) {
		t.Fatalf("%s, %v", text, err)
	}
	got = kydai("", "tune", "fit", "--game", "chess", positions, "--epochs", "2", "--lambda", "1", "-o", weights)
	if got.code != 0 || !strings.Contains(got.err, "error on the held-out positions: ") {
		t.Fatalf("%+v", got)
	}
	source, err := os.ReadFile(weights)
	if err != nil || !strings.HasPrefix(string(source), "package engine\n") {
		t.Fatalf("%s, %v", source, err)
	}
	// A strong --pull keeps the weights near their old values. So after rounding, the output must
	// equal the engine's weights file.
	got = kydai(string(text), "tune", "fit", "--game", "chess", "-", "--pull", "0.01", "--epochs", "40")
	usual, err := os.ReadFile("../../games/chess/engine/weights.go")
	if err != nil || got.code != 0 || got.out != string(usual) {
		t.Errorf("held fast, the weights are not those of the engine: %d, %s, %v", got.code, got.err, err)
	}
}

// TestFitFromHand makes two generations of values: from games by the hand-made values, and from games by
// the values learnt from these. The number of threads must not matter.
func TestFitFromHand(t *testing.T) {
	dir := t.TempDir()
	generation := func(name, net, from, threads string) (games, values string) {
		games, values = filepath.Join(dir, name+".games"), filepath.Join(dir, name+".go")
		for _, args := range [][]string{
			{"datagen", "caro", "--out", games, "--net", net, "--games", "4", "--nodes", "100", "--seed", "3", "--hash", "1", "--threads", threads},
			{"tune", "fit", "--game", "caro", games, "--from", from, "--epochs", "3", "--pull", "0", "-o", values},
		} {
			if got := kydai("", args...); got.code != 0 {
				t.Fatalf("%v: %+v", args, got)
			}
		}
		return games, values
	}
	read := func(name string) string {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	games, values := generation("one", "hand", "hand", "1")
	sameGames, sameValues := generation("two", "hand", "hand", "2")
	if read(games) != read(sameGames) || read(values) != read(sameValues) {
		t.Error("one thread and two make different files")
	}
	nextGames, nextValues := generation("next", values, values, "1")
	if read(games) == read(nextGames) || read(values) == read(nextValues) {
		t.Error("the second generation is the same as the first")
	}
	got := kydai("", "tune", "fit", "--game", "caro", games, "--from", "hand", "--pull", "1", "--epochs", "3")
	usual := kydai("", "tune", "fit", "--game", "caro", games, "--pull", "1", "--epochs", "3")
	if got.code != 0 || usual.code != 0 || got.out == usual.out {
		t.Errorf("held fast, hand-made and learnt values are the same: %s, %s", got.err, usual.err)
	}
}

func TestTuneSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"tune", "tune needs a step"},
		{"tune fit", "set the game with --game"},
		{"tune fit --game othello", "the weights of othello cannot be fitted, only those of chess, xiangqi, jieqi and caro"},
		{"tune fit --game chess", "fit needs the files"},
		{"tune spsa --game othello", "there is no engine for othello"},
		{"tune spsa --game chess count", "no number \"count\""},
		{"tune spsa --game chess count-base:0", "the step of count-base must be a number above 0"},
		{"tune spsa --game chess --rate 2", "--rate from 0 to 1"},
		{"tune selfplay --game chess file", "selfplay reads no file"},
		{"tune fit --game chess --from hand cmd", "--from is not possible with chess"},
		{"tune selfpaly --game chess", "did you mean selfplay?"},
		{"tune fit --game chess - --lambda 2", "lambda must be from 0 to 1"},
	} {
		if got := kydai("", strings.Fields(c.args)...); got.code != exitUsage || !strings.Contains(got.err, c.want) {
			t.Errorf("%s: %+v", c.args, got)
		}
	}
	got := kydai("nonsense\n", "tune", "fit", "--game", "chess", "-")
	if got.code != exitFailure || !strings.Contains(got.err, "line 1 must be a position") {
		t.Errorf("%+v", got)
	}
	if got := kydai("", "tune", "fit", "--game", "chess", "-"); got.code != exitFailure || !strings.Contains(got.err, "no position") {
		t.Errorf("%+v", got)
	}
}
