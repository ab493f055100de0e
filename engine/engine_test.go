package engine

import (
	"math"
	"testing"
	"time"
)

func TestScoreOrder(t *testing.T) {
	worseToBetter := []Score{{Mate: -1}, {Mate: -5}, {Points: -900}, {}, {Points: 30}, {Mate: 9}, {Mate: 1}}
	for i, s := range worseToBetter {
		for j, u := range worseToBetter {
			if s.Better(u) != (i > j) {
				t.Errorf("%+v better than %+v: %v", s, u, s.Better(u))
			}
		}
	}
}

// TestAllot checks four properties of Allot: no budget exceeds the time on the clock, limits without
// a time give a zero budget, more time on the clock never gives a smaller budget, and only a soft
// limit from the clock is marked so.
func TestAllot(t *testing.T) {
	last := Budget{}
	for _, ms := range []int{1, 5, 10, 50, 100, 1000, 60_000, 3_600_000} {
		left := time.Duration(ms) * time.Millisecond
		b := Limits{Left: [2]time.Duration{left, 0}}.Allot(0)
		if b.Hard <= 0 || b.Hard >= left && ms > 1 || b.Soft > b.Hard && ms > 20 {
			t.Errorf("%v on the clock: %+v", left, b)
		}
		if b.Hard < last.Hard {
			t.Errorf("%v on the clock: %+v, less than with less", left, b)
		}
		last = b
	}
	if b := (Limits{MoveTime: 100 * time.Millisecond}).Allot(1); b.Hard >= 100*time.Millisecond || b.Hard < 80*time.Millisecond {
		t.Errorf("100 ms a move: %+v", b)
	}
	if b := (Limits{}).Allot(0); b != (Budget{}) {
		t.Errorf("no limit: %+v", b)
	}
	clock := [2]time.Duration{time.Minute, time.Minute}
	if b := (Limits{MoveTime: 50 * time.Millisecond, Left: clock}).Allot(0); b != (Limits{MoveTime: 50 * time.Millisecond}).Allot(0) {
		t.Errorf("50 ms of a minute: %+v", b)
	}
	if b := (Limits{MoveTime: time.Minute, Left: clock}).Allot(0); b != (Limits{Left: clock}).Allot(0) {
		t.Errorf("a minute of a minute: %+v", b)
	}
	for name, l := range map[string]Limits{"clock": {Left: clock}, "clock first": {Left: clock, MoveTime: time.Minute}, "time": {MoveTime: time.Second}, "time first": {Left: clock, MoveTime: 50 * time.Millisecond}, "nodes": {Nodes: 1}} {
		if b := l.Allot(0); b.ByClock != (l.Left[0] > 0 && l.MoveTime != 50*time.Millisecond) {
			t.Errorf("%s: %+v", name, b)
		}
	}
}

// TestAllotLasts checks that a clock of 100 ms lasts for 150 moves, even if every move uses its
// whole hard budget plus 0.1 ms of delay.
func TestAllotLasts(t *testing.T) {
	left := 100 * time.Millisecond
	for move := range 150 {
		left -= Limits{Left: [2]time.Duration{left, left}}.Allot(0).Hard + 100*time.Microsecond
		if left <= 0 {
			t.Fatalf("the clock has run out after %d moves", move+1)
		}
	}
}

func TestWinChance(t *testing.T) {
	if WinChance(Score{}, 100) != 0.5 || math.Abs(WinChance(Score{Points: 100}, 100)-0.75) > 1e-9 {
		t.Error("the scale makes three to one")
	}
	if WinChance(Score{Mate: 3}, 100) != 1 || WinChance(Score{Mate: -3}, 100) != 0 {
		t.Error("a forced end is certain")
	}
}
