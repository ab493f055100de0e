package web

import (
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
)

// Plain serves plain HTTP beside the TLS listener with the given port: probes,
// the pages of the room, and redirects to https. The API is refused, so that a
// client that sends its token in the clear notices. wrap may answer requests before
// all this, such as the challenges of a certificate authority; nil wraps nothing.
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

// privateSuffixes are the top-level domains of names that have no owner on the
// internet.
var privateSuffixes = []string{".local", ".lan", ".internal", ".home.arpa", ".localhost", ".test"}

// publicHost reports whether a Host header has a domain of the internet. Other
// names must not be promised to have https for a year: the next network may have
// another machine of that name.
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
