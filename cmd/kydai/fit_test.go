package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kydai/games/engines"
)

// TestFitChance checks that a run that continues a data file gives the same fit as an uninterrupted
// run. The fits are equal because every game depends only on its number.
func TestFitChance(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games")
	}
	all := engines.All()
	name := all[len(all)-1].Game // the last game in the list, because its matches are short
	fit := func(games, data string, more ...string) result {
		args := append([]string{"fit", "chance", name, "--samples", "2", "--nodes", "100", "--seed", "5", "--games", games, "--data", data}, more...)
		return kydai("", args...)
	}
	dir := t.TempDir()
	data := filepath.Join(dir, "a", name+".jsonl")
	fit("9", filepath.Join(dir, "a"))
	before, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	// Cut off the end of the last line, as a killed process would leave the file.
	if err := os.WriteFile(data, before[:len(before)-5], 0o600); err != nil {
		t.Fatal(err)
	}
	fit("10", filepath.Join(dir, "a"))
	fit("10", filepath.Join(dir, "b"))
	broken, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(dir, "b", name+".jsonl"))
	if err != nil || !bytes.Equal(whole, broken) || strings.Count(string(whole), "\n") != 11 {
		t.Errorf("%d and %d bytes, %v:\n%s\n%s", len(whole), len(broken), err, whole, broken)
	}
	if got := fit("9", filepath.Join(dir, "a"), "--nodes", "300"); got.code == 0 || !strings.Contains(got.err, "delete the file") {
		t.Errorf("the games of other flags are used: %+v", got)
	}
	for args, want := range map[string]string{
		"fit":                           "say what to fit",
		"fit chance othello":            "no engine for othello",
		"fit chance --games 2":          "at least 9",
		"fit chance --date yesterday":   "takes a day",
		"fit chance " + name + " --bad": "no flag --bad",
	} {
		if got := kydai("", strings.Fields(args)...); got.code != 2 || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
