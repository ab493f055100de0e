package certs

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/big"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// authorityFor and leafFor are the validity periods of the authority's certificate and the
	// server's certificate. Apple's systems refuse server certificates that are valid for more than
	// 825 days.
	authorityFor = 10 * 365 * 24 * time.Hour
	leafFor      = 90 * 24 * time.Hour
	// skew is the time by which a certificate's validity starts before its creation. Devices with a
	// slow clock need this: a clubhouse without internet has no time server.
	skew = 48 * time.Hour

	authorityCert = "authority.crt"
	authorityKey  = "authority.key"
)

// permittedNames and permittedNets are the names and networks for which the
// local authority may issue certificates. Even someone who steals its key
// cannot impersonate internet sites to a device that trusts the authority. A
// bare host name is not permitted: as a name constraint it would allow the
// whole top-level domain of that name.
var (
	permittedNames = []string{"local", "lan", "internal", "home.arpa", "localhost"}
	permittedNets  = []netip.Prefix{
		netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("192.168.0.0/16"),
		netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("169.254.0.0/16"), netip.MustParsePrefix("127.0.0.0/8"),
		netip.MustParsePrefix("fc00::/7"), netip.MustParsePrefix("fe80::/10"), netip.MustParsePrefix("::1/128"),
	}
)

// LocalOptions configure a Local. All except Host are required.
type LocalOptions struct {
	Folder    string // folder with the authority's certificate and key
	Host      string // host name of this machine; only its first label is used
	Addresses func() []netip.Addr
	Log       *slog.Logger
	Now       func() time.Time
}

// Local is the server's own certificate authority, for networks without internet access. A person
// must set up each device once so that the device trusts the authority.
type Local struct {
	opts LocalOptions
	root *x509.Certificate
	key  crypto.Signer

	mu     sync.Mutex
	leaf   *tls.Certificate
	looked time.Time
}

var _ Source = (*Local)(nil)

// OpenLocal reads the authority from a folder, or creates it there. Only the owner of the files can
// read the authority's key.
func OpenLocal(o LocalOptions) (*Local, error) {
	l := &Local{opts: o}
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, err
	}
	err := l.read()
	if errors.Is(err, fs.ErrNotExist) {
		if err = l.create(); err == nil {
			err = l.read()
		}
	}
	if err != nil {
		return nil, err
	}
	if _, err := l.current(); err != nil {
		return nil, err
	}
	return l, nil
}

func (l *Local) file(name string) string { return filepath.Join(l.opts.Folder, name) }

func (l *Local) read() error {
	pair, err := tls.LoadX509KeyPair(l.file(authorityCert), l.file(authorityKey))
	if err != nil {
		return err
	}
	signer, ok := pair.PrivateKey.(crypto.Signer)
	if !ok || !pair.Leaf.IsCA {
		return errors.New("certs: " + l.file(authorityCert) + " is not a certificate authority")
	}
	l.root, l.key = pair.Leaf, signer
	if info, err := os.Stat(l.file(authorityKey)); err == nil && info.Mode().Perm()&0o077 != 0 {
		return os.Chmod(l.file(authorityKey), 0o600)
	}
	return nil
}

// create makes the authority. The key is stored before the certificate, so that no device ever gets
// a certificate whose key was lost.
func (l *Local) create() error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	now := l.opts.Now()
	template := &x509.Certificate{
		Subject:   pkix.Name{Organization: []string{"kydai"}, CommonName: "kydai " + label(l.opts.Host) + " " + now.Format("2006-01-02")}, //nolint:misspell // a field of the standard
		NotBefore: now.Add(-skew), NotAfter: now.Add(authorityFor),
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		PermittedDNSDomainsCritical: true, PermittedDNSDomains: permittedNames,
	}
	for _, p := range permittedNets {
		template.PermittedIPRanges = append(template.PermittedIPRanges, &net.IPNet{IP: p.Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen())})
	}
	der, err := sign(template, template, &key.PublicKey, key)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	if err := writeNew(l.file(authorityKey), "PRIVATE KEY", secret); err != nil {
		return err
	}
	return writeNew(l.file(authorityCert), "CERTIFICATE", der)
}

// sign sets a random serial number and signs the certificate.
func sign(template, parent *x509.Certificate, public crypto.PublicKey, key crypto.Signer) (der []byte, err error) {
	if template.SerialNumber, err = rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120)); err != nil {
		return nil, err
	}
	return x509.CreateCertificate(rand.Reader, template, parent, public, key)
}

// writeNew writes a PEM file that only its owner may read.
func writeNew(name, kind string, der []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".kydai-*") // CreateTemp gives the file mode 0600: only its owner may read it
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) //nolint:errcheck // after a rename this fails, because the temporary file no longer exists
	if err := errors.Join(pem.Encode(f, &pem.Block{Type: kind, Bytes: der}), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// Authority returns the certificate that devices have to trust, in DER form.
func (l *Local) Authority() []byte { return l.root.Raw }

// Fingerprint returns the SHA-256 hash of the authority's certificate, in the
// form in which operating systems show it.
func (l *Local) Fingerprint() string {
	sum := sha256.Sum256(l.root.Raw)
	return strings.ReplaceAll(fmt.Sprintf("% X", sum[:]), " ", ":")
}

// Config implements Source.
func (l *Local) Config() *tls.Config {
	return config(func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return l.current() })
}

// NotAfter implements Source.
func (l *Local) NotAfter() time.Time {
	c, err := l.current()
	if err != nil {
		return time.Time{}
	}
	return c.Leaf.NotAfter
}

// current returns the server's certificate. It issues a new certificate when a third of the
// validity is left, or when the machine has addresses that the certificate does not name.
func (l *Local) current() (*tls.Certificate, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.opts.Now()
	if l.leaf != nil && now.Sub(l.looked) < lookAgain {
		return l.leaf, nil
	}
	l.looked = now
	names, addresses := l.names()
	if l.leaf != nil && l.leaf.Leaf.NotAfter.Sub(now) > leafFor/3 && slices.Equal(l.leaf.Leaf.DNSNames, names) &&
		slices.EqualFunc(l.leaf.Leaf.IPAddresses, addresses, net.IP.Equal) {
		return l.leaf, nil
	}
	leaf, err := l.issue(now, names, addresses)
	if err != nil {
		return l.leaf, err
	}
	l.leaf = leaf
	l.opts.Log.Info("a certificate was issued by the local authority", "names", names, "addresses", len(addresses), "expires", leaf.Leaf.NotAfter)
	return leaf, nil
}

func (l *Local) issue(now time.Time, names []string, addresses []net.IP) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	end := now.Add(leafFor)
	if end.After(l.root.NotAfter) {
		end = l.root.NotAfter
	}
	der, err := sign(&x509.Certificate{
		Subject: pkix.Name{CommonName: names[0]}, DNSNames: names, IPAddresses: addresses, NotBefore: now.Add(-skew), NotAfter: end,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, l.root, &key.PublicKey, l.key)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{der, l.root.Raw}, PrivateKey: key, Leaf: leaf}, nil
}

// names returns the host names and IP addresses that the server's certificate must contain.
func (l *Local) names() (names []string, addresses []net.IP) {
	names = []string{"kydai.local", "localhost"}
	if host := label(l.opts.Host); host != "" && host != "kydai" && host != "localhost" {
		names = append(names, host+".local", host+".lan", host+".internal", host+".home.arpa")
	}
	all := append([]netip.Addr{netip.MustParseAddr("127.0.0.1"), netip.IPv6Loopback()}, l.opts.Addresses()...)
	for _, a := range all {
		if slices.ContainsFunc(permittedNets, func(p netip.Prefix) bool { return p.Contains(a.Unmap()) }) {
			addresses = append(addresses, a.Unmap().AsSlice())
		}
	}
	slices.SortFunc(addresses, func(a, b net.IP) int { return bytes.Compare(a, b) })
	return names, slices.CompactFunc(addresses, net.IP.Equal)
}

// label returns the first label of a host name, in lower case; "" if the label must not be in a
// certificate.
func label(host string) string {
	first, _, _ := strings.Cut(strings.ToLower(host), ".")
	for _, r := range first {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return ""
		}
	}
	return first
}
