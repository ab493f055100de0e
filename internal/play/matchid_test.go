package play

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/internal/bus"
)

// TestMatchIDs checks that match ids sort by time if they differ by at least a
// millisecond, that the time can be read back, and that they have as many random
// characters as ids without a time.
func TestMatchIDs(t *testing.T) {
	type made struct {
		id string
		at time.Time
	}
	rng := rand.New(rand.NewPCG(1, 2))
	first, last := time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2059, 5, 25, 0, 0, 0, 0, time.UTC)
	var now time.Time
	l := &random{from: &stream{seed: "test"}, now: func() time.Time { return now }}
	var all []made
	secrets := map[string]bool{}
	add := func(at time.Time) {
		now = at
		id, err := l.matchID()
		if err != nil || len(id) != matchIDLength || bus.CheckGroup(id) != nil {
			t.Fatalf("the id is %q, %v", id, err)
		}
		if got, ok := MadeAt(id); !ok || !got.Equal(at.Truncate(time.Millisecond)) {
			t.Fatalf("%s was made at %v, and %v is read", id, at, got)
		}
		secrets[id[matchIDLength-idLength:]] = true
		all = append(all, made{id, at.Truncate(time.Millisecond)})
	}
	for range 2000 {
		at := first.Add(time.Duration(rng.Int64N(int64(last.Sub(first)))))
		for _, later := range []time.Duration{0, time.Millisecond, time.Second, time.Duration(rng.Int64N(int64(time.Hour)))} {
			add(at.Add(later))
		}
	}
	if len(secrets) != len(all) {
		t.Errorf("%d ids have %d random parts", len(all), len(secrets))
	}
	slices.SortFunc(all, func(a, b made) int { return cmp.Compare(a.id, b.id) })
	if !slices.IsSortedFunc(all, func(a, b made) int { return a.at.Compare(b.at) }) {
		t.Error("sorted by id they are not sorted by time")
	}
	for _, at := range []time.Time{first.Add(-time.Hour), last.AddDate(100, 0, 0)} { // times before the first and after the last valid time, as from a wrong clock
		if p := timePrefix(at, home); len(p) != timeLength+1 {
			t.Errorf("at %v: %q", at, p)
		}
	}
}

// TestMadeAt checks that MadeAt returns false for texts that do not have the form of a match id.
func TestMadeAt(t *testing.T) {
	good := timePrefix(time.Date(2026, 11, 17, 0, 0, 0, 0, time.UTC), home) + strings.Repeat("x", idLength)
	if _, ok := MadeAt(good); !ok {
		t.Errorf("%q has no time", good)
	}
	for _, id := range []string{"", good[:idLength], good + "x", strings.ToUpper(good), "-" + good[1:], good[:timeLength] + "A" + good[timeLength+1:], good[:10] + "_" + good[11:]} {
		if at, ok := MadeAt(id); ok {
			t.Errorf("%q was made at %v", id, at)
		}
	}
}

// TestLetters checks that new matches get all letters about equally often, and that a rematch keeps
// the letter of its match while new matches still get it.
func TestLetters(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC) }
	l := &random{from: &stream{seed: "letters"}, now: now, key: []byte("a key"), letters: "abc"}
	count := map[string]int{}
	var last string
	for range 3000 {
		id, err := l.matchID()
		letter, ok := ShardOf(id)
		if err != nil || !ok {
			t.Fatal(id, err)
		}
		count[letter]++
		if letter == "c" {
			last = id
		}
	}
	for _, letter := range []string{"a", "b", "c"} {
		if n := count[letter]; n < 850 || n > 1150 {
			t.Errorf("%d of 3,000 matches have the letter %s", n, letter)
		}
	}
	for letters, want := range map[string]string{"abc": "c", "ab": "a", "": "a"} {
		l.letters = letters
		next, err := l.nextID(last, now())
		if got, _ := ShardOf(next); got != want || err != nil {
			t.Errorf("with the letters %q the rematch has the letter %q, want %q: %v", letters, got, want, err)
		}
	}
	if _, ok := ShardOf("earlier"); ok {
		t.Error("an id of an earlier release has a letter")
	}
}
