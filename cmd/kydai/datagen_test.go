package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kydai/lab/selfplay"
)

// TestDatagen checks that a run with two threads writes the same file as a run with one thread that
// was stopped and continued. It also checks that a run with other flags refuses to continue the
// file and leaves it unchanged.
func TestDatagen(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	args := func(out, games string, more ...string) []string {
		return append([]string{"datagen", "chess", "--out", out, "--games", games, "--nodes", "60", "--seed", "5", "--hash", "1"}, more...)
	}
	got := kydai("", args(two, "3", "--threads", "2")...)
	if got.code != 0 || !regexp.MustCompile(`^3 games, \d+ positions to train on, \d+ per second\n$`).MatchString(got.err) {
		t.Fatalf("%+v", got)
	}
	if got := kydai("", args(one, "1", "--threads", "1")...); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	got = kydai("", args(one, "3", "--threads", "1")...)
	if got.code != 0 || !strings.Contains(got.err, "has 1 game already") {
		t.Fatalf("%+v", got)
	}
	first, err := os.ReadFile(one)
	second, err2 := os.ReadFile(two)
	if err != nil || err2 != nil || !bytes.Equal(first, second) {
		t.Errorf("one thread that went on and two wrote %d and %d bytes, not the same (%v, %v)", len(first), len(second), err, err2)
	}
	got = kydai("", args(one, "4", "--balance", "10")...)
	if got.code != exitFailure || !strings.Contains(got.err, "made with other flags") {
		t.Errorf("%+v", got)
	}
	if again, err := os.ReadFile(one); err != nil || !bytes.Equal(first, again) {
		t.Errorf("a refused run changed the file (%v)", err)
	}
}

// TestRescore checks that games that are scored again keep their moves and get other scores, that the
// scores do not depend on the number of threads, and that training reads them.
func TestRescore(t *testing.T) {
	dir := t.TempDir()
	games, one, two := filepath.Join(dir, "games"), filepath.Join(dir, "one"), filepath.Join(dir, "two")
	if got := kydai("", "datagen", "chess", "--out", games, "--games", "3", "--nodes", "40", "--seed", "6", "--hash", "1"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	for name, threads := range map[string]string{one: "1", two: "2"} {
		if got := kydai("", "datagen", "chess", "--rescore", games, "--out", name, "--depth", "2", "--threads", threads); got.code != 0 || !strings.Contains(got.err, "3 games, ") {
			t.Fatalf("%+v", got)
		}
	}
	first, err := os.ReadFile(one)
	second, err2 := os.ReadFile(two)
	if err != nil || err2 != nil || !bytes.Equal(first, second) {
		t.Errorf("one thread and two wrote %d and %d bytes, not the same (%v, %v)", len(first), len(second), err, err2)
	}
	before, after := readGames(t, games), readGames(t, one)
	if len(before) != 3 || len(after) != 3 {
		t.Fatalf("%d games, then %d", len(before), len(after))
	}
	differ, forced := 0, 0
	for i, g := range before {
		if !slices.Equal(g.Moves, after[i].Moves) || g.Result != after[i].Result {
			t.Errorf("game %d has other moves or another result", i)
		}
		for j, points := range after[i].Points {
			switch {
			case points == selfplay.Forced:
				forced++
			case points != g.Points[j]:
				differ++
			}
		}
	}
	if differ < 20 || forced < 20 {
		t.Errorf("%d other scores, %d positions left out", differ, forced)
	}
	if got := kydai("", "train", "chess", "--data", one, "--epochs", "1", "--width", "16", "--out", filepath.Join(dir, "net")); got.code != 0 {
		t.Errorf("%+v", got)
	}
	if got := kydai("", "datagen", "caro", "--rescore", games, "--out", filepath.Join(dir, "three")); got.code != exitUsage || !strings.Contains(got.err, "has no nets yet") {
		t.Errorf("%+v", got)
	}
	if got := kydai("", "datagen", "xiangqi", "--rescore", games, "--out", filepath.Join(dir, "three")); got.code != exitFailure || !strings.Contains(got.err, "the file has games of chess") {
		t.Errorf("%+v", got)
	}
}

func readGames(t *testing.T, name string) (all []*selfplay.Game) {
	t.Helper()
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close() //nolint:errcheck // read-only
	r, err := selfplay.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
}

func TestDatagenSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"datagen", "datagen needs a game"},
		{"datagen chess", "--out"},
		{"datagen chess --out x", "set --games or --positions"},
		{"datagen ches --out x --games 1", "did you mean chess?"},
		{"datagen chess --out x --games 1 --nodes 0", "must be at least 1"},
	} {
		if got := kydai("", strings.Fields(c.args)...); got.code != exitUsage || !strings.Contains(got.err, c.want) {
			t.Errorf("%s: %+v", c.args, got)
		}
	}
	if got := kydai("", "datagen", "othello", "--out", "x", "--games", "1"); got.code != exitFailure || !strings.Contains(got.err, "no engine") {
		t.Errorf("%+v", got)
	}
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, []byte("something else"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := kydai("", "datagen", "chess", "--out", other, "--games", "1"); got.code != exitFailure || !strings.Contains(got.err, "not a file of training games") {
		t.Errorf("%+v", got)
	}
}
