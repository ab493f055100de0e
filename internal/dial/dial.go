// Package dial sends requests to addresses that strangers have named: endpoints of
// browsers and webhooks. It reaches the internet by https only, and neither this
// machine nor its network, whatever a name resolves to; the operator may allow
// networks beyond that.
package dial

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Limits of one request.
const (
	Within     = 10 * time.Second // of a whole request
	maxAddress = 1000             // bytes
	dialWithin = 5 * time.Second
	maxHeader  = 16 << 10
	maxAnswer  = 4 << 10 // bytes of a body that are read
	httpsPort  = "443"
)

// Policy says which addresses are dialled. The zero value is the internet at port
// 443.
type Policy struct {
	// Also are networks that the operator allows, at any port. With one of them
	// an address may be a number and have a port.
	Also []netip.Prefix
	// Resolver resolves names; nil means the system's.
	Resolver *net.Resolver
	// Roots are the authorities that are trusted; nil means the system's.
	Roots *x509.CertPool
}

// Accepts reports whether an address has the form of one that may be dialled. What
// its name resolves to is checked when it is dialled.
func (p Policy) Accepts(address string) bool {
	u, err := url.Parse(address)
	if err != nil || len(address) > maxAddress || u.Scheme != "https" || u.Opaque != "" || u.User != nil || u.Fragment != "" ||
		strings.HasSuffix(u.Host, ":") || u.Hostname() == "" {
		return false
	}
	if len(p.Also) > 0 {
		return true
	}
	return (u.Port() == "" || u.Port() == httpsPort) && publicName(u.Hostname())
}

// publicName reports whether a host is a name with a dot and not an address. A
// last part of digits is an address to some resolvers.
func publicName(host string) bool {
	part := host[strings.LastIndex(host, ".")+1:]
	if part == host || part == "" || strings.Trim(part, "0123456789") == "" || strings.HasPrefix(strings.ToLower(part), "0x") {
		return false
	}
	for _, c := range host {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '.' {
			return false
		}
	}
	return true
}

// notPublic are the networks of which netip has no name, by the registries of
// special-purpose addresses (RFC 6890).
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // this network
	netip.MustParsePrefix("100.64.0.0/10"),   // between a provider and its customers
	netip.MustParsePrefix("192.0.0.0/24"),    // protocol assignments
	netip.MustParsePrefix("192.0.2.0/24"),    // documentation
	netip.MustParsePrefix("192.88.99.0/24"),  // 6to4 relays
	netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks
	netip.MustParsePrefix("198.51.100.0/24"), // documentation
	netip.MustParsePrefix("203.0.113.0/24"),  // documentation
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved, and broadcast
}

// global is the part of IPv6 that is routed; inGlobal are the networks in it that
// are not, or that lead to an IPv4 address.
var (
	global   = netip.MustParsePrefix("2000::/3")
	inGlobal = []netip.Prefix{
		netip.MustParsePrefix("2001::/23"),     // protocol assignments, Teredo
		netip.MustParsePrefix("2001:db8::/32"), // documentation
		netip.MustParsePrefix("2002::/16"),     // 6to4
		netip.MustParsePrefix("3fff::/20"),     // documentation
	}
)

// Public reports whether an address belongs to a machine on the internet, and not
// to this machine, its network or its provider. IPv6 addresses that stand for
// IPv4 addresses (mapped, NAT64, 6to4) are refused.
func Public(a netip.Addr) bool {
	if !a.IsValid() || a.Zone() != "" || !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	list := notPublic
	if a.Is6() {
		if a.Is4In6() || !global.Contains(a) {
			return false
		}
		list = inGlobal
	}
	for _, p := range list {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

// ErrNotPublic means that a name has an address that is not dialled.
var ErrNotPublic = errors.New("dial: the address is not on the internet, or the port is not 443")

// allows reports whether a socket may be connected to an address.
func (p Policy) allows(address string) bool {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return false
	}
	in := func(n netip.Prefix) bool { return n.Contains(at.Addr()) }
	return Public(at.Addr()) && at.Port() == 443 || slices.ContainsFunc(p.Also, in)
}

// Dialer returns a function that dials allowed addresses only. The address is
// checked after the name was resolved, on the socket that is connected, so that a
// name cannot have another address a moment later.
func (p Policy) Dialer() func(ctx context.Context, network, address string) (net.Conn, error) {
	d := &net.Dialer{Timeout: dialWithin, Resolver: p.Resolver, Control: func(_, address string, _ syscall.RawConn) error {
		if !p.allows(address) {
			return ErrNotPublic
		}
		return nil
	}}
	return d.DialContext
}

// Transport returns a transport that asks no proxy, because a proxy would dial
// for us.
func (p Policy) Transport() *http.Transport {
	return &http.Transport{
		DialContext: p.Dialer(), ForceAttemptHTTP2: true, DisableCompression: true,
		TLSClientConfig:     &tls.Config{RootCAs: p.Roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout: dialWithin, ResponseHeaderTimeout: Within, MaxResponseHeaderBytes: maxHeader,
		MaxIdleConns: 20, MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute,
	}
}

// Client returns a client that follows no redirects and keeps no cookies.
func Client(t http.RoundTripper) *http.Client {
	return &http.Client{Transport: t, Timeout: Within, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// Send sends a request. It returns the status, and for how long the receiver asks
// to wait, most at most.
func Send(c *http.Client, r *http.Request, most time.Duration) (status int, wait time.Duration, err error) {
	answer, err := c.Do(r)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer) // so that the connection can be used again
	if seconds, bad := strconv.Atoi(answer.Header.Get("Retry-After")); bad == nil && seconds > 0 {
		wait = time.Duration(min(seconds, int(most.Seconds()))) * time.Second
	}
	return answer.StatusCode, wait, nil
}
