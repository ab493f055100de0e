package match

import (
	"testing"

	"kydai/game"
)

// TestEndedByServer checks that EndedByServer is true only if the server ended the match. It must
// be false if the rules, a player or the clock did. The test also checks that Moves counts the
// moves of each side.
func TestEndedByServer(t *testing.T) {
	for name, c := range map[string]struct {
		codes []string
		end   func(*Match) error
		want  bool
	}{
		"under way":   {[]string{"e2e4"}, nil, false},
		"mate":        {[]string{"f2f3", "e7e5", "g2g4", "d8h4"}, nil, false},
		"resigned":    {[]string{"e2e4", "e7e5"}, func(m *Match) error { return m.Resign(game.First, after(60)) }, false},
		"flag":        {[]string{"e2e4", "e7e5"}, func(m *Match) error { return m.Flag(after(4000)) }, false},
		"adjudicated": {[]string{"e2e4", "e7e5"}, func(m *Match) error { return m.Adjudicate(game.Draw(game.MoveLimit), after(60)) }, true},
	} {
		m, err := New(rulesOf(t, "chess"), terms("5+3"), t0)
		if err != nil {
			t.Fatal(err)
		}
		for i, code := range c.codes {
			if err := m.Move(m.Turn(), i, code, after(float64(i+1))); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if c.end != nil {
			if err := c.end(m); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if m.EndedByServer() != c.want {
			t.Errorf("%s: ended by the server is %v", name, !c.want)
		}
		if n := m.Moves(); n[0]+n[1] != len(c.codes) || n[0]-n[1] != len(c.codes)%2 {
			t.Errorf("%s: %v moves of %d", name, n, len(c.codes))
		}
	}
}

// TestAbortedBy checks that AbortedBy returns the side that aborted a match or made no
// first move, and NoSide if the server aborted it or it has a result.
func TestAbortedBy(t *testing.T) {
	for name, c := range map[string]struct {
		codes []string
		end   func(*Match) error
		want  game.Side
	}{
		"under way":      {nil, nil, game.NoSide},
		"by second":      {nil, func(m *Match) error { return m.Abort(game.Second, after(5)) }, game.Second},
		"no first move":  {nil, func(m *Match) error { return m.Flag(after(4000)) }, game.First},
		"no second move": {[]string{"e2e4"}, func(m *Match) error { return m.Flag(after(4000)) }, game.Second},
		"by the server":  {nil, func(m *Match) error { return m.Adjudicate(game.Draw(game.ByAbort), after(5)) }, game.NoSide},
		"resigned":       {[]string{"e2e4"}, func(m *Match) error { return m.Resign(game.Second, after(5)) }, game.NoSide},
	} {
		m, err := New(rulesOf(t, "chess"), terms("5+3"), t0)
		if err != nil {
			t.Fatal(err)
		}
		for i, code := range c.codes {
			if err := m.Move(m.Turn(), i, code, after(float64(i+1))); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if c.end != nil {
			if err := c.end(m); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if got := m.AbortedBy(); got != c.want {
			t.Errorf("%s: aborted by %v", name, got)
		}
	}
}
