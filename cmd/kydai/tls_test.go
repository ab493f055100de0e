package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"kydai/internal/certs"
	"kydai/internal/store"
	"kydai/test/servers"
)

// authority is a certificate authority for tests: the program pebble by Let's Encrypt. To check
// that a server owns a domain, pebble always connects to this machine: to httpPort for the HTTP
// challenge, to tlsPort for the TLS challenge.
type authority struct {
	directory, roots  string // directory: URL of the authority's ACME directory; roots: file to verify its certificate
	httpPort, tlsPort int
	management        string
}

// newAuthority starts pebble. If pebble is not installed, the test is skipped.
func newAuthority(t *testing.T) *authority {
	t.Helper()
	program, err := exec.LookPath("pebble")
	if err != nil {
		t.Skip("there is no pebble: go install github.com/letsencrypt/pebble/v2/cmd/pebble@latest")
	}
	cert, key := certificate(t)
	a := &authority{roots: cert, httpPort: freePort(t), tlsPort: freePort(t)}
	api, management := "127.0.0.1:"+strconv.Itoa(freePort(t)), "127.0.0.1:"+strconv.Itoa(freePort(t))
	a.directory, a.management = "https://"+api+"/dir", "https://"+management
	text, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": api, "managementListenAddress": management, "certificate": cert, "privateKey": key, "httpPort": a.httpPort, "tlsPort": a.tlsPort,
		"profiles": map[string]any{"default": map[string]any{"description": "as usual", "validityPeriod": 7776000}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "pebble.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "-config", file, "-dnsserver", startNames(t))
	cmd.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_AUTHZREUSE=0")
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(log.String())
		}
	})
	within(t, "pebble is up", func() bool {
		c, err := net.Dial("tcp", api)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
	return a
}

// pool returns a certificate pool that holds the root certificate of the authority.
func (a *authority) pool(t *testing.T) *x509.CertPool {
	t.Helper()
	text, err := os.ReadFile(a.roots)
	if err != nil {
		t.Fatal(err)
	}
	own := x509.NewCertPool()
	own.AppendCertsFromPEM(text)
	c := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: own}}}
	r, err := c.Get(a.management + "/roots/0")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close() //nolint:errcheck // it was read
	text, err = io.ReadAll(r.Body)
	pool := x509.NewCertPool()
	if err != nil || !pool.AppendCertsFromPEM(text) {
		t.Fatalf("%v: %s", err, text)
	}
	return pool
}

// startNames runs a DNS server that resolves every name to this machine.
func startNames(t *testing.T) string {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	go func() {
		packet := make([]byte, 512)
		for {
			n, from, err := c.ReadFrom(packet)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(packet[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			q := m.Questions[0]
			m.Response, m.Additionals = true, nil
			if q.Type == dnsmessage.TypeA {
				m.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 1}, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
				}}
			}
			if answer, err := m.Pack(); err == nil {
				_, _ = c.WriteTo(answer, from)
			}
		}
	}()
	return c.LocalAddr().String()
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // the listener was only opened to find a free port, so an error of Close has no effect
	return l.Addr().(*net.TCPAddr).Port
}

func within(t *testing.T, what string, f func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !f(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within 30 s: %s", what)
		}
	}
}

const testDomain = "chess.example"

// TestChallengeByAnotherNode checks that if one node requests a certificate, another node can
// answer the challenge over TLS or HTTP. Both nodes must get the certificate.
func TestChallengeByAnotherNode(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		for _, kind := range []string{"tls-alpn-01", "http-01"} {
			t.Run(database+" "+kind, func(t *testing.T) {
				ca := newAuthority(t)
				open := sharedStore(t, database)
				source := func() *certs.ACME {
					a, err := certs.NewACME(certs.ACMEOptions{
						Domains: []string{testDomain}, Directory: ca.directory, Roots: rootsOf(t, ca.roots), Store: open(),
						Keys: [][]byte{bytes.Repeat([]byte{7}, keySize)}, Log: slog.New(slog.DiscardHandler), Pause: 100 * time.Millisecond,
					})
					if err != nil {
						t.Fatal(err)
					}
					return a
				}
				asks, answers := source(), source()
				if kind == "http-01" {
					asks.HTTP(http.NotFoundHandler()) // the call of HTTP tells this node that HTTP challenges can be answered
					serveOn(t, ca.httpPort, &http.Server{Handler: answers.HTTP(http.NotFoundHandler()), ReadHeaderTimeout: time.Second})
				} else {
					serveOn(t, ca.tlsPort, &http.Server{TLSConfig: answers.Config(), ReadHeaderTimeout: time.Second})
				}
				go asks.Run(t.Context())
				within(t, "the node that asks has the certificate", func() bool { return !asks.NotAfter().IsZero() })
				go answers.Run(t.Context())
				within(t, "the other one has it too", func() bool { return !answers.NotAfter().IsZero() })
				if !asks.NotAfter().Equal(answers.NotAfter()) {
					t.Errorf("they have two certificates, until %v and %v", asks.NotAfter(), answers.NotAfter())
				}
			})
		}
	}
}

// sharedStore returns a function that opens one database. Each call opens the same database again,
// as each node of a cluster does.
func sharedStore(t *testing.T, database string) func() *store.Store {
	t.Helper()
	p := place{data: t.TempDir(), use: store.Options{NoTasks: true, Connections: store.MinConnections}}
	if database == "postgres" {
		p.database = ownSchema(t)
	}
	return func() *store.Store {
		s, err := p.open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
}

func rootsOf(t *testing.T, file string) *x509.CertPool {
	t.Helper()
	text, err := os.ReadFile(file)
	pool := x509.NewCertPool()
	if err != nil || !pool.AppendCertsFromPEM(text) {
		t.Fatalf("%s: %v", file, err)
	}
	return pool
}

func serveOn(t *testing.T, port int, s *http.Server) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		t.Fatal(err)
	}
	failed := make(chan error, 1)
	go serveHTTP(s, l, failed)
	t.Cleanup(func() { _ = s.Close() })
}

// TestServeDomain checks that a server with a domain gets its certificate automatically, keeps the
// certificate after a restart, and redirects plain HTTP to HTTPS.
func TestServeDomain(t *testing.T) {
	ca := newAuthority(t)
	data := t.TempDir()
	at := "127.0.0.1:" + strconv.Itoa(ca.tlsPort)
	flags := []string{
		"--domain", "Chess.Example", "--acme-directory", ca.directory, "--acme-ca", ca.roots,
		"--listen", at, "--listen-http", "127.0.0.1:" + strconv.Itoa(ca.httpPort),
	}
	url, stop := startServer(t, data, flags...)
	if want := "https://" + testDomain + ":" + strconv.Itoa(ca.tlsPort); url != want {
		t.Errorf("it says %s, not %s", url, want)
	}
	c := &http.Client{
		Transport: &http.Transport{
			ForceAttemptHTTP2: true,
			DialContext:       dialAlways(at),
			TLSClientConfig:   &tls.Config{RootCAs: ca.pool(t)},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	var serial string
	ask := func(url string) *http.Response {
		r, err := c.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		return r
	}
	within(t, "https works", func() bool {
		r, err := c.Get(url + "/api/games")
		if err != nil {
			return false
		}
		_ = r.Body.Close()
		if r.StatusCode != http.StatusOK || r.Header.Get("Strict-Transport-Security") == "" || r.ProtoMajor != 2 {
			t.Errorf("%s, %v", r.Status, r.Header)
		}
		serial = r.TLS.PeerCertificates[0].SerialNumber.String()
		return true
	})
	plain := *c
	plain.Transport = &http.Transport{DialContext: dialAlways("127.0.0.1:" + strconv.Itoa(ca.httpPort))}
	for path, want := range map[string]int{"/g/abc?x=1": http.StatusTemporaryRedirect, "/healthz": http.StatusOK, "/api/games": http.StatusForbidden} {
		r, err := plain.Get("http://" + testDomain + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if r.StatusCode != want || want == http.StatusTemporaryRedirect && r.Header.Get("Location") != url+path {
			t.Errorf("%s by plain HTTP: %s to %s", path, r.Status, r.Header.Get("Location"))
		}
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	c.CloseIdleConnections()
	startServer(t, data, flags...)
	within(t, "the certificate is there again", func() bool {
		r, err := c.Get(url + "/healthz")
		if err == nil {
			_ = r.Body.Close()
		}
		return err == nil
	})
	if again := ask(url + "/healthz").TLS.PeerCertificates[0].SerialNumber.String(); again != serial {
		t.Error("after a restart it is another certificate")
	}
}

// TestTLSFlags checks that flags that contradict each other are rejected.
func TestTLSFlags(t *testing.T) {
	cert, key := certificate(t)
	for args, want := range map[string]string{
		"--domain chess.example":                                     "",
		"--domain chess.example,www.chess.example":                   "",
		"--domain cờ.example":                                        "",
		"--domain localhost":                                         "domain name",
		"--domain 10.0.0.1":                                          "domain name",
		"--domain *.example.org":                                     "domain name",
		"--domain chess.example:443":                                 "domain name",
		"--domain chess.example --tls-cert a --tls-key b":            "either",
		"--tls-cert a":                                               "together",
		"--tls-key a":                                                "together",
		"--acme-email a@chess.example":                               "need --domain",
		"--domain chess.example --acme-directory http://pebble":      "https://",
		"--tls-local":                                                "",
		"--tls-local --domain chess.example":                         "either",
		"--tls-local --listen-http none":                             "needs",
		"--listen-http :80":                                          "https",
		"--tls-cert " + cert + " --tls-key " + key:                   "",
		"--tls-cert " + cert + " --tls-key " + key + " --listen :99": "",
	} {
		s := parseServing(t, strings.Fields(args)...)
		err := s.check()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	s := parseServing(t, "--domain", "Chess.Example")
	if err := s.check(); err != nil {
		t.Fatal(err)
	}
	s.addresses()
	if s.listen != ":443" || s.https.plain != ":80" || s.publicURL != "https://chess.example" || len(s.hosts) != 1 || s.hosts[0] != "chess.example" {
		t.Errorf("a domain gives %q, %q, %q, %q", s.listen, s.https.plain, s.publicURL, s.hosts)
	}
}

// TestServeFiles checks that a server uses the certificate and key from two files.
func TestServeFiles(t *testing.T) {
	cert, key := certificate(t)
	admin := servers.FreeAddress(t)
	url, _ := startServer(t, t.TempDir(), "--tls-cert", cert, "--tls-key", key, "--listen-http", "127.0.0.1:0", "--admin", admin)
	c := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: rootsOf(t, cert)}}}
	r, err := c.Get(url + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	if r.Header.Get("Strict-Transport-Security") != "" {
		t.Error("an address is promised to have https for a year")
	}
	m, err := http.Get("http://" + admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer m.Body.Close() //nolint:errcheck // it was read
	text, _ := io.ReadAll(m.Body)
	found := regexp.MustCompile(`(?m)^kydai_certificate_expiry_timestamp_seconds (\S+)$`).FindSubmatch(text)
	if found == nil {
		t.Fatal("no metric tells when the certificate expires")
	}
	if at, err := strconv.ParseFloat(string(found[1]), 64); err != nil || time.Until(time.Unix(int64(at), 0)) < 30*time.Minute || time.Until(time.Unix(int64(at), 0)) > 2*time.Hour {
		t.Errorf("the certificate of an hour expires at %s", found[1])
	}
}

// TestServeLocal checks that a device can download the certificate of the local certificate
// authority over plain HTTP, and that the device can use HTTPS once it trusts that certificate.
func TestServeLocal(t *testing.T) {
	data := t.TempDir()
	plain := "127.0.0.1:" + strconv.Itoa(freePort(t))
	url, _ := startServer(t, data, "--tls-local", "--listen-http", plain)
	get := func(c *http.Client, url string) (*http.Response, []byte) {
		t.Helper()
		r, err := c.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close() //nolint:errcheck // it was read
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r, body
	}
	stranger := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	_, der := get(stranger, "http://"+plain+"/room/kydai.crt")
	root, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(root)
	device := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	if r, _ := get(device, url+"/api/games"); r.StatusCode != http.StatusOK || r.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("%s, %v", r.Status, r.Header)
	}
	if r, _ := get(stranger, "http://"+plain+"/watch"); r.Header.Get("Location") != url+"/watch" {
		t.Errorf("plain HTTP is led to %s", r.Header.Get("Location"))
	}
	if _, err := stranger.Get(url); err == nil {
		t.Error("who does not trust the authority is let in")
	}
	if r, page := get(stranger, "http://"+plain+"/room/trust"); r.StatusCode != http.StatusOK || !bytes.Contains(page, []byte("/room/kydai.crt")) {
		t.Errorf("%s: %s", r.Status, page)
	}
}

// TestForRoom checks that only a server that is meant for its local network shows its addresses and
// announces its name.
func TestForRoom(t *testing.T) {
	for args, want := range map[string]bool{
		"": true, "--listen 0.0.0.0:80": true, "--listen 192.168.1.5:80": true, "--tls-local": true, "--tls-cert a --tls-key b": true,
		"--room=false": false, "--listen 127.0.0.1:80": false, "--listen localhost:80": false, "--domain chess.example": false,
		"--database postgres://db/x": false, "--public-url https://chess.example": false, "--proxy 10.0.0.1": false,
	} {
		s := parseServing(t, strings.Fields(args)...)
		s.addresses()
		if got := s.forRoom(); got != want {
			t.Errorf("%q: %v", args, got)
		}
	}
}
