package web

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestShelf checks that pictures in the disk cache survive a restart and that the least recently
// used ones are deleted first. Files of other editions and partial files must be deleted.
func TestShelf(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	open := func(edition string) *shelf {
		t.Helper()
		s, err := openShelf(dir, edition, 1000)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	put := func(s *shelf, key string, n int) {
		t.Helper()
		at = at.Add(time.Second)
		if err := s.put(key, bytes.Repeat([]byte(key), n), at); err != nil {
			t.Fatal(err)
		}
	}
	has := func(s *shelf, keys string, want bool) {
		t.Helper()
		for _, key := range keys {
			at = at.Add(time.Second)
			if got := s.get(string(key), at); (got != nil) != want || want && got[0] != byte(key) {
				t.Errorf("%c: %.4q; want it: %v", key, got, want)
			}
		}
	}
	s := open("one")
	for _, key := range []string{"a", "b", "c"} {
		put(s, key, 300)
	}
	has(s, "abc", true)
	has(s, "d", false)
	put(s, "e", 2000) // larger than the whole cache
	has(s, "e", false)
	s = open("one")
	has(s, "bca", true)
	put(s, "d", 300)
	has(s, "b", false)
	has(s, "cad", true)
	if s.size > 1000 {
		t.Errorf("%d bytes on a shelf of 1000", s.size)
	}
	for _, name := range []string{"new-1" + shelfEnd, "other.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	has(open("two"), "cad", false)
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "other.txt" {
		t.Errorf("%v %v", left, err)
	}
	var none *shelf
	if none.get("a", at) != nil || none.put("a", []byte("a"), at) != nil {
		t.Error("no shelf keeps something")
	}
}
