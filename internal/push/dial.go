package push

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// Limits of one request.
const (
	maxEndpoint = 1000 // bytes of an address
	dialWithin  = 5 * time.Second
	sendWithin  = 10 * time.Second
	maxHeader   = 16 << 10
	maxAnswer   = 4 << 10
	httpsPort   = "443"
)

// checkEndpoint refuses an address that no push service has.
func checkEndpoint(text string) error {
	u, err := url.Parse(text)
	if err != nil || len(text) > maxEndpoint || u.Scheme != "https" || u.Opaque != "" || u.User != nil || u.Fragment != "" {
		return errEndpoint
	}
	if u.Port() != "" && u.Port() != httpsPort || strings.HasSuffix(u.Host, ":") || !publicName(u.Hostname()) {
		return errEndpoint
	}
	return nil
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
var ErrNotPublic = errors.New("push: the address is not on the internet, or the port is not 443")

// Dialer returns a function that dials public addresses at port 443 only. The
// address is checked after the name was resolved, on the socket that is
// connected, so that a name cannot have another address a moment later. A nil
// resolver is the system's.
func Dialer(r *net.Resolver) func(ctx context.Context, network, address string) (net.Conn, error) {
	d := &net.Dialer{Timeout: dialWithin, Resolver: r, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || !Public(at.Addr()) || at.Port() != 443 {
			return ErrNotPublic
		}
		return nil
	}}
	return d.DialContext
}

// NewTransport returns a transport that asks no proxy, because a proxy would dial
// for us.
func NewTransport(dial func(ctx context.Context, network, address string) (net.Conn, error)) *http.Transport {
	return &http.Transport{
		DialContext: dial, ForceAttemptHTTP2: true, DisableCompression: true,
		TLSHandshakeTimeout: dialWithin, ResponseHeaderTimeout: sendWithin, MaxResponseHeaderBytes: maxHeader,
		MaxIdleConns: 20, MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute,
	}
}

// newClient returns a client that follows no redirects and keeps no cookies.
func newClient(t http.RoundTripper) *http.Client {
	return &http.Client{Transport: t, Timeout: sendWithin, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}
