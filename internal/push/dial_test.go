package push_test

import (
	"context"
	"encoding/binary"
	"errors"
	"net"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"kydai/internal/push"
)

// TestPublic: only machines on the internet are dialled.
func TestPublic(t *testing.T) {
	for _, text := range []string{
		"127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", // metadata of clouds
		"100.64.0.1", "100.127.255.255", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "192.88.99.1",
		"224.0.0.1", "239.1.2.3", "240.0.0.1", "255.255.255.255",
		"::", "::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "ff0e::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:10.0.0.1", "::8.8.8.8",
		"64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "5f00::1",
	} {
		if a := netip.MustParseAddr(text); push.Public(a) {
			t.Errorf("%s counts as public", text)
		}
	}
	for _, text := range []string{"8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "142.250.74.42", "2607:f8b0:4004:c07::5f", "2a00:1450:4001:830::200a"} {
		if a := netip.MustParseAddr(text); !push.Public(a) {
			t.Errorf("%s does not count as public", text)
		}
	}
	if push.Public(netip.Addr{}) {
		t.Error("no address counts as public")
	}
}

// names is a DNS server that answers every question for an IPv4 address with the
// next of a list, and then always with the last.
func names(t *testing.T, addresses ...string) (*net.Resolver, *atomic.Int32) {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	asked := new(atomic.Int32)
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			q := buf[:n]
			end := 12
			for q[end] != 0 {
				end += int(q[end]) + 1
			}
			end += 5 // the last label, type and class
			kind := binary.BigEndian.Uint16(q[end-4:])
			a := append([]byte{q[0], q[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, q[12:end]...)
			if kind == 1 {
				i := min(int(asked.Add(1)), len(addresses)) - 1
				a[7] = 1
				a = append(a, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4) // the same name, A, IN, TTL 0, 4 bytes
				a = append(a, netip.MustParseAddr(addresses[i]).AsSlice()...)
			}
			_, _ = conn.WriteTo(a, from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}, asked
}

// TestRebinding: a name that had a public address a moment ago and leads to this
// machine now is not dialled.
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
	r, asked := names(t, "8.8.8.8", "127.0.0.1")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	before, err := r.LookupNetIP(ctx, "ip4", "push.example.org")
	if err != nil || len(before) != 1 || !push.Public(before[0]) {
		t.Fatalf("the name is %v at first, %v", before, err)
	}
	for _, p := range []string{port, "443"} {
		conn, err := push.Dialer(r)(ctx, "tcp", net.JoinHostPort("push.example.org", p))
		if !errors.Is(err, push.ErrNotPublic) {
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
	// The control: without the check the listener is reached.
	c, err := (&net.Dialer{Resolver: r}).DialContext(ctx, "tcp", net.JoinHostPort("push.example.org", port))
	if err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
	<-reached
}

// TestDialOnlyHTTPS: a public machine has other services too.
func TestDialOnlyHTTPS(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // nothing leaves this machine
	for _, at := range []string{"8.8.8.8:25", "8.8.8.8:80", "[2607:f8b0::1]:8443"} {
		if _, err := push.Dialer(nil)(context.WithoutCancel(ctx), "tcp", at); !errors.Is(err, push.ErrNotPublic) {
			t.Errorf("%s: %v", at, err)
		}
	}
	if _, err := push.Dialer(nil)(ctx, "tcp", "8.8.8.8:443"); errors.Is(err, push.ErrNotPublic) {
		t.Errorf("port 443: %v", err)
	}
}
