package people_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"kydai/account"
	"kydai/internal/people"
	"kydai/internal/store"
)

const passphrase = "nine red lanterns"

// office returns an account service with an SQLite file as its store. ended counts the sessions
// that have ended.
func office(t *testing.T) (s *people.Service, ended *int) {
	t.Helper()
	db, err := store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "kydai.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	ended = new(int)
	return people.New(people.Options{
		Store: db, Random: rand.Reader, Ended: func(people.Hash) { *ended++ }, Site: "kydai",
		Hasher: account.Hasher{Cost: account.Cost{Memory: 64, Time: 1, Lanes: 1}, Slots: make(chan struct{}, 2)},
	}), ended
}

// TestSessionsAge checks that a session ends after 90 days without a visit, and after 400
// days in any case.
func TestSessionsAge(t *testing.T) {
	const day = 24 * time.Hour
	s, _ := office(t)
	ctx, start := t.Context(), time.Now().Truncate(time.Second)
	one, _, err := s.Register(ctx, "guest", "Hưng", passphrase, people.Device{}, start)
	if err != nil {
		t.Fatal(err)
	}
	visit := func(secret string, days int) error {
		_, err := s.Visit(ctx, secret, "10.0.0.1", start.Add(time.Duration(days)*day))
		return err
	}
	for days := 0; days <= 399; days += 57 {
		if err := visit(one.Secret, days); err != nil {
			t.Fatalf("after %d days: %v", days, err)
		}
	}
	if err := visit(one.Secret, 401); !errors.Is(err, people.ErrSession) {
		t.Errorf("after 401 days with visits: %v", err)
	}
	two, err := s.SignIn(ctx, "Hưng", passphrase, people.Device{}, start)
	if err != nil {
		t.Fatal(err)
	}
	if err := visit(two.Secret, 89); err != nil {
		t.Errorf("after 89 days: %v", err)
	}
	if err := visit(two.Secret, 89+91); !errors.Is(err, people.ErrSession) {
		t.Errorf("91 days after the last visit: %v", err)
	}
}

// TestSessionsAreCounted checks that the 51st session ends the least recently used session. It also
// checks that setting a new password with a recovery code ends all earlier sessions and uses up the
// code.
func TestSessionsAreCounted(t *testing.T) {
	s, ended := office(t)
	ctx, now := t.Context(), time.Now().Truncate(time.Second)
	first, codes, err := s.Register(ctx, "guest", "Hưng", passphrase, people.Device{}, now)
	if err != nil {
		t.Fatal(err)
	}
	*ended = 0
	var last people.Signed
	for i := range 50 {
		now = now.Add(time.Minute)
		if last, err = s.SignIn(ctx, "Hưng", passphrase, people.Device{Address: fmt.Sprint("10.0.0.", i)}, now); err != nil {
			t.Fatal(err)
		}
	}
	if *ended != 1 {
		t.Errorf("%d sessions ended", *ended)
	}
	if _, err := s.Visit(ctx, first.Secret, "", now); !errors.Is(err, people.ErrSession) {
		t.Errorf("the first session: %v", err)
	}
	if _, err := s.Visit(ctx, last.Secret, "", now); err != nil {
		t.Errorf("the last session: %v", err)
	}
	if _, err := s.Recover(ctx, "Hưng", codes[3], "ten green lanterns", people.Device{}, now); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Visit(ctx, last.Secret, "", now); !errors.Is(err, people.ErrSession) {
		t.Errorf("after the recovery: %v", err)
	}
	if _, err := s.Recover(ctx, "Hưng", codes[3], "eleven blue lanterns", people.Device{}, now); err == nil {
		t.Error("a recovery code worked twice")
	}
}
