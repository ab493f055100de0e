package store

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"kydai/internal/talk"
)

func TestLines(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s := p.open(t)
		ctx := t.Context()
		for i := range 3 {
			l, full, err := s.AddLine(ctx, talk.Line{Match: "m", Player: "anna", Phrase: "hello"}, 10, 3, time.Hour)
			if err != nil || full || l.Number != i+1 || l.At.IsZero() {
				t.Fatalf("line %d: %+v, full %v, %v", i, l, full, err)
			}
		}
		if _, full, err := s.AddLine(ctx, talk.Line{Match: "m", Player: "anna", Text: "a fourth"}, 10, 3, time.Hour); err != nil || !full {
			t.Errorf("a fourth line of one player in an hour: full %v, %v", full, err)
		}
		if _, full, err := s.AddLine(ctx, talk.Line{Match: "m", Player: "anna", Text: "later"}, 10, 3, 0); err != nil || full {
			t.Errorf("a line after the time has passed: full %v, %v", full, err)
		}
		if _, full, err := s.AddLine(ctx, talk.Line{Match: "m", Player: "binh", Text: "chào"}, 4, 3, time.Hour); err != nil || !full {
			t.Errorf("a fifth line where four are allowed: full %v, %v", full, err)
		}
		got, err := s.Lines(ctx, "m", 2)
		if err != nil || len(got) != 2 || got[0].Number != 3 || got[1].Text != "later" || got[1].Player != "anna" {
			t.Errorf("lines after 2: %+v, %v", got, err)
		}
		if got, err := s.Lines(ctx, "other", 0); err != nil || len(got) != 0 {
			t.Errorf("lines of another match: %+v, %v", got, err)
		}
	})
}

// TestLinesTogether checks that chat lines stored by several goroutines at the
// same time get different numbers.
func TestLinesTogether(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s := p.open(t)
		ctx := t.Context()
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				for k := range 5 {
					player := fmt.Sprint("p", i)
					if _, full, err := s.AddLine(ctx, talk.Line{Match: "m", Player: player, Text: fmt.Sprint(k)}, 100, 100, time.Hour); err != nil || full {
						t.Errorf("%s: full %v, %v", player, full, err)
					}
				}
			})
		}
		wg.Wait()
		lines, err := s.Lines(ctx, "m", 0)
		if err != nil || len(lines) != 20 {
			t.Fatalf("%d lines, %v", len(lines), err)
		}
		last := map[string]string{}
		for i, l := range lines {
			if l.Number != i+1 || l.Text < last[l.Player] {
				t.Errorf("line %d: %+v after %q", i, l, last[l.Player])
			}
			last[l.Player] = l.Text
		}
	})
}
