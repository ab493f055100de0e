// Package dial sends HTTP requests to URLs that users enter: the endpoints of browsers for push
// messages, and webhooks. It connects only by HTTPS and only to public internet addresses. It
// never connects to this machine or its network, whatever address a domain name resolves to,
// unless the operator allows more networks.
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
	Within     = 10 * time.Second // time limit of a whole request
	maxAddress = 1000             // maximum length of a URL, in bytes
	dialWithin = 5 * time.Second
	maxHeader  = 16 << 10
	maxAnswer  = 4 << 10 // maximum number of bytes read from a response body
	httpsPort  = "443"
)

// Policy determines which addresses the server may connect to. The zero value allows internet
// addresses at port 443 only.
type Policy struct {
	// Also lists networks that the operator allows in addition, at any port. If Also is not empty,
	// a URL may contain an IP address and a port.
	Also []netip.Prefix
	// Resolver resolves names; nil means the system's resolver.
	Resolver *net.Resolver
	// Roots are the trusted certificate authorities; nil means the system's.
	Roots *x509.CertPool
}

// Accepts reports whether a URL has a form that may be dialled. It does not check the IP address;
// Dialer checks it when it connects.
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

// publicName reports whether a host is a domain name with a dot, not an IP address. A
// host whose last part is a number is rejected, because some resolvers read it as an
// address.
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

// notPublic are special-purpose networks that package netip has no method for; see the
// registries of RFC 6890.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // "this network" (RFC 791)
	netip.MustParsePrefix("100.64.0.0/10"),   // shared address space between a provider and its customers (RFC 6598)
	netip.MustParsePrefix("192.0.0.0/24"),    // IETF protocol assignments
	netip.MustParsePrefix("192.0.2.0/24"),    // examples in documentation
	netip.MustParsePrefix("192.88.99.0/24"),  // 6to4 relays
	netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks
	netip.MustParsePrefix("198.51.100.0/24"), // examples in documentation
	netip.MustParsePrefix("203.0.113.0/24"),  // examples in documentation
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved addresses, and the broadcast address
}

// global is the part of the IPv6 address space that is routed on the internet. inGlobal lists the
// networks inside global that are not routed, or whose addresses lead to an IPv4 address.
var (
	global   = netip.MustParsePrefix("2000::/3")
	inGlobal = []netip.Prefix{
		netip.MustParsePrefix("2001::/23"),     // IETF protocol assignments, including Teredo
		netip.MustParsePrefix("2001:db8::/32"), // examples in documentation
		netip.MustParsePrefix("2002::/16"),     // 6to4, which leads to an IPv4 address
		netip.MustParsePrefix("3fff::/20"),     // examples in documentation
	}
)

// Public reports whether an address belongs to a machine on the internet, not to this
// machine, its network or its provider. IPv6 addresses that represent IPv4 addresses
// (mapped, NAT64, 6to4) are not public.
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

// ErrNotPublic means that a name resolved to an address that must not be dialled.
var ErrNotPublic = errors.New("dial: the address is not on the internet, or the port is not 443")

// allows reports whether the policy permits a connection to an address with a port.
func (p Policy) allows(address string) bool {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return false
	}
	in := func(n netip.Prefix) bool { return n.Contains(at.Addr()) }
	return Public(at.Addr()) && at.Port() == 443 || slices.ContainsFunc(p.Also, in)
}

// Dialer returns a function that dials allowed addresses only. It checks the address on the
// connecting socket, after the name was resolved. So a name cannot pass the check with one address
// and connect to another address (DNS rebinding).
func (p Policy) Dialer() func(ctx context.Context, network, address string) (net.Conn, error) {
	d := &net.Dialer{Timeout: dialWithin, Resolver: p.Resolver, Control: func(_, address string, _ syscall.RawConn) error {
		if !p.allows(address) {
			return ErrNotPublic
		}
		return nil
	}}
	return d.DialContext
}

// Transport returns a transport that ignores proxies: a proxy would make the connection
// itself and so bypass the check.
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

// Send sends a request. It returns the status of the response, and the time to wait before another
// request. This time is from the response header Retry-After, but at most the duration in the
// parameter most. It is 0 if the header is missing.
func Send(c *http.Client, r *http.Request, most time.Duration) (status int, wait time.Duration, err error) {
	answer, err := c.Do(r)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer) // read the rest of the body, so that the connection can be reused
	if seconds, bad := strconv.Atoi(answer.Header.Get("Retry-After")); bad == nil && seconds > 0 {
		wait = time.Duration(min(seconds, int(most.Seconds()))) * time.Second
	}
	return answer.StatusCode, wait, nil
}
