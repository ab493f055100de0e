package match

import (
	"testing"
	"time"
)

// TestUnmoved checks that a game without a clock waits three days for the first moves, even if its
// Idle limit is longer.
func TestUnmoved(t *testing.T) {
	for moves, want := range map[int]time.Duration{0: unmoved, 1: unmoved, 2: 30 * 24 * time.Hour} {
		m := start(t, terms("none", func(t *Terms) { t.Idle = 30 * 24 * time.Hour }))
		play(t, m, []string{"e2e4", "e7e5"}[:moves]...)
		due, ok := m.idleUntil()
		if got := due.Sub(m.last); !ok || got != want {
			t.Errorf("after %d moves it waits for %v, want %v", moves, got, want)
		}
	}
	m := start(t, terms("none", func(t *Terms) { t.Idle, t.Unmoved = 30*24*time.Hour, time.Hour }))
	if due, ok := m.idleUntil(); !ok || due.Sub(m.last) != time.Hour {
		t.Errorf("it waits for %v where the terms say an hour", due.Sub(m.last))
	}
	stored, err := EncodeTerms(*m.terms)
	if back, again := DecodeTerms(stored); err != nil || again != nil || back.Unmoved != time.Hour {
		t.Errorf("stored and read it is %v: %v, %v", back.Unmoved, err, again)
	}
}
