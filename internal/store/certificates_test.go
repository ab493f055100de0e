package store

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestCertificates checks that one node can read the TLS data that another node
// stored, and that a dump does not contain TLS data.
func TestCertificates(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		one, two := p.open(t), p.open(t)
		ctx := t.Context()
		if _, found, err := one.Certificate(ctx, "a"); found || err != nil {
			t.Fatalf("nothing is stored yet: %v, %v", found, err)
		}
		for _, body := range []string{"first", "", "unmistakable"} {
			if err := one.SetCertificate(ctx, "a", []byte(body)); err != nil {
				t.Fatal(err)
			}
			if got, found, err := two.Certificate(ctx, "a"); !found || err != nil || string(got) != body {
				t.Errorf("%q, %v, %v", got, found, err)
			}
		}
		var dump bytes.Buffer
		if _, err := one.Dump(ctx, &dump); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(dump.String(), "certificates") {
			t.Error("the dump holds certificates")
		}
		for range 2 {
			if err := two.DropCertificate(ctx, "a"); err != nil {
				t.Fatal(err)
			}
		}
		if _, found, err := one.Certificate(ctx, "a"); found || err != nil {
			t.Errorf("it was dropped: %v, %v", found, err)
		}
	})
}

// TestClaim checks that only one node holds a lease at a time, until it is released or ends.
func TestClaim(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		one, two := p.open(t), p.open(t)
		ctx := t.Context()
		claim := func(s *Store, lasts time.Duration, want bool) {
			t.Helper()
			if held, err := s.Claim(ctx, "x", lasts); held != want || err != nil {
				t.Errorf("claimed: %v, %v", held, err)
			}
		}
		claim(one, time.Minute, true)
		claim(two, time.Minute, false)
		claim(one, time.Minute, true)
		if err := two.Release(ctx, "x"); err != nil {
			t.Fatal(err)
		}
		claim(two, time.Minute, false)
		if err := one.Release(ctx, "x"); err != nil {
			t.Fatal(err)
		}
		claim(two, 20*time.Millisecond, true)
		time.Sleep(40 * time.Millisecond)
		claim(one, time.Minute, true)
	})
}
