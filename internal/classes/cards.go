package classes

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"strings"
	"sync"
	"time"
)

// Card holds the printed sign-in data of a child. The server stores only hashes, so a Card is
// available only once, when it is created.
type Card struct {
	Pupil
	Secret string // secret text in the URL of the QR code
	Code   string // short code that the child types after the class code
}

const (
	// letters are the characters of codes. Characters that are easily confused, such as 0 and O,
	// are left out.
	letters    = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
	classCode  = 5 // length of a class code, in characters
	pupilCode  = 7
	cardBytes  = 16
	classBytes = 9
)

// CardHash returns the hash by which the store keeps and finds a sign-in card. A card has 128
// random bits, so one round of SHA-256 is enough.
func CardHash(secret string) Hash { return sha256.Sum256([]byte("kydai/card/" + secret)) }

// CodeHash returns the hash by which the store keeps and finds the short code that a child types.
func CodeHash(class, code string) Hash {
	return sha256.Sum256([]byte("kydai/code/" + class + "/" + code))
}

// draw returns a random code of n characters from letters.
func draw(random io.Reader, n int) (string, error) {
	const fair = 256 / len(letters) * len(letters)
	code := make([]byte, 0, n)
	var one [1]byte
	for len(code) < n {
		if _, err := io.ReadFull(random, one[:]); err != nil {
			return "", err
		}
		if int(one[0]) < fair {
			code = append(code, letters[int(one[0])%len(letters)])
		}
	}
	return string(code), nil
}

// token returns n random bytes as URL-safe text.
func token(random io.Reader, n int) (string, error) {
	raw := make([]byte, n)
	if _, err := io.ReadFull(random, raw); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(raw), nil
}

// newCard draws a random secret and a random code for a sign-in card and returns them with their
// hashes.
func newCard(class string, random io.Reader) (secret, code string, k Keys, err error) {
	if secret, err = token(random, cardBytes); err != nil {
		return "", "", Keys{}, err
	}
	if code, err = draw(random, pupilCode); err != nil {
		return "", "", Keys{}, err
	}
	card, short := CardHash(secret), CodeHash(class, code)
	return secret, code, Keys{Card: card[:], Code: short[:]}, nil
}

// tidy normalises a code that a child typed: it converts letters to upper case and removes every
// character that no code contains.
func tidy(code string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(letters, r) {
			return r
		}
		return -1
	}, strings.ToUpper(code))
}

// SignIn returns the child who owns a card.
func (s *Service) SignIn(ctx context.Context, secret string) (Pupil, error) {
	p, err := s.opts.Store.CardOf(ctx, CardHash(secret))
	if errors.Is(err, ErrNoClass) {
		err = errCard
	}
	return p, err
}

// SignInByCode returns the child with the given code in the class with the given class
// code. Wrong guesses are counted per class and per client address: see docs/classes.md.
func (s *Service) SignInByCode(ctx context.Context, class, code, address string, now time.Time) (Pupil, error) {
	class, code = tidy(class), tidy(code)
	back, ok := s.guesses.take(now, "class "+class, "address "+address)
	if !ok {
		return Pupil{}, errGuesses
	}
	c, err := s.opts.Store.ClassCoded(ctx, class)
	if err == nil {
		var p Pupil
		if p, err = s.opts.Store.CodeOf(ctx, c.ID, CodeHash(c.ID, code)); err == nil {
			back()
			return p, nil
		}
	}
	if errors.Is(err, ErrNoClass) {
		return Pupil{}, errCode
	}
	back() // undo the count: after an error of the store, the guesser has learned nothing about the code
	return Pupil{}, err
}

// Limits for wrong guesses: guessBurst guesses at once, then guessHour per hour.
const (
	guessBurst = 60
	guessHour  = 30
	mostTold   = 20_000 // maximum number of classes and client addresses for which guesses are counted
)

// guesses counts wrong codes for each class and each client address. A guess is counted before the
// lookup. If the code is right, the count is undone. So concurrent guesses cannot exceed the limit.
type guesses struct {
	mu  sync.Mutex
	all map[string]tally
}

type tally struct {
	used float64
	at   time.Time
}

func (t tally) now(now time.Time) float64 {
	return max(0, t.used-now.Sub(t.at).Hours()*guessHour)
}

func (g *guesses) take(now time.Time, keys ...string) (back func(), ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.all == nil {
		g.all = map[string]tally{}
	}
	for _, k := range keys {
		if g.all[k].now(now)+1 > guessBurst {
			return nil, false
		}
	}
	g.clean(now)
	for _, k := range keys {
		g.all[k] = tally{g.all[k].now(now) + 1, now}
	}
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		for _, k := range keys {
			if t, ok := g.all[k]; ok {
				g.all[k] = tally{max(0, t.used-1), t.at}
			}
		}
	}, true
}

// clean removes entries if there are too many: first entries whose guesses are all out of date,
// then arbitrary entries.
func (g *guesses) clean(now time.Time) {
	if len(g.all) < mostTold {
		return
	}
	for k, t := range g.all {
		if t.now(now) == 0 {
			delete(g.all, k)
		}
	}
	for k := range g.all { // still too many: remove arbitrary entries
		if len(g.all) < mostTold {
			return
		}
		delete(g.all, k)
	}
}
