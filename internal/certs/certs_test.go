package certs

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/crypto/acme/autocert"
)

// memory is an in-memory Store for a single node.
type memory map[string][]byte

func (m memory) Certificate(_ context.Context, name string) ([]byte, bool, error) {
	body, ok := m[name]
	return body, ok, nil
}

func (m memory) SetCertificate(_ context.Context, name string, body []byte) error {
	m[name] = body
	return nil
}

func (m memory) DropCertificate(_ context.Context, name string) error {
	delete(m, name)
	return nil
}

func (m memory) Claim(context.Context, string, time.Duration) (bool, error) { return true, nil }
func (m memory) Release(context.Context, string) error                      { return nil }

// TestCacheSeals checks that a stored row can be decrypted only with a key of
// the site, and only under the name it was stored for.
func TestCacheSeals(t *testing.T) {
	rows, ctx := memory{}, t.Context()
	open := func(keys ...byte) *cache {
		var all [][]byte
		for _, k := range keys {
			all = append(all, bytes.Repeat([]byte{k}, 32))
		}
		c, err := newCache(rows, all)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	const body = "PRIVATE KEY of the site"
	if err := open(1).Put(ctx, "a", []byte(body)); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(rows["a"], []byte("PRIVATE")) {
		t.Error("the row can be read")
	}
	rows["b"] = rows["a"]
	for _, c := range []struct {
		cache *cache
		name  string
		ok    bool
	}{{open(1), "a", true}, {open(2, 1), "a", true}, {open(2), "a", false}, {open(1), "b", false}, {open(1), "c", false}} {
		got, err := c.cache.Get(ctx, c.name)
		if c.ok && (err != nil || string(got) != body) || !c.ok && !errors.Is(err, autocert.ErrCacheMiss) {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
	if err := open(1).Delete(ctx, "a"); err != nil || len(rows) != 1 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// TestNoCertificateYet checks that a handshake never waits for the authority,
// and that no certificate is requested for a name that is not a domain of the
// site.
func TestNoCertificateYet(t *testing.T) {
	a, err := NewACME(ACMEOptions{Domains: []string{"chess.example"}, Directory: "https://127.0.0.1:1/", Store: memory{}, Keys: [][]byte{make([]byte, 32)}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"chess.example", "other.example", "", "CHESS.example."} {
		if _, err := a.Config().GetCertificate(&tls.ClientHelloInfo{ServerName: name}); !errors.Is(err, errNotYet) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if !a.NotAfter().IsZero() {
		t.Error("there is an end of no certificate")
	}
}

// pair writes a certificate with the given serial number and its private key, and returns the names
// of the two files.
func pair(t *testing.T, dir string, serial int64) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(serial), NotAfter: time.Unix(serial*1e9, 0), DNSNames: []string{"a.example"}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert"), filepath.Join(dir, "key")
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Unix(serial, 0)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestFilesAreReadAgain checks that a replaced certificate is used after lookAgain, and that the
// old certificate stays in use while the new files are invalid.
func TestFilesAreReadAgain(t *testing.T) {
	dir := t.TempDir()
	cert, key := pair(t, dir, 1)
	now := time.Unix(100, 0)
	f, err := NewFiles(cert, key, slog.New(slog.DiscardHandler), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	serial := func() int64 {
		c, err := f.Config().GetCertificate(&tls.ClientHelloInfo{})
		if err != nil {
			t.Fatal(err)
		}
		return c.Leaf.SerialNumber.Int64()
	}
	pair(t, dir, 2)
	if serial() != 1 {
		t.Error("the files are looked at for every handshake")
	}
	now = now.Add(lookAgain)
	if serial() != 2 || !f.NotAfter().Equal(time.Unix(2e9, 0)) {
		t.Errorf("it is number %d until %v", serial(), f.NotAfter())
	}
	if err := os.WriteFile(key, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	now = now.Add(lookAgain)
	if serial() != 2 {
		t.Error("the certificate was given up for a broken file")
	}
	pair(t, dir, 3)
	now = now.Add(lookAgain)
	if serial() != 3 {
		t.Error("it does not recover")
	}
	if _, err := NewFiles(cert, cert, slog.Default(), time.Now); err == nil {
		t.Error("a certificate without its key is taken")
	}
}
