package account

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// random returns a deterministic source of random bytes.
func random(seed byte) *rand.ChaCha8 { return rand.NewChaCha8([32]byte{seed}) }

func cheap() Hasher {
	return Hasher{Cost: Cost{Memory: 64, Time: 1, Lanes: 1}, Slots: make(chan struct{}, 1)}
}

func TestHash(t *testing.T) {
	h, ctx := cheap(), t.Context()
	hash, err := h.Hash(ctx, "đúng ngựa pin ghim", random(1))
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=64,t=1,p=1$") {
		t.Fatalf("%q, %v", hash, err)
	}
	if again, err := h.Check(ctx, hash, "đúng ngựa pin ghim"); err != nil || again {
		t.Errorf("the password is refused: %v, %v", again, err)
	}
	if _, err := h.Check(ctx, hash, norm.NFD.String("đúng ngựa pin ghim")); err != nil {
		t.Errorf("the same letters of another keyboard are refused: %v", err)
	}
	for _, wrong := range []string{"", "dung ngua pin ghim", "Đúng ngựa pin ghim", "đúng ngựa pin ghim ", "\xff", strings.Repeat("x", 1000)} {
		if _, err := h.Check(ctx, hash, wrong); code(err) != WrongPassword {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	other, _ := h.Hash(ctx, "đúng ngựa pin ghim", random(2))
	if other == hash {
		t.Error("two salts give one hash")
	}
	h.Cost.Time = 2
	if again, err := h.Check(ctx, hash, "đúng ngựa pin ghim"); err != nil || !again {
		t.Errorf("a hash of another cost: %v, %v", again, err)
	}
	if err := h.Waste(ctx, "anything"); code(err) != WrongPassword {
		t.Errorf("a name without an account: %v", err)
	}
	if _, err := h.Hash(ctx, "a good password", bytes.NewReader(nil)); err == nil {
		t.Error("a hash without a salt")
	}
}

// TestReferenceHash checks a test vector from the reference implementation of Argon2.
func TestReferenceHash(t *testing.T) {
	sum, err := hex.DecodeString("9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe")
	if err != nil {
		t.Fatal(err)
	}
	hash := encode(Cost{Memory: 256, Time: 2, Lanes: 1}, []byte("somesalt"), sum)
	if _, err := cheap().Check(t.Context(), hash, "password"); err != nil {
		t.Errorf("%s: %v", hash, err)
	}
}

// TestSlots checks that Hash waits for a free slot and releases the slot afterwards.
func TestSlots(t *testing.T) {
	h := cheap()
	h.Slots <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Hash(ctx, "a good password", random(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("without a free slot: %v", err)
	}
	if err := h.Waste(ctx, "a good password"); !errors.Is(err, context.Canceled) {
		t.Errorf("without a free slot: %v", err)
	}
	<-h.Slots
	for range 3 {
		if _, err := h.Hash(t.Context(), "a good password", random(1)); err != nil {
			t.Fatal(err)
		}
	}
	if len(h.Slots) != 0 {
		t.Error("a slot is still held")
	}
}

func TestBadHashes(t *testing.T) {
	good, err := cheap().Hash(t.Context(), "a good password", random(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{
		"", "$", "plain", strings.Replace(good, "argon2id", "argon2i", 1), strings.Replace(good, "v=19", "v=16", 1),
		strings.Replace(good, "m=64", "m=4000000000", 1), strings.Replace(good, "m=64", "m=262145", 1), strings.Replace(good, "m=64", "m=064", 1),
		strings.Replace(good, "t=1", "t=0", 1), strings.Replace(good, "t=1", "t=17", 1), strings.Replace(good, "p=1", "p=0", 1),
		strings.Replace(good, "p=1", "p=1,x=2", 1), good + "$", good + "=", good[:len(good)-30], strings.Replace(good, "t=1,p=1", "p=1,t=1", 1),
	} {
		if _, err := cheap().Check(t.Context(), bad, "a good password"); code(err) != BadHash {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func FuzzHash(f *testing.F) {
	f.Add("$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")
	f.Add("$argon2id$v=19$m=,t=,p=$$")
	f.Fuzz(func(t *testing.T, text string) {
		c, salt, sum, err := decode(text)
		if err != nil {
			if code(err) != BadHash {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if c.Memory > maxMemory || c.Time > maxTime || c.Lanes > maxLanes || encode(c, salt, sum) != text {
			t.Fatalf("%q is read as %+v", text, c)
		}
	})
}

func TestCheckPassword(t *testing.T) {
	for password, want := range map[string]string{
		"correct horse battery": "", "con ngựa chạy nhanh": "", "12 con tướng đỏ": "", "x7$kk0pqZ": "", strings.Repeat("abcd", 32): "",
		"short": BadPassword, "1234567": BadPassword, "": BadPassword, strings.Repeat("ab cd", 26): BadPassword, "tab\tis no character": BadPassword, "ab\xffcdefgh": BadPassword,
		"password": CommonPassword, "PassWord": CommonPassword, "12345678": CommonPassword, "iloveyou": CommonPassword, "qwertyuiop": CommonPassword,
		"aaaaaaaaaaaaa": CommonPassword, "abababababab": CommonPassword,
		"nguyễn văn an": CommonPassword, "NguyễnVănAn2010": CommonPassword, "kydai-2026!": CommonPassword,
	} {
		if err := CheckPassword(password, "Nguyễn Văn An", "kydai"); code(err) != want {
			t.Errorf("%q: %v, want %q", password, err, want)
		}
	}
	if err := CheckPassword("12-34-56-78", "123"); err != nil {
		t.Errorf("a word without letters forbids digits: %v", err)
	}
}

func TestCommonPasswords(t *testing.T) {
	if n := len(common()); n != 10_000 {
		t.Errorf("the list has %d passwords", n)
	}
	for p := range common() {
		if utf8.RuneCountInString(p) < leastPassword || CheckPassword(p) == nil || strings.ToLower(p) != p {
			t.Errorf("%q is not refused, or need not be on the list", p)
		}
	}
}
