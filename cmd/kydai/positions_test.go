package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPositionsCommand checks that positions drawn by one thread and by two are the same file, that a
// net can be trained on it, and that another game refuses it.
func TestPositionsCommand(t *testing.T) {
	dir := t.TempDir()
	games, one, two := filepath.Join(dir, "games"), filepath.Join(dir, "one"), filepath.Join(dir, "two")
	if got := kydai("", "datagen", "chess", "--out", games, "--games", "3", "--nodes", "30", "--seed", "5", "--hash", "1"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	for name, threads := range map[string]string{one: "1", two: "2"} {
		got := kydai("", "positions", "chess", "--data", games, "--out", name, "--nodes", "60", "--depth", "1", "--threads", threads)
		if got.code != 0 || !strings.Contains(got.err, "positions, ") {
			t.Fatalf("%+v", got)
		}
	}
	first, err := os.ReadFile(one)
	second, err2 := os.ReadFile(two)
	if err != nil || err2 != nil || !bytes.Equal(first, second) || len(first) < 10000 {
		t.Errorf("one thread and two wrote %d and %d bytes, not the same (%v, %v)", len(first), len(second), err, err2)
	}
	got := kydai("", "train", "chess", "--data", games, "--data", one, "--asides", "0", "--epochs", "1", "--width", "16", "--out", filepath.Join(dir, "net"))
	if got.code != 0 || !strings.Contains(got.err, "to train on") {
		t.Errorf("%+v", got)
	}
	got = kydai("", "train", "xiangqi", "--data", one, "--out", filepath.Join(dir, "net2"))
	if got.code != exitFailure || !strings.Contains(got.err, "the file has positions of chess") {
		t.Errorf("%+v", got)
	}
}

func TestPositionsSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"positions", "positions needs a game"},
		{"positions chess", "--data"},
		{"positions chess --data x --out y --every 0", "must be at least 1"},
		{"positions chess --data x --out y --held 1", "less than 1"},
		{"positions othello --data x --out y", "has no nets yet"},
	} {
		if got := kydai("", strings.Fields(c.args)...); got.code != exitUsage || !strings.Contains(got.err, c.want) {
			t.Errorf("%s: %+v", c.args, got)
		}
	}
}
