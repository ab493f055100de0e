//go:build linux

package chaos_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// certificateFault replaces the certificate with one that expires soon, as if its renewal had
// failed for weeks. It requires a site with https.
func certificateFault() fault {
	return fault{"certificate expires", "KydaiCertificateExpires", "", func(s *site) func() {
		s.certificate(5 * 24 * time.Hour)
		return func() { s.certificate(90 * 24 * time.Hour) }
	}}
}

// authority is the certificate authority of a site with https.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// newAuthority creates an authority and writes its certificate to file.
func newAuthority(t *testing.T, file string) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	cert := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "kydai test"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-24 * time.Hour), NotAfter: time.Now().Add(365 * 24 * time.Hour),
	}
	signed, err := x509.CreateCertificate(rand.Reader, cert, cert, key.Public(), key)
	if err == nil {
		err = os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &authority{cert, key}
}

// roots returns the path of the file with the certificate of the site's authority. Clients of the
// site must trust it.
func (s *site) roots() string { return filepath.Join(s.dir, "roots.pem") }

// certificate writes a certificate for the nodes of a site, and its key. The certificate is valid
// for the time given by valid.
func (s *site) certificate(valid time.Duration) (cert, key string) {
	s.t.Helper()
	cert, key = filepath.Join(s.dir, "cert.pem"), filepath.Join(s.dir, "cert.key")
	now := time.Now()
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), NotBefore: now.Add(-48 * time.Hour), NotAfter: now.Add(valid),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	if s.authority == nil {
		s.authority = newAuthority(s.t, s.roots())
	}
	signed, err := x509.CreateCertificate(rand.Reader, leaf, s.authority.cert, private.Public(), s.authority.key)
	if err != nil {
		s.t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err = errors.Join(err,
		os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o600),
		os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600)); err != nil {
		s.t.Fatal(err)
	}
	return cert, key
}
