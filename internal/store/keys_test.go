package store

import (
	"errors"
	"testing"
	"time"

	"kydai/internal/play"
)

// TestClaimKey checks that the first node records the fingerprint of its key, and that later nodes
// must have this key among their keys. A later node may have a new signing key in front of it.
func TestClaimKey(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s := p.open(t)
		for _, c := range []struct {
			keys []string
			ok   bool
		}{
			{[]string{"a"}, true}, {[]string{"a"}, true}, {[]string{"b"}, false}, {[]string{"b", "c"}, false},
			{[]string{"b", "a"}, true}, {[]string{"a"}, false}, {[]string{"b"}, true}, {[]string{"a", "b"}, true},
		} {
			err := s.ClaimKey(t.Context(), c.keys)
			if (err == nil) != c.ok || err != nil && !errors.Is(err, ErrOtherKey) {
				t.Errorf("the keys %v: %v", c.keys, err)
			}
		}
	})
}

// TestTokensExpire checks that a token expires if it is not used for a year. A token from a release
// that did not record uses must stay valid until its next use; from then on its uses are recorded.
func TestTokensExpire(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s := p.open(t)
		const day = 24 * time.Hour
		hash := func(n byte) [32]byte { return [32]byte{n} }
		for n, ago := range map[byte]time.Duration{1: 366 * day, 2: 364 * day, 3: time.Hour} {
			if err := s.AddToken(t.Context(), play.Token{Hash: hash(n), Player: "p", Name: "x"}); err != nil {
				t.Fatal(err)
			}
			h := hash(n)
			if _, err := s.db.ExecContext(t.Context(), s.sql(`UPDATE tokens SET used = @NOW - $1 WHERE hash = $2`), ago.Microseconds(), h[:]); err != nil {
				t.Fatal(err)
			}
		}
		old := hash(4)
		if _, err := s.db.ExecContext(t.Context(), s.sql(`INSERT INTO tokens (hash, player, name, created) VALUES ($1, 'p', 'old', 1)`), old[:]); err != nil {
			t.Fatal(err)
		}
		used := func(h [32]byte) (us int64) {
			_ = s.db.QueryRowContext(t.Context(), s.sql(`SELECT used FROM tokens WHERE hash = $1`), h[:]).Scan(&us)
			return us
		}
		before := used(hash(3))
		for n, ok := range map[byte]bool{1: false, 2: true, 3: true, 4: true} {
			if _, err := s.FindToken(t.Context(), hash(n)); (err == nil) != ok || err != nil && !errors.Is(err, play.ErrNotFound) {
				t.Errorf("token %d: %v", n, err)
			}
		}
		if list, err := s.Tokens(t.Context(), "p"); err != nil || len(list) != 3 {
			t.Errorf("there are %d tokens (%v)", len(list), err)
		}
		now, err := s.Now(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []byte{2, 4} {
			if age := now.Sub(fromMicros(used(hash(n)))); age > day {
				t.Errorf("token %d was last used %v ago", n, age)
			}
		}
		if used(hash(3)) != before {
			t.Error("a token that was used today was written again")
		}
		if err := s.AddToken(t.Context(), play.Token{Hash: hash(5), Player: "q", Name: "x"}); err != nil {
			t.Fatal(err)
		}
		if used(hash(1)) != 0 {
			t.Error("what has ended is still there")
		}
	})
}
