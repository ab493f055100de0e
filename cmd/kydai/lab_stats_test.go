package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLabStats checks that a match and a tournament write their results to the same file, and that
// the statistics add up both runs.
func TestLabStats(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "new", "lab.jsonl")
	for _, args := range []string{
		"match random greedy --game caro --games 4 --seed 1",
		"lab tournament caro random greedy classic:ordered,depth=1 --games 2 --seed 2",
	} {
		if got := kydai("", append(strings.Fields(args), "--results", file)...); got.code != 0 {
			t.Fatalf("%s: %+v", args, got)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.Count(string(text), "\n") != 4+6 {
		t.Fatalf("%d rows, %v", strings.Count(string(text), "\n"), err)
	}
	table, chart := filepath.Join(dir, "s.csv"), filepath.Join(dir, "s.svg")
	got := kydai("", "lab", "stats", "caro", "--results", file, "--csv", table, "--svg", chart)
	if got.code != 0 || !strings.Contains(got.out, "Against all opponents") {
		t.Fatalf("%+v", got)
	}
	rows, err := os.ReadFile(table)
	if err != nil || !strings.Contains(string(rows), "\ncaro,,random,random,,,greedy,greedy,,,6,") {
		t.Errorf("%s, %v", rows, err)
	}
	if picture, err := os.ReadFile(chart); err != nil || !bytes.Contains(picture, []byte("<svg")) {
		t.Errorf("%s, %v", picture, err)
	}
	for _, line := range strings.Split(got.out, "\n") {
		if len([]rune(line)) > 100 {
			t.Errorf("too wide: %q", line)
		}
	}
	// With --results off, no result is written and none is read.
	kydai("", "match", "random", "greedy", "--game", "caro", "--games", "2", "--results", "off")
	if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, text) {
		t.Errorf("the file changed: %v", err)
	}
	for args, want := range map[string]string{
		"lab stats":                                          "--results FILE",
		"lab stats chess --results " + file:                  "no results of such games",
		"lab stats caro greedy --results " + file:            "takes one game and no players",
		"lab stats caro --opponent nobody --results " + file: "no results",
	} {
		if got := kydai("", strings.Fields(args)...); got.code == 0 || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
