package certs

import (
	"crypto/x509"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestLocal checks that the local authority is created once, is trusted for
// private names only, and renews the server's certificate when it is about to
// expire or the addresses have changed.
func TestLocal(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tls")
	now := time.Now()
	addresses := []netip.Addr{netip.MustParseAddr("192.168.1.5"), netip.MustParseAddr("203.0.113.9"), netip.MustParseAddr("fd00::5")}
	open := func() *Local {
		l, err := OpenLocal(LocalOptions{
			Folder: dir, Host: "Laptop.example.org", Log: slog.New(slog.DiscardHandler),
			Addresses: func() []netip.Addr { return addresses }, Now: func() time.Time { return now },
		})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	l := open()
	if info, err := os.Stat(filepath.Join(dir, authorityKey)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key: %v, %v", info.Mode(), err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(l.root)
	leaf := func(l *Local) *x509.Certificate {
		c, err := l.current()
		if err != nil {
			t.Fatal(err)
		}
		return c.Leaf
	}
	for name, ok := range map[string]bool{
		"kydai.local": true, "localhost": true, "laptop.local": true, "laptop.lan": true, "192.168.1.5": true, "fd00::5": true, "127.0.0.1": true,
		"laptop.example.org": false, "203.0.113.9": false, "laptop": false,
	} {
		_, err := leaf(l).Verify(x509.VerifyOptions{DNSName: name, Roots: roots, CurrentTime: now})
		if (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	if l.Fingerprint() != open().Fingerprint() || len(l.Fingerprint()) != 32*3-1 {
		t.Error("the second time it is another authority")
	}
	// Check that a stolen key of the authority cannot sign a certificate for an internet site.
	stolen, err := l.issue(now, []string{"bank.example"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stolen.Leaf.Verify(x509.VerifyOptions{DNSName: "bank.example", Roots: roots, CurrentTime: now}); err == nil {
		t.Error("the authority vouches for any site")
	}

	first := leaf(l).SerialNumber.String()
	now = now.Add(leafFor / 2)
	if leaf(l).SerialNumber.String() != first {
		t.Error("the certificate is renewed too early")
	}
	addresses = append(addresses, netip.MustParseAddr("10.1.2.3"))
	now = now.Add(lookAgain)
	if !slices.ContainsFunc(leaf(l).IPAddresses, net.IPv4(10, 1, 2, 3).Equal) {
		t.Error("a new address is not in the certificate")
	}
	second := leaf(l).SerialNumber.String()
	now = now.Add(leafFor * 2 / 3)
	if leaf(l).SerialNumber.String() == second || !l.NotAfter().After(now.Add(leafFor/2)) {
		t.Error("the certificate is not renewed")
	}
	if err := os.Chmod(filepath.Join(dir, authorityKey), 0o644); err != nil { //nolint:gosec // the test makes the key readable for others; OpenLocal must correct this
		t.Fatal(err)
	}
	open()
	if info, err := os.Stat(filepath.Join(dir, authorityKey)); err != nil || info.Mode().Perm() != 0o600 {
		t.Error("others can read the key")
	}
}
