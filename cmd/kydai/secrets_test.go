package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"flag"
	"io"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kydai/internal/bus/natsbus"
)

// TestSecretsFromFiles checks that every secret can be read from a file whose name is given by a
// flag or an environment variable. Two sources for the same secret are an error.
func TestSecretsFromFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte("postgres://open-sesame\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, get := range map[string]func(*serving) string{
		"database":         func(s *serving) string { return s.database },
		"database-replica": func(s *serving) string { return s.use.Replica },
		"worker-token":     func(s *serving) string { return s.token },
		"node-token":       func(s *serving) string { return s.nodeToken },
		"nats-password":    func(s *serving) string { return s.natsPass },
		"nats":             func(s *serving) string { return s.nats.String() },
	} {
		parse := func(args ...string) (*serving, *flag.FlagSet, error) {
			s := &serving{}
			fs := flag.NewFlagSet("serve", flag.ContinueOnError)
			fs.SetOutput(io.Discard)
			s.bind(fs)
			err := fs.Parse(args)
			return s, fs, err
		}
		if s, _, err := parse("--"+name+"-file", file); err != nil || get(s) != "postgres://open-sesame" {
			t.Errorf("%s by a flag: %q, %v", name, get(s), err)
		}
		s, fs, _ := parse()
		variable := "KYDAI_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_")) + "_FILE"
		if err := fromEnvironment(fs, "serve", func(n string) (string, bool) { return file, n == variable }); err != nil || get(s) != "postgres://open-sesame" {
			t.Errorf("%s by %s: %q, %v", name, variable, get(s), err)
		}
		if _, _, err := parse("--"+name, "x", "--"+name+"-file", file); err == nil {
			t.Errorf("%s is taken from two places", name)
		}
		if _, _, err := parse("--"+name+"-file", file+".not"); err == nil {
			t.Errorf("%s: a file that is not there is no error", name)
		}
	}
}

// TestVisibleSecrets checks that visible lists exactly the flags with a secret on the
// command line.
func TestVisibleSecrets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte("nats://u:p@h, nats://u:p@i\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"": "", "--database postgres://kydai@db/kydai": "", "--nats nats://n1,nats://n2": "", "--key-file x": "", "--nats-file " + file: "",
		"--database postgres://kydai:p@db/kydai": "database", "--nats nats://n1,nats://u:p@n2": "nats", "--nats nats://token@n1": "nats",
		"--worker-token abc --node-token def": "node-token worker-token", "--nats-password x": "nats-password",
	} {
		fs := flag.NewFlagSet("serve", flag.ContinueOnError)
		(&serving{}).bind(fs)
		if err := fs.Parse(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(visible(fs), " "); got != want {
			t.Errorf("%q: %q", args, got)
		}
	}
}

// certificate writes a self-signed certificate for 127.0.0.1 and its key to files and returns their
// paths.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert"), filepath.Join(dir, "key")
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "EC PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestBusOverTLS checks that a worker with a certificate that the server trusts connects to the
// server's message bus over TLS. A worker without a certificate must be refused.
func TestBusOverTLS(t *testing.T) {
	cert, key := certificate(t)
	const token = "a token of many letters"
	s := &serving{natsListen: "127.0.0.1:0"}
	s.token, s.tls = token, natsTLS{ca: cert, cert: cert, key: key}
	server, err := s.openBus(slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	for _, c := range []struct {
		name string
		tls  natsTLS
		ok   bool
	}{
		{"with a certificate", natsTLS{ca: cert, cert: cert, key: key}, true},
		{"without one", natsTLS{ca: cert}, false},
		{"without TLS", natsTLS{}, false},
	} {
		w := &wire{nats: listFlag{"nats://" + server.Addr().String()}, natsUser: natsbus.WorkerUser, natsPass: token, tls: c.tls}
		o, err := w.options("test")
		if err != nil {
			t.Fatal(err)
		}
		b, err := natsbus.Connect(o)
		if err != nil {
			if c.ok {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		wait := time.Second
		if c.ok {
			wait = 10 * time.Second
		}
		for deadline := time.Now().Add(wait); !b.Connected() && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond)
		}
		if b.Connected() != c.ok {
			t.Errorf("%s it is connected: %v", c.name, b.Connected())
		}
		b.Close()
	}
	if _, err := (&natsTLS{cert: cert}).config(); err == nil {
		t.Error("a certificate without its key is taken")
	}
	if _, err := (&natsTLS{ca: cert}).server(); err == nil {
		t.Error("a server without a certificate is taken")
	}
}
