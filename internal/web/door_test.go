package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/internal/web"
)

// behindProxy changes the options so that the server trusts this machine as a proxy. A test can
// then send requests that seem to come from any IP address.
func behindProxy(o *web.Options) {
	o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	o.UI = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("page")) })
}

// from sends a request that appears to come from an IP address.
func from(t *testing.T, s *site, method, path, address string, header ...string) *http.Response {
	t.Helper()
	return raw(t, s, method, path, append([]string{"X-Forwarded-For", address}, header...)...)
}

// countingStore is a store that counts the lookups of tokens.
type countingStore struct {
	play.Store
	lookups atomic.Int32
}

func (c *countingStore) FindToken(ctx context.Context, hash [32]byte) (play.Token, error) {
	c.lookups.Add(1)
	return c.Store.FindToken(ctx, hash)
}

// TestEveryRouteIsLimited requests all operations of the OpenAPI document and all other routes.
// After too many requests from one address, each must be refused before the database is used. The
// refusal must say when to try again.
func TestEveryRouteIsLimited(t *testing.T) {
	const burst = 3
	few := web.Rate{Second: 0.01, Burst: burst}
	db, b := newGround(t)
	store := &countingStore{Store: db}
	s := newNode(t, store, b, behindProxy, func(o *web.Options) { o.Limits.Requests, o.Limits.Pages, o.Limits.Probes = few, few, few })
	type route struct{ method, path string }
	var routes []route
	doc, err := web.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var parsed struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(doc, &parsed); err != nil {
		t.Fatal(err)
	}
	for path, methods := range parsed.Paths {
		for method := range methods {
			routes = append(routes, route{strings.ToUpper(method), strings.ReplaceAll(path, "{id}", "x")})
		}
	}
	if len(routes) < 20 {
		t.Fatalf("the document has %d operations only", len(routes))
	}
	for _, path := range []string{
		"/", "/play/chess", "/assets/x.wasm", "/nothing", "/embed/x", "/healthz", "/readyz",
		"/api/", "/api/nothing", "/api/socket", "/api/docs", "/api/openapi.json", "/api/openapi.yaml",
	} {
		routes = append(routes, route{http.MethodGet, path}, route{http.MethodHead, path})
	}
	for i, route := range routes {
		for _, token := range []string{"", "Bearer kydai_" + strings.Repeat("A", 43)} {
			address := fmt.Sprintf("10.%d.0.%d", len(token), i)
			store.lookups.Store(0)
			for n := range 2 * burst {
				resp := from(t, s, route.method, route.path, address, "Authorization", token, "Connection", "close")
				if n < burst && resp.StatusCode == http.StatusTooManyRequests || n >= burst && resp.StatusCode != http.StatusTooManyRequests {
					t.Fatalf("%s %s: request %d is answered with %d", route.method, route.path, n+1, resp.StatusCode)
				}
				if n < burst {
					continue
				}
				if after := resp.Header.Get("Retry-After"); after == "" || after == "0" {
					t.Errorf("%s %s: Retry-After is %q", route.method, route.path, after)
				}
				if limit, policy := resp.Header.Get("RateLimit"), resp.Header.Get("RateLimit-Policy"); !strings.Contains(limit, ";r=0;t=") || !strings.Contains(policy, fmt.Sprintf(";q=%d;w=300", burst)) {
					t.Errorf("%s %s: RateLimit %q, policy %q", route.method, route.path, limit, policy)
				}
			}
			if n := store.lookups.Load(); n > burst {
				t.Errorf("%s %s: %d tokens were looked up; the limit is %d", route.method, route.path, n, burst)
			}
		}
	}
}

// TestSharedAddress checks that each player has the normal limit. All players at one IP address
// together must have this limit multiplied by Sharing.
func TestSharedAddress(t *testing.T) {
	s := newSite(t, behindProxy, func(o *web.Options) {
		o.Limits.Requests, o.Limits.Sharing = web.Rate{Second: 0.001, Burst: 4}, 3
	})
	const school = "10.1.1.1"
	passed := func(cookie string) (n int) {
		for from(t, s, http.MethodGet, "/api/games", school, "Cookie", cookie).StatusCode == http.StatusOK {
			n++
		}
		return n
	}
	cookies := make([]string, 4)
	for i := range cookies { // other addresses create the guests, so that the tested address has not used its limit
		cookies[i] = from(t, s, http.MethodGet, "/api/me", fmt.Sprint("10.2.2.", i)).Cookies()[0].String()
	}
	var got []int
	for _, c := range cookies {
		got = append(got, passed(c))
	}
	if got[0] != 4 || got[1] != 4 || got[0]+got[1]+got[2]+got[3] != 12 {
		t.Errorf("four players of one address passed %v times; want 4 each and 12 in all", got)
	}
}

// TestNetworksOfIPv6 checks the limits of IPv6 networks. All addresses of a /64 network share the
// limit of one address. All /64 networks of a customer, who has one /48 network, together have four
// times this limit.
func TestNetworksOfIPv6(t *testing.T) {
	s := newSite(t, behindProxy, func(o *web.Options) { o.Limits.Requests = web.Rate{Second: 0.001, Burst: 5} })
	count := func(format string) (passed int) {
		for i := range 24 {
			if from(t, s, http.MethodGet, "/api/games", fmt.Sprintf(format, i)).StatusCode == http.StatusOK {
				passed++
			}
		}
		return passed
	}
	if n := count("2001:db8:1:1::%x"); n != 5 {
		t.Errorf("24 addresses of one network of 64 bits passed %d times; want 5", n)
	}
	if n := count("2001:db8:2:%x::1"); n != 20 {
		t.Errorf("24 networks of one customer passed %d times; want 20", n)
	}
	if n := count("10.5.5.%d"); n != 24 {
		t.Errorf("24 addresses of IPv4 passed %d times", n)
	}
}

// TestForwardedWithPort checks that a forwarded address with a port is recognised as that address
// and not replaced by the address of the proxy.
func TestForwardedWithPort(t *testing.T) {
	s := newSite(t, behindProxy, func(o *web.Options) { o.Limits.Requests = web.Rate{Second: 0.001, Burst: 2} })
	for _, c := range []struct {
		address string
		passes  bool
	}{
		{"10.0.0.1:4711", true}, {"10.0.0.1:4712", true}, {"10.0.0.1", false}, {"10.0.0.2:80", true},
		{"[2001:db8::1]:443", true}, {"[2001:db8::2]", true}, {"2001:db8::3", false},
	} {
		if got := from(t, s, http.MethodGet, "/api/games", c.address).StatusCode == http.StatusOK; got != c.passes {
			t.Errorf("%s passes: %v; want %v", c.address, got, c.passes)
		}
	}
}

// openServer starts an HTTP server for a site. It counts the server's connections in the same way
// as cmd/kydai does.
func openServer(t *testing.T, s *site) *httptest.Server {
	server := httptest.NewUnstartedServer(s.web)
	server.Config.ConnState = s.web.ConnState
	server.Start()
	t.Cleanup(server.Close)
	return server
}

// TestOpenConnections checks the limits on the number of TCP connections per address and in total.
// WebSockets are counted separately.
func TestOpenConnections(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*web.Options)
		want   int
	}{
		{"of an address", func(o *web.Options) { o.Limits.Open = 5 }, 5},
		{"of an address that is shared", func(o *web.Options) { o.Limits.Open, o.Limits.Sharing = 5, 2 }, 10},
		{"of all", func(o *web.Options) { o.Limits.AllOpen = 7 }, 7},
		{"of a proxy", func(o *web.Options) { behindProxy(o); o.Limits.Open = 2; o.Limits.AllOpen = 9 }, 9},
	} {
		server := openServer(t, newSite(t, c.change))
		var open []net.Conn
		for range 20 {
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close() })
			if alive(conn) {
				open = append(open, conn)
			}
		}
		if len(open) != c.want {
			t.Errorf("%s: %d connections are open; want %d", c.name, len(open), c.want)
		}
		_ = open[0].Close()
		for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			ok := alive(conn)
			_ = conn.Close()
			if ok {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: the place of a connection that has gone is not free", c.name)
			}
		}
	}
}

// alive sends a request over a connection and reports whether the server responds.
func alive(c net.Conn) bool {
	_, _ = c.Write([]byte("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"))
	_ = c.SetReadDeadline(time.Now().Add(patience))
	n, err := c.Read(make([]byte, 512))
	return err == nil && n > 0
}

// TestWriteProgress checks that the connection is closed if the client does not read a response. If
// the client reads the response slowly, the connection must stay open.
func TestWriteProgress(t *testing.T) {
	const size = 32 << 20
	const step = 300 * time.Millisecond
	s := newSite(t, func(o *web.Options) {
		o.WriteProgress = step
		o.UI = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, size)) })
	})
	read := func(pause time.Duration, piece int) (n int) {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.http.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close() //nolint:errcheck // an error of Close does not matter in this test
		_, _ = c.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
		room := make([]byte, piece)
		for {
			time.Sleep(pause)
			pause = min(pause, step/10)
			m, err := io.ReadFull(c, room)
			if n += m; err != nil {
				return n
			}
		}
	}
	if n := read(5*step, 1<<20); n >= size {
		t.Errorf("who did not read for %v got all %d bytes", 5*step, n)
	}
	// If this machine pauses the test for longer than step, the server wrongly concludes that the
	// client does not read. So the test makes several attempts.
	n := 0
	for range 6 {
		if n = read(step/10, 1<<20); n >= size {
			break
		}
	}
	if n < size {
		t.Errorf("who reads slowly got %d of %d bytes", n, size)
	}
}

// TestFramesOfNoMessage checks that pings, pongs and empty fragments count towards the rate limits
// of a socket.
func TestFramesOfNoMessage(t *testing.T) {
	for _, c := range []struct {
		name  string
		frame []byte // frame bytes; the WebSocket mask is zero
	}{
		{"pings", []byte{0x89, 0x80, 0, 0, 0, 0}},
		{"pongs", []byte{0x8a, 0x80, 0, 0, 0, 0}},
		{"empty fragments", []byte{0x00, 0x80, 0, 0, 0, 0}},
	} {
		s := newSite(t, func(o *web.Options) {
			o.Limits.Controls = web.Rate{Second: 1, Burst: 20}
			o.Limits.Bytes = web.Rate{Second: 100, Burst: 20_000}
		})
		g := s.guest()
		conn := g.connect()
		if c.name == "empty fragments" {
			if _, err := conn.c.NetConn().Write([]byte{0x01, 0x80, 0, 0, 0, 0}); err != nil {
				t.Fatal(err)
			}
		}
		go func() {
			for range 100_000 {
				if _, err := conn.c.NetConn().Write(c.frame); err != nil {
					return
				}
			}
		}()
		conn.closed() // any close code is accepted, because the code can be lost with unread data
		if s.metric("kydai_dropped_total", "flood") != 1 {
			t.Errorf("%s are no flood", c.name)
		}
	}
}

// TestRefusalsAreSlow checks that after many refusals each further refusal is delayed, so that
// refusals do not cost more CPU time than normal responses.
func TestRefusalsAreSlow(t *testing.T) {
	s := newSite(t, behindProxy, func(o *web.Options) { o.Limits.Requests = web.Rate{Second: 0.001, Burst: 1} })
	began := time.Now()
	for range 21 {
		from(t, s, http.MethodGet, "/api/games", "10.9.9.9")
	}
	quick := time.Since(began)
	began = time.Now()
	for range 2 {
		if got := from(t, s, http.MethodGet, "/api/games", "10.9.9.9").StatusCode; got != http.StatusTooManyRequests {
			t.Fatalf("it is answered with %d", got)
		}
	}
	if slow := time.Since(began); slow < 1900*time.Millisecond {
		t.Errorf("two refusals after 20 took %v (the first 21 requests %v)", slow, quick)
	}
	began = time.Now()
	if got := from(t, s, http.MethodGet, "/api/games", "10.9.9.8").StatusCode; got != http.StatusOK {
		t.Errorf("another address is answered with %d after %v", got, time.Since(began))
	}
}

// TestDialsAreCounted checks that connections which a client opens one after the other also count
// towards the limit on new connections.
func TestDialsAreCounted(t *testing.T) {
	server := openServer(t, newSite(t, func(o *web.Options) { o.Limits.Dials = web.Rate{Second: 0.001, Burst: 7} }))
	passed := 0
	for range 12 {
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if alive(c) {
			passed++
		}
		_ = c.Close()
	}
	if passed != 7 {
		t.Errorf("%d of 12 connections were served; want 7", passed)
	}
}
