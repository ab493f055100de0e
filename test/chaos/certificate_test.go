//go:build linux

package chaos_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"os"
	"path/filepath"
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

// certificate writes a certificate for the nodes of a site, and its key. The certificate is valid
// for the time given by valid.
func (s *site) certificate(valid time.Duration) (cert, key string) {
	s.t.Helper()
	cert, key = filepath.Join(s.dir, "cert.pem"), filepath.Join(s.dir, "cert.key")
	now := time.Now()
	leaf := &x509.Certificate{SerialNumber: big.NewInt(now.UnixNano()), NotBefore: now.Add(-time.Hour), NotAfter: now.Add(valid), DNSNames: []string{"localhost"}}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	signed, err := x509.CreateCertificate(rand.Reader, leaf, leaf, private.Public(), private)
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
