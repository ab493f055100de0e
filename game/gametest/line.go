package gametest

import (
	"errors"
	"strconv"

	"kydai/game"
)

// checkLine undoes, redoes, replays and copies a line and compares the results.
func (c *checker) checkLine(l *game.Line) error {
	want := fingerprint(l.Position())
	out, ply, codes := l.Outcome(), l.Ply(), l.Codes()

	n := c.rng.IntN(ply + 1)
	cp := l.Clone()
	if got := cp.Undo(n); got != n || cp.Ply() != ply-n || cp.Undone() != n {
		return broken("undo", "Undo(%d) took back %d of %d, %d can be redone", n, got, ply, cp.Undone())
	}
	if fingerprint(cp.Position()) != fingerprint(l.At(ply-n)) {
		return broken("undo", "after Undo(%d) the position is not the one at ply %d", n, ply-n)
	}
	if l.Ply() != ply || fingerprint(l.Position()) != want {
		return broken("clone", "undoing a copy changed the line")
	}
	if got := cp.Redo(n + 5); got != n || fingerprint(cp.Position()) != want || cp.Outcome() != out {
		return broken("redo", "Redo after Undo(%d) played %d and did not come back", n, got)
	}

	again, err := game.NewLine(l.Rules(), l.Setup())
	if err != nil {
		return broken("replay", "the setup is refused the second time: %v", err)
	}
	for i, code := range codes {
		if err := again.Replay(code); err != nil {
			return broken("replay", "move %d, %s: %v", i+1, code, err)
		}
		if again.Key(i+1) != l.Key(i+1) {
			return broken("replay", "the key after move %d differs", i+1)
		}
	}
	if again.Outcome() != out || fingerprint(again.Position()) != want {
		return broken("replay", "the same moves end elsewhere")
	}
	return c.checkRefusals(l)
}

// checkRefusals sends invalid moves to a line, which must return errors.
func (c *checker) checkRefusals(l *game.Line) error {
	cp := l.Clone()
	before := fingerprint(cp.Position())
	for _, bad := range []string{"", "nonsense"} {
		if cp.Play(bad) == nil || cp.Replay(bad) == nil {
			return broken("refuse", "the line took %q", bad)
		}
	}
	if cp.Outcome().Over() {
		for _, m := range cp.Position().Legal() {
			if code(cp.Play(cp.Position().Encode(m))) != game.GameOver {
				return broken("refuse", "the line went on after its end")
			}
		}
	}
	if fingerprint(cp.Position()) != before || cp.Ply() != l.Ply() {
		return broken("refuse", "a refused move changed the line")
	}
	return nil
}

// code returns the code of a game.Error, or "" for any other error.
func code(err error) string {
	var e *game.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func hex(n uint64) string { return strconv.FormatUint(n, 16) }
