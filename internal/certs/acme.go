package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
	"golang.org/x/net/idna"

	"kydai/internal/sleep"
)

// LetsEncrypt is the default ACME directory.
const LetsEncrypt = autocert.DefaultACMEDirectory

const (
	// firstPause is the pause after the first failed request for a certificate. The pause doubles
	// after each further failure, up to lastPause. Let's Encrypt allows five failures an hour.
	firstPause = 2 * time.Minute
	lastPause  = time.Hour
	// claimFor is how long a node has the sole right to request a certificate. After that time,
	// another node may try.
	claimFor = 3 * time.Minute
	// lookEvery is the interval at which a node checks whether another node has
	// stored the certificate.
	lookEvery = time.Second
	// checkEvery is the interval at which a node checks how long the certificate is still valid.
	checkEvery = time.Hour
	requestFor = time.Minute
)

// ACMEOptions configure an ACME. Domains, Store and Keys are required.
type ACMEOptions struct {
	Domains   []string       // domain names in the form that Domain returns
	Directory string         // URL of the authority's ACME directory; "" means LetsEncrypt
	Roots     *x509.CertPool // certificate authorities that verify the ACME server itself; nil means those of the system
	Email     string         // contact address that is sent to the authority; may be ""
	Store     Store
	Keys      [][]byte // secret keys of the site; the first encrypts rows of the store, all can decrypt them
	Log       *slog.Logger
	// Pause replaces firstPause, in tests.
	Pause time.Duration
}

// ACME gets certificates from a certificate authority and renews them. The
// nodes of a site share the certificate, the account and the challenges through
// the store: one node requests a certificate, and the authority may send its
// challenge to any node.
type ACME struct {
	opts    ACMEOptions
	manager *autocert.Manager

	mu    sync.Mutex
	ready map[string]time.Time // domains with a certificate on this node, and the time when each certificate expires
}

var _ Source = (*ACME)(nil)

// Domain returns a domain name in the form used in certificates: ASCII
// (Punycode) and lower case. It returns an error if name is not a domain name
// with a dot.
func Domain(name string) (string, error) {
	ascii, err := idna.Lookup.ToASCII(strings.TrimSuffix(name, "."))
	_, number := netip.ParseAddr(ascii)
	if err != nil || number == nil || !strings.Contains(ascii, ".") || strings.ContainsAny(ascii, ":/* ") {
		return "", errors.New("it must be a domain name, such as club.example")
	}
	return ascii, nil
}

// NewACME returns an ACME that has no certificate until Run is called. A site
// that uses an ACME accepts the terms of service of the certificate authority.
func NewACME(o ACMEOptions) (*ACME, error) {
	if o.Pause == 0 {
		o.Pause = firstPause
	}
	if o.Directory == "" {
		o.Directory = LetsEncrypt
	}
	shared, err := newCache(o.Store, o.Keys)
	if err != nil {
		return nil, err
	}
	transport := &http.Transport{
		Proxy:           http.ProxyFromEnvironment,
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: o.Roots}, TLSHandshakeTimeout: 10 * time.Second,
	}
	return &ACME{
		opts: o, ready: map[string]time.Time{},
		manager: &autocert.Manager{
			Prompt: autocert.AcceptTOS, Cache: shared, HostPolicy: autocert.HostWhitelist(o.Domains...), Email: o.Email,
			Client: &acme.Client{DirectoryURL: o.Directory, UserAgent: "kydai", HTTPClient: &http.Client{Transport: transport, Timeout: requestFor}},
		},
	}, nil
}

// Config returns the TLS configuration of a server on port 443. The server also
// answers challenges of type tls-alpn-01.
func (a *ACME) Config() *tls.Config { return config(a.certificate, acme.ALPNProto) }

// HTTP returns a handler for port 80: it answers challenges of type http-01 and passes all other
// requests to the given handler.
func (a *ACME) HTTP(next http.Handler) http.Handler {
	challenges := a.manager.HTTPHandler(http.NotFoundHandler())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/.well-known/acme-challenge/") {
			next.ServeHTTP(w, r)
			return
		}
		named := *r // copy of the request without a port in Host, because the policy compares host names without a port
		if host, _, err := net.SplitHostPort(r.Host); err == nil {
			named.Host = host
		}
		challenges.ServeHTTP(w, &named)
	})
}

var errNotYet = errors.New("certs: there is no certificate for this name yet")

// certificate returns the certificate for a TLS handshake. It never requests a new certificate:
// only Run sends requests to the authority, one at a time for the whole site.
func (a *ACME) certificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if len(hello.SupportedProtos) == 1 && hello.SupportedProtos[0] == acme.ALPNProto {
		return a.manager.GetCertificate(hello)
	}
	name, err := idna.Lookup.ToASCII(strings.TrimSuffix(hello.ServerName, "."))
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	_, ready := a.ready[name]
	a.mu.Unlock()
	if !ready {
		return nil, errNotYet
	}
	return a.fetch(name)
}

// fetch returns the certificate of a domain and stores when it expires. Only
// ECDSA keys are used: every client that supports TLS 1.2 and the JavaScript of
// the pages also supports ECDSA, and a second certificate would have to be
// renewed as well.
func (a *ACME) fetch(name string) (*tls.Certificate, error) {
	c, err := a.manager.GetCertificate(&tls.ClientHelloInfo{ServerName: name, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}})
	if err != nil {
		return nil, err
	}
	if c.Leaf != nil {
		a.mu.Lock()
		a.ready[name] = c.Leaf.NotAfter
		a.mu.Unlock()
	}
	return c, nil
}

// NotAfter implements Source. It returns the earliest expiry of all domains' certificates; zero
// while a domain has no certificate.
func (a *ACME) NotAfter() (first time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, name := range a.opts.Domains {
		end, ok := a.ready[name]
		if !ok {
			return time.Time{}
		}
		if first.IsZero() || end.Before(first) {
			first = end
		}
	}
	return first
}

// Run gets the certificates of all domains and monitors their renewal until ctx ends.
func (a *ACME) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, name := range slices.Compact(slices.Sorted(slices.Values(a.opts.Domains))) {
		all.Go(func() { a.keep(ctx, name) })
	}
	all.Wait()
}

// keep gets the certificate of a domain. After that, it checks the certificate at intervals and
// logs an error if the certificate was not renewed in time.
func (a *ACME) keep(ctx context.Context, name string) {
	for pause := a.opts.Pause; ; pause = min(2*pause, lastPause) {
		err := a.obtain(ctx, name, pause)
		if err == nil || ctx.Err() != nil {
			break
		}
		a.opts.Log.ErrorContext(ctx, "there is no certificate yet; it is requested again", "domain", name, "after", pause, "err", err)
		if sleep.For(ctx, pause) != nil {
			return
		}
	}
	for sleep.For(ctx, checkEvery) == nil {
		c, err := a.fetch(name)
		switch {
		case err != nil:
			a.opts.Log.ErrorContext(ctx, "the certificate cannot be used", "domain", name, "err", err)
		case c.Leaf != nil && time.Until(c.Leaf.NotAfter) < c.Leaf.NotAfter.Sub(c.Leaf.NotBefore)/4:
			a.opts.Log.ErrorContext(ctx, "the certificate was not renewed in time", "domain", name, "expires", c.Leaf.NotAfter)
		}
	}
}

// obtain waits until the certificate of a domain is in the store. If no other node requests the
// certificate, it takes a lease and requests the certificate from the authority. After a failure
// this node keeps the lease for the duration pause, so that no other node sends a request in that
// time.
func (a *ACME) obtain(ctx context.Context, name string, pause time.Duration) error {
	lease := "certificate " + name
	for {
		if _, err := a.manager.Cache.Get(ctx, name); err == nil {
			break
		} else if !errors.Is(err, autocert.ErrCacheMiss) {
			return err
		}
		held, err := a.opts.Store.Claim(ctx, lease, claimFor+pause)
		if err != nil {
			return err
		}
		if held {
			a.opts.Log.InfoContext(ctx, "requesting a certificate", "domain", name, "from", a.opts.Directory)
			break
		}
		if sleep.For(ctx, lookEvery) != nil {
			return ctx.Err()
		}
	}
	// A request to the authority has its own time limit and cannot be
	// cancelled. It runs in a goroutine so that a server that stops does not
	// wait for it.
	done := make(chan error, 1)
	go func() {
		c, err := a.fetch(name)
		if err == nil {
			a.opts.Log.InfoContext(ctx, "the certificate is ready", "domain", name, "expires", c.Leaf.NotAfter)
			err = a.opts.Store.Release(ctx, lease)
		}
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
