package compact

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
)

var people = [3]string{"Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm8", "YmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmE", "abcd"}

func termsAgain(t testing.TB, terms []byte, words [3]string) []byte {
	t.Helper()
	b := packTerms(terms, words)
	back, err := DecodeTerms(b, words)
	if err != nil || !bytes.Equal(back, terms) {
		t.Fatalf("%q became %q, %v", terms, back, err)
	}
	if got := EncodeTerms(terms, words); !bytes.Equal(got, b) {
		t.Fatalf("%q is packed as %q and %q", terms, b, got)
	}
	return b
}

// TestTerms checks that terms of every kind are the same after packing and unpacking.
func TestTerms(t *testing.T) {
	seats := []match.Seat{
		{Kind: match.Human, Player: people[0]}, {Kind: match.Human, Player: people[1], Name: "Bảo \"B\""},
		{Kind: match.Bot, Player: people[1], Name: "bot"}, {Kind: match.Level, Level: 3}, {Kind: match.Engine, Spec: "uci:x"}, {Kind: match.Algorithm, Spec: "mcts:sims=1000"},
	}
	packed, n, text := 0, 0, 0
	for _, rules := range everyGame() {
		for _, control := range []string{"none", "5+3", "0+1x10", "1d/move"} {
			for i, a := range seats {
				for _, b := range seats[i+1:] {
					c, err := clock.Parse(control)
					if err != nil {
						t.Fatal(err)
					}
					terms := match.Terms{Game: rules.Info().Name, Clock: c, Seats: [2]match.Seat{a, b}, Takebacks: i, FirstMove: time.Duration(i) * 15 * time.Second, KeepSides: i == 2}
					body, err := match.EncodeTerms(terms)
					if err != nil {
						continue
					}
					packed += len(termsAgain(t, body, [3]string{people[0], people[1], terms.Game}))
					termsAgain(t, body, [3]string{})
					n, text = n+1, text+len(body)
				}
			}
		}
	}
	t.Logf("%d terms: %.1f bytes, as text %.1f", n, float64(packed)/float64(n), float64(text)/float64(n))
	if n < 100 || packed*3 > text {
		t.Errorf("%d terms: %d bytes of %d", n, packed, text)
	}
}

// TestOldTerms checks that terms are still packed to the same bytes as in version 1, which must
// stay readable for ever.
func TestOldTerms(t *testing.T) {
	terms := []byte(`{"v":1,"game":"abcd","clock":"5+3","first":30000,"seats":[{"kind":"human","player":"` + people[0] + `"},{"kind":"human","player":"` + people[1] + `"}],"rated":true}`)
	const want = "\x01\x80\x03\x815+3\x8230\xa6\x01\x84\x02\x85"
	if got := EncodeTerms(terms, people); string(got) != want {
		t.Errorf("packed as %q, want %q", got, want)
	}
	if got, err := DecodeTerms([]byte(want), people); err != nil || !bytes.Equal(got, terms) {
		t.Errorf("unpacked as %q, %v", got, err)
	}
	for _, plain := range []string{"", `{"clock":"5+3"}`, "{", "\x80"} { // text that was never packed is returned unchanged
		if got, err := DecodeTerms([]byte(plain), people); err != nil || string(got) != plain {
			t.Errorf("%q is read as %q, %v", plain, got, err)
		}
	}
	for data, code := range map[string]string{"\x02": UnknownVersion, "\x00": UnknownVersion, "\x01\x00": Damaged, "\x01\xff": Damaged} {
		_, err := DecodeTerms([]byte(data), people)
		var e *game.Error
		if !errors.As(err, &e) || e.Code != code {
			t.Errorf("%q: %v, want %s", data, err, code)
		}
	}
	if len(phrases) > 0xff-firstPhrase {
		t.Error("too many phrases")
	}
}

func FuzzTerms(f *testing.F) {
	f.Add([]byte(`{"v":1,"game":"abcd"}`), "ab", "abcd", "")
	f.Add([]byte{0, 1, 2, 3, 0x80, 0xff}, "\x01", "\x80\x81", "")
	f.Fuzz(func(t *testing.T, terms []byte, a, b, c string) {
		termsAgain(t, terms, [3]string{a, b, c})
		_, _ = DecodeTerms(terms, [3]string{a, b, c})
	})
}
