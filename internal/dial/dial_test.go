package dial_test

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"kydai/internal/dial"
	"kydai/internal/dial/dialtest"
)

// TestPublic checks that only addresses of machines on the internet may be dialled.
func TestPublic(t *testing.T) {
	for _, text := range []string{
		"127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", // the last address is the metadata service of cloud providers
		"100.64.0.1", "100.127.255.255", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "192.88.99.1",
		"224.0.0.1", "239.1.2.3", "240.0.0.1", "255.255.255.255",
		"::", "::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "ff0e::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:10.0.0.1", "::8.8.8.8",
		"64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "5f00::1",
	} {
		if a := netip.MustParseAddr(text); dial.Public(a) {
			t.Errorf("%s counts as public", text)
		}
	}
	for _, text := range []string{"8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "142.250.74.42", "2607:f8b0:4004:c07::5f", "2a00:1450:4001:830::200a"} {
		if a := netip.MustParseAddr(text); !dial.Public(a) {
			t.Errorf("%s does not count as public", text)
		}
	}
	if dial.Public(netip.Addr{}) {
		t.Error("no address counts as public")
	}
}

// TestRebinding checks that the server does not connect to a name that first resolves to a public
// address and then to this machine (DNS rebinding).
func TestRebinding(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	reached := make(chan struct{}, 10)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_ = c.Close()
			reached <- struct{}{}
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	r, asked := dialtest.Names(t, "8.8.8.8", "127.0.0.1")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	before, err := r.LookupNetIP(ctx, "ip4", "push.example.org")
	if err != nil || len(before) != 1 || !dial.Public(before[0]) {
		t.Fatalf("the name is %v at first, %v", before, err)
	}
	for _, p := range []string{port, "443"} {
		conn, err := dial.Policy{Resolver: r}.Dialer()(ctx, "tcp", net.JoinHostPort("push.example.org", p))
		if !errors.Is(err, dial.ErrNotPublic) {
			t.Errorf("port %s: %v, %v", p, conn, err)
		}
	}
	if asked.Load() < 3 {
		t.Errorf("the name was looked up %d times", asked.Load())
	}
	select {
	case <-reached:
		t.Error("a listener of this machine was reached")
	case <-time.After(50 * time.Millisecond):
	}
	// For comparison: without the check, the connection to the listener succeeds.
	c, err := (&net.Dialer{Resolver: r}).DialContext(ctx, "tcp", net.JoinHostPort("push.example.org", port))
	if err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
	<-reached
}

// TestDialOnlyHTTPS checks that only connections to port 443 are allowed, because other ports of a
// public machine belong to other services.
func TestDialOnlyHTTPS(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // the context has ended, so no connection leaves this machine
	internet := dial.Policy{}.Dialer()
	for _, at := range []string{"8.8.8.8:25", "8.8.8.8:80", "[2607:f8b0::1]:8443"} {
		if _, err := internet(context.WithoutCancel(ctx), "tcp", at); !errors.Is(err, dial.ErrNotPublic) {
			t.Errorf("%s: %v", at, err)
		}
	}
	if _, err := internet(ctx, "tcp", "8.8.8.8:443"); errors.Is(err, dial.ErrNotPublic) {
		t.Errorf("port 443: %v", err)
	}
}

// TestAlso checks that networks allowed by the operator may be dialled at any port, and
// that other forms of their addresses are still refused.
func TestAlso(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	p := dial.Policy{Also: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}}
	for at, open := range map[string]bool{
		"127.0.0.1:1": true, "127.9.9.9:1": true, "10.0.0.1:1": false, "169.254.169.254:443": false, "0.0.0.0:1": false,
		"[::1]:1": false, "[64:ff9b::7f00:1]:1": false, "8.8.8.8:1": false, "[fe80::1]:443": false,
	} {
		c, err := p.Dialer()(ctx, "tcp", at)
		if errors.Is(err, dial.ErrNotPublic) == open {
			t.Errorf("%s: %v", at, err)
		}
		if c != nil {
			_ = c.Close()
		}
	}
}

// TestAccepts checks which forms of URLs are accepted.
func TestAccepts(t *testing.T) {
	var internet dial.Policy
	local := dial.Policy{Also: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
	for address, want := range map[string][2]bool{
		"https://example.org/hook?a=b": {true, true}, "https://example.org:443/": {true, true},
		"https://example.org:8443/": {false, true}, "https://127.0.0.1/": {false, true}, "https://[::1]:9/": {false, true}, "https://localhost/": {false, true},
		"https://0x7f.1/": {false, true}, "https://2130706433/": {false, true},
		"http://example.org/": {}, "ftp://example.org": {}, "https://a:b@example.org/": {}, "https://example.org/#x": {}, "https://example.org:/": {},
		"https:example.org": {}, "https://": {}, "https:///x": {}, "": {}, "https://example.org/" + strings.Repeat("a", 1000): {},
	} {
		if got := [2]bool{internet.Accepts(address), local.Accepts(address)}; got != want {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
}
