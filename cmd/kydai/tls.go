package main

import (
	"crypto/x509"
	"flag"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kydai/game"
	"kydai/internal/certs"
	"kydai/internal/room"
)

// siteTLS holds the flags for HTTPS.
type siteTLS struct {
	domains   listFlag
	directory string
	roots     string
	email     string
	cert, key string
	local     bool
	plain     string // address of a second listener, which serves plain HTTP beside HTTPS
}

func (t *siteTLS) bind(fs *flag.FlagSet) {
	fs.Var(&t.domains, "domain", "serve https for this `NAME`, certified by ACME; can be repeated")
	fs.StringVar(&t.directory, "acme-directory", "", "the `URL` of the certificate authority (default: Let's Encrypt)")
	fs.StringVar(&t.roots, "acme-ca", "", "the `FILE` of CA certificates that verify --acme-directory")
	fs.StringVar(&t.email, "acme-email", "", "the `ADDRESS` that the certificate authority may write to")
	fs.StringVar(&t.cert, "tls-cert", "", "serve https with the certificate in `FILE`, also when it changes")
	fs.StringVar(&t.key, "tls-key", "", "the `FILE` of the private key of --tls-cert")
	fs.BoolVar(&t.local, "tls-local", false, "serve https by an authority of its own, without internet")
	fs.StringVar(&t.plain, "listen-http", "", "redirect plain HTTP at `ADDRESS`, or none (:80, or :8080 locally)")
}

// Default addresses of the listeners.
const (
	usualListen = ":8080"
	usualHTTPS  = ":443"
	usualHTTP   = ":80"
	localHTTPS  = ":8443"
	noListener  = "none"
	localFolder = "tls" // folder of the local certificate authority, inside the data folder
)

// on reports whether the server itself serves HTTPS, without a proxy in front.
func (t *siteTLS) on() bool { return len(t.domains) > 0 || t.cert != "" || t.local }

// check returns an error for invalid flags or flags that contradict each other.
func (t *siteTLS) check() error {
	switch {
	case (t.cert == "") != (t.key == ""):
		return usage("serve", "--tls-cert and --tls-key must be set together")
	case len(t.domains) > 0 && t.cert != "" || t.local && (len(t.domains) > 0 || t.cert != ""):
		return usage("serve", "use either --domain, --tls-cert or --tls-local")
	case t.local && t.plain == noListener:
		return usage("serve", "--tls-local needs --listen-http: devices get the certificate there")
	case len(t.domains) == 0 && (t.directory != "" || t.roots != "" || t.email != ""):
		return usage("serve", "--acme-directory, --acme-ca and --acme-email need --domain")
	case !t.on() && t.plain != "":
		return usage("serve", "--listen-http is for a server with https: --domain, --tls-cert or --tls-local")
	}
	for i, name := range t.domains {
		domain, err := certs.Domain(name)
		if err != nil {
			return usage("serve", "--domain %s: %v", name, err)
		}
		t.domains[i] = domain
	}
	if t.directory != "" {
		if u, err := url.Parse(t.directory); err != nil || u.Scheme != "https" || u.Host == "" {
			return usage("serve", "--acme-directory must be a URL that begins with https://")
		}
	}
	return nil
}

// addresses sets the default listen addresses. With --domain it also sets the default host names
// and the default public URL.
func (s *serving) addresses() {
	switch {
	case s.listen != "":
	case s.https.local:
		s.listen = localHTTPS
	case s.https.on():
		s.listen = usualHTTPS
	default:
		s.listen = usualListen
	}
	switch {
	case s.https.plain != "":
	case s.https.local:
		s.https.plain = usualListen
	case s.https.on():
		s.https.plain = usualHTTP
	}
	if len(s.https.domains) > 0 {
		if len(s.hosts) == 0 {
			s.hosts = s.https.domains
		}
		if s.publicURL == "" && strings.HasSuffix(s.listen, usualHTTPS) {
			s.publicURL = "https://" + s.https.domains[0]
		}
	}
}

// source creates the source of TLS certificates, or returns nil without HTTPS.
func (t *siteTLS) source(data string, store certs.Store, keys [][]byte, log *slog.Logger) (certs.Source, error) {
	switch {
	case t.local:
		host, err := os.Hostname()
		if err != nil {
			log.Warn("this machine has no name", "err", err)
		}
		return certs.OpenLocal(certs.LocalOptions{Folder: filepath.Join(data, localFolder), Host: host, Addresses: room.Addresses, Log: log, Now: time.Now})
	case t.cert != "":
		f, err := certs.NewFiles(t.cert, t.key, log, time.Now)
		if err != nil {
			return nil, game.Err(codeTLS, "--tls-cert: ", err.Error())
		}
		return f, nil
	case len(t.domains) > 0:
		o := certs.ACMEOptions{Domains: t.domains, Directory: t.directory, Email: t.email, Store: store, Keys: keys, Log: log}
		if t.roots != "" {
			text, err := os.ReadFile(t.roots)
			if err != nil {
				return nil, err
			}
			o.Roots = x509.NewCertPool()
			if !o.Roots.AppendCertsFromPEM(text) {
				return nil, game.Err(codeTLS, t.roots, " contains no PEM certificate")
			}
		}
		return certs.NewACME(o)
	}
	return nil, nil //nolint:nilnil // the server does not serve HTTPS: no certificate source and no error
}

// plainHandler returns the handler for plain HTTP requests beside the HTTPS listener.
func (n *node) plainHandler(site net.Addr) http.Handler {
	port := 443
	if t, ok := site.(*net.TCPAddr); ok {
		port = t.Port
	}
	if a, ok := n.certs.(*certs.ACME); ok {
		return n.web.Plain(port, a.HTTP)
	}
	return n.web.Plain(port, nil)
}
