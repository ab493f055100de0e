package account

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)

func TestToken(t *testing.T) {
	text, token, err := NewToken(SignInByCode, "anna", noon, SignInByCodeFor, random(1))
	if err != nil || len(text) != 43 || token.Account != "anna" || token.Expires.Sub(noon) != 2*time.Minute {
		t.Fatalf("%q, %+v, %v", text, token, err)
	}
	used, err := token.Use(text, noon.Add(2*time.Minute-1))
	if err != nil || used.Used.IsZero() || !token.Used.IsZero() {
		t.Fatalf("%+v, %v", used, err)
	}
	for name, c := range map[string]struct {
		token Token
		text  string
		at    time.Time
		want  string
	}{
		"twice":           {used, text, noon.Add(time.Second), UsedToken},
		"too late":        {token, text, noon.Add(2 * time.Minute), ExpiredToken},
		"another text":    {token, strings.Repeat("A", 43), noon, BadToken},
		"no text":         {token, "", noon, BadToken},
		"another purpose": {Token{Hash: token.Hash, Purpose: FirstAdmin, Expires: token.Expires}, text, noon, BadToken},
		"zero":            {Token{}, "", noon, BadToken},
		"wrong and used":  {used, "x", noon, BadToken}, // before and after use, a wrong text gives the same error, so an attacker learns nothing
	} {
		if got, err := c.token.Use(c.text, c.at); code(err) != c.want || got != c.token {
			t.Errorf("%s: %+v, %v, want %s", name, got, err, c.want)
		}
	}
	other, second, _ := NewToken(SignInByCode, "anna", noon, SignInByCodeFor, random(2))
	if other == text || second.Hash == token.Hash || TokenHash(SignInByCode, text) != token.Hash {
		t.Error("tokens are not random, or are not found by their hash")
	}
	if _, _, err := NewToken(FirstAdmin, "", noon, FirstAdminFor, bytes.NewReader(make([]byte, 31))); err == nil {
		t.Error("a token of too few random bytes")
	}
}

func TestRecoveryCodes(t *testing.T) {
	codes, hashes, err := NewRecoveryCodes(random(3))
	if err != nil || len(codes) != 10 || len(hashes) != 10 {
		t.Fatalf("%d codes, %d hashes, %v", len(codes), len(hashes), err)
	}
	left := hashes
	for i, c := range codes {
		if len(c) != 27 || strings.Trim(c, alphabet+"-") != "" || slices.Index(codes, c) != i {
			t.Errorf("the code %q", c)
		}
		typed := []string{c, strings.ToLower(c), strings.ReplaceAll(c, "-", " "), strings.ReplaceAll(c, "-", ""),
			strings.NewReplacer("0", "o", "1", "l").Replace(c), strings.ReplaceAll(c, "1", "I")}[i%6]
		rest, err := UseRecoveryCode(left, typed)
		if err != nil || len(rest) != len(left)-1 {
			t.Fatalf("%q: %d left, %v", typed, len(rest), err)
		}
		if _, err := UseRecoveryCode(rest, c); code(err) != BadToken {
			t.Errorf("%q opens twice: %v", c, err)
		}
		left = rest
	}
	if len(left) != 0 || len(hashes) != 10 {
		t.Errorf("%d codes are left, and %d of the first list", len(left), len(hashes))
	}
	for _, wrong := range []string{"", "AAAAAA-AAAAAA-AAAAAA-AAAAAA", strings.Repeat("A", 100_000)} {
		if rest, err := UseRecoveryCode(hashes, wrong); code(err) != BadToken || len(rest) != 10 {
			t.Errorf("%.30q: %d left, %v", wrong, len(rest), err)
		}
	}
	if _, _, err := NewRecoveryCodes(bytes.NewReader(make([]byte, 239))); err == nil {
		t.Error("codes of too few random bytes")
	}
}
