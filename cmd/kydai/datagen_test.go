package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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
