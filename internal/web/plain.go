package web

import (
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
)

// Plain returns a handler for plain HTTP, for a server that also has a TLS listener on the given
// port. The handler serves health checks and the pages under /room (see package room), and
// redirects other pages to https. It refuses API requests, so that developers notice that their
// client sends its token without encryption. The function wrap may be nil; otherwise it wraps the
// handler, for example to answer the challenges of a certificate authority.
func (s *Server) Plain(port int, wrap func(http.Handler) http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+healthPath, healthy)
	mux.HandleFunc("GET "+readyPath, s.ready)
	if s.opts.Room != nil {
		mux.Handle("GET "+roomPath, s.opts.Room)
		mux.Handle("GET "+roomPath+"/", s.opts.Room)
	}
	mux.Handle("/", s.ownHost(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead || strings.HasPrefix(r.URL.Path, "/api/") {
			refuse(w, problemOf(httpsOnly, "this server speaks https only"))
			return
		}
		host := hostName(r.Host)
		switch {
		case port != 443:
			host = net.JoinHostPort(host, strconv.Itoa(port))
		case strings.Contains(host, ":"):
			host = "[" + host + "]"
		}
		w.Header().Set("Location", "https://"+host+r.URL.RequestURI())
		w.WriteHeader(http.StatusTemporaryRedirect)
	})))
	var inner http.Handler = mux
	if wrap != nil {
		inner = wrap(mux)
	}
	return s.headers(s.door(inner))
}

// privateSuffixes are top-level domains for private networks. Names in these domains have no owner
// on the internet.
var privateSuffixes = []string{".local", ".lan", ".internal", ".home.arpa", ".localhost", ".test"}

// publicHost reports whether a Host header is a public domain name. For other names the server must
// not send the HSTS header, which makes browsers require https for a year: in another network the
// same name may belong to another machine.
func publicHost(host string) bool {
	name := hostName(host)
	if _, err := netip.ParseAddr(name); err == nil || !strings.Contains(name, ".") {
		return false
	}
	for _, suffix := range privateSuffixes {
		if strings.HasSuffix(name, suffix) {
			return false
		}
	}
	return true
}
