package room

import (
	"embed"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"kydai/internal/locale"
	"kydai/internal/qrcode"
)

//go:embed pages/*
var files embed.FS

// Options configure the pages.
type Options struct {
	// Site returns the URL of the site at a host name or address.
	Site func(host string) string
	// Plain returns the URL of the plain HTTP listener at a host. It is required if Authority is
	// set.
	Plain func(host string) string
	// Fixed is the URL of a site with a domain. If Fixed is set, the functions Site and Plain are
	// not needed.
	Fixed string
	// Addresses returns the addresses of this machine, the best first.
	Addresses func() []netip.Addr
	// Named is true if the server announces kydai.local.
	Named bool
	// Authority is the certificate that devices have to trust, in DER form; nil if the server has
	// no local authority. Fingerprint is the SHA-256 hash of this certificate.
	Authority   []byte
	Fingerprint string
}

// view holds the values that a page shows.
type view struct {
	Lang        string
	Site, Trust string // URLs of the site and of the page that explains how to trust the authority
	Path        string // path of the page of the site that the QR code opens
	Also        []string
	Fingerprint string
}

// Handler serves /room and the paths below it.
func Handler(o Options) (http.Handler, error) {
	pages, err := readPages()
	if err != nil {
		return nil, err
	}
	style, err := fs.ReadFile(files, "pages/style.css")
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	show := func(name string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Cache-Control", "no-store")
			w.Header().Set("Vary", "Accept-Language, Cookie")
			v := o.view(r)
			_, _ = io.WriteString(w, fill(pages[name+"."+v.Lang], v)) // writing fails only if the client has disconnected
		}
	}
	draw := func(link func(v view) string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			picture, err := qrcode.SVG(link(o.view(r)))
			if err != nil {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "image/svg+xml")
			w.Header().Set("Cache-Control", "no-store")
			_, _ = w.Write(picture)
		}
	}
	mux.HandleFunc("GET /room", show("room"))
	mux.HandleFunc("GET /room/site.svg", draw(func(v view) string { return v.Site + v.Path }))
	mux.HandleFunc("GET /room/site.txt", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = io.WriteString(w, o.view(r).Site)
	})
	mux.HandleFunc("GET /room/style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(style)
	})
	if o.Authority != nil {
		mux.HandleFunc("GET /room/trust", show("trust"))
		mux.HandleFunc("GET /room/trust.svg", draw(func(v view) string { return v.Trust }))
		mux.HandleFunc("GET /room/kydai.crt", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/x-x509-ca-cert")
			w.Header().Set("Content-Disposition", `attachment; filename="kydai.crt"`)
			_, _ = w.Write(o.Authority)
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !near(r.RemoteAddr) {
			http.NotFound(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	}), nil
}

// near reports whether a client is in a private network. Clients on the internet must not see the
// addresses of this machine.
func near(remote string) bool {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return false
	}
	a := at.Addr().Unmap().WithZone("")
	return a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast()
}

// view returns the values that a page shows to a client. The QR code contains
// the address that the client used; if the client is on this machine, the best
// address that other machines can use.
func (o *Options) view(r *http.Request) view {
	v := view{Lang: locale.Of(r, r.URL.Query().Get("lang")), Fingerprint: o.Fingerprint, Path: pathOf(r)}
	if o.Fixed != "" {
		v.Site = o.Fixed
		return v
	}
	var hosts []string
	if host := hostOf(r.Host); host != "" {
		hosts = append(hosts, host)
	}
	for _, a := range o.Addresses() {
		if !slices.Contains(hosts, a.String()) {
			hosts = append(hosts, a.String())
		}
	}
	if o.Named && !slices.Contains(hosts, Name) {
		hosts = append(hosts, Name)
	}
	if len(hosts) == 0 {
		hosts = []string{"localhost"}
	}
	v.Site = o.Site(hosts[0])
	if o.Authority != nil {
		v.Trust = o.Plain(hosts[0]) + "/room/trust"
	}
	for _, h := range hosts[1:] {
		v.Also = append(v.Also, o.Site(h))
	}
	return v
}

// pathOf returns the path that the QR code should open; "" means the first
// page. The path begins with a single slash, so it cannot lead to another site.
func pathOf(r *http.Request) string {
	path := r.URL.Query().Get("path")
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\n\r\t ") {
		return ""
	}
	return path
}

// hostOf returns the host name or address that the client used for this server;
// "" if other machines cannot use it. The client controls the Host header, so
// only IP addresses and our own name are accepted.
func hostOf(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	a, err := netip.ParseAddr(host)
	if host == Name || err == nil && a.IsPrivate() {
		return host
	}
	return ""
}
