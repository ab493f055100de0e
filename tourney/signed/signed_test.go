package signed_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"os"
	"strings"
	"testing"

	"kydai/game"
	"kydai/tourney/signed"
)

func key(seed byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
}

func report(t testing.TB) signed.Document {
	t.Helper()
	body, err := os.ReadFile("../trf/testdata/club.golden")
	if err != nil {
		t.Fatal(err)
	}
	return signed.Document{Type: signed.TRF, By: "club.example", At: "2026-11-18T03:00:00Z", Body: body}
}

func sign(t testing.TB, k ed25519.PrivateKey, d signed.Document) []byte {
	t.Helper()
	data, err := signed.Sign(k, d)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestSign(t *testing.T) {
	d := report(t)
	data := sign(t, key(1), d)
	got, err := signed.Verify(data)
	if err != nil || got.By != d.By || got.At != d.At || got.Type != d.Type || !bytes.Equal(got.Body, d.Body) {
		t.Fatalf("%+v, %v", got, err)
	}
	own, _ := key(1).Public().(ed25519.PublicKey)
	other, _ := key(2).Public().(ed25519.PublicKey)
	if !got.SignedBy(other, own) || got.SignedBy(other) || got.SignedBy() {
		t.Error("the wrong key")
	}
	if again := sign(t, key(1), d); !bytes.Equal(data, again) {
		t.Error("the same document is signed in two ways")
	}
	table := signed.Document{Type: signed.JSON, By: "a", At: "b", Body: []byte(`{"players":[{"number":1}]} `)}
	if got, err := signed.Verify(sign(t, key(1), table)); err != nil || !bytes.Equal(got.Body, table.Body) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestChanged changes every byte of a file in several ways, truncates the file and appends to it.
// Verify must accept none of these files.
func TestChanged(t *testing.T) {
	d := report(t)
	d.Body = d.Body[:600]
	for !strings.HasSuffix(string(d.Body), "\n") {
		d.Body = d.Body[:len(d.Body)-1]
	}
	data := sign(t, key(1), d)
	for i := range data {
		for _, bit := range []byte{1, 2, 0x20, 0x80} {
			changed := bytes.Clone(data)
			changed[i] ^= bit
			if got, err := signed.Verify(changed); err == nil {
				t.Fatalf("byte %d changed by %#x is accepted: %+v", i, bit, got)
			}
		}
		if _, err := signed.Verify(data[:i]); err == nil {
			t.Fatalf("the first %d bytes are accepted", i)
		}
	}
	twice := strings.Replace(string(data), `"type"`, `"body":"x","type"`, 1)
	for _, text := range []string{twice, string(data) + "\n", " " + string(data), strings.TrimSpace(string(data))} {
		if _, err := signed.Verify([]byte(text)); err == nil {
			t.Errorf("accepted: %q", text)
		}
	}
}

// TestOtherSigner checks two attacks. If a server signs a document in the name of another server,
// the document must contain a different key. A signature copied from another document or key must
// not be valid.
func TestOtherSigner(t *testing.T) {
	a, b := string(sign(t, key(1), report(t))), string(sign(t, key(2), report(t)))
	keyA, keyB := hexKey(key(1)), hexKey(key(2))
	mixed := strings.Replace(b, keyB, keyA, 1)
	_, err := signed.Verify([]byte(mixed))
	var coded *game.Error
	if !errors.As(err, &coded) || coded.Code != signed.BadSignature {
		t.Errorf("%v", err)
	}
	moved := strings.Replace(a, "club.example", "dojo.example", 1)
	if _, err := signed.Verify([]byte(moved)); !errors.As(err, &coded) || coded.Code != signed.BadSignature {
		t.Errorf("%v", err)
	}
	if got, err := signed.Verify([]byte(b)); err != nil || hex.EncodeToString(got.Key) != keyB {
		t.Errorf("%v", err)
	}
}

func hexKey(k ed25519.PrivateKey) string {
	public, _ := k.Public().(ed25519.PublicKey)
	return hex.EncodeToString(public)
}

func TestRefused(t *testing.T) {
	for _, change := range []func(d *signed.Document){
		func(d *signed.Document) { d.Type = "pgn" },
		func(d *signed.Document) { d.Type = signed.JSON },
		func(d *signed.Document) { d.Body = []byte("\xff") },
		func(d *signed.Document) { d.Body = nil },
		func(d *signed.Document) { d.By = "" },
		func(d *signed.Document) { d.By = "two\nlines" },
		func(d *signed.Document) { d.At = strings.Repeat("x", 201) },
	} {
		d := report(t)
		change(&d)
		if data, err := signed.Sign(key(1), d); err == nil {
			t.Errorf("signed: %s", data)
		}
	}
	if _, err := signed.Sign(nil, report(t)); err == nil {
		t.Error("signed without a key")
	}
}

func TestDerive(t *testing.T) {
	a, b := signed.Derive([]byte("site")), signed.Derive([]byte("another"))
	if bytes.Equal(a, b) || !bytes.Equal(a, signed.Derive([]byte("site"))) {
		t.Error("a site has one key")
	}
}

func FuzzVerify(f *testing.F) {
	f.Add(sign(f, key(1), report(f)))
	f.Add([]byte(`{"kydai":1,"type":"trf"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := signed.Verify(data)
		if err == nil && !bytes.Contains(data, []byte(hex.EncodeToString(d.Key))) {
			t.Fatal("a key that is not in the file")
		}
	})
}
