package formats_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games/chess"
	"kydai/record"
	"kydai/record/recordtest"
)

// TestLimits checks that exceeding each limit is an error, and that a game exactly at the
// limit is read.
func TestLimits(t *testing.T) {
	nested := func(n int) string {
		return "1. e4 " + strings.Repeat("(1. d4 ", n) + strings.Repeat(")", n) + " *"
	}
	wide := func(n int) string { return "1. e4 " + strings.Repeat("(e4)", n-1) + " *" }
	tags := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "[T%d \"x\"]\n", i)
		}
		return b.String() + "\n*"
	}
	document := func(n int) string {
		return `{"format":"kydai","version":1,"game":"chess","moves":[` + strings.Repeat(`{"code":"e2e4","variations":[[`, n) +
			`{"code":"d2d4"}` + strings.Repeat(`]]}`, n) + `]}`
	}
	for _, c := range []struct {
		format string
		text   func(int) string
		most   int
	}{
		{"pgn", nested, record.MaxDepth},
		{"pgn", wide, record.MaxMoves},
		{"pgn", tags, record.MaxTags},
		{"json", document, record.MaxDepth},
		{"pgn", func(n int) string { return "{" + strings.Repeat("x", n-4) + "} *" }, record.MaxGame},
	} {
		recordtest.ReadAll(t, c.format, c.text(c.most), chess.Rules{})
		_, e := recordtest.Next(t, recordtest.Reader(t, c.format, c.text(c.most+1), chess.Rules{}))
		var cause *game.Error
		if !errors.As(e, &cause) || cause.Code != record.TooBig {
			t.Errorf("%s with %d: %v", c.format, c.most+1, e)
		}
	}
}
