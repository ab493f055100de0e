package web

import (
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Admin serves the operator's endpoints: /metrics, /readyz and /debug/pprof/. It belongs on a
// separate listener on the loopback address. It does not serve the process's command line
// (/debug/pprof/cmdline), which may contain secrets.
func (s *Server) Admin() http.Handler { return Admin(s.opts.Registry, s.ready, s.opts.AdminOpen) }

// Admin is like the method Server.Admin, but needs no Server. The parameter reg holds the metrics
// and may be nil. The handler ready answers /readyz. If the parameter open is true, requests may
// have any Host header; otherwise the header must name this machine.
func Admin(reg *prometheus.Registry, ready http.HandlerFunc, open bool) http.Handler {
	mux := http.NewServeMux()
	if reg != nil {
		mux.Handle("GET /metrics", promhttp.HandlerFor(reg, promhttp.HandlerOpts{}))
	}
	mux.HandleFunc("GET "+healthPath, healthy)
	mux.HandleFunc("GET "+readyPath, ready)
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", http.NotFound)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	if open {
		return mux
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !loopbackHost(r.Host) {
			refuse(w, problemOf(wrongHost, "the admin listener accepts only requests for localhost"))
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func healthy(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) }

// loopbackHost reports whether a Host header names this machine. This check stops DNS rebinding
// attacks, in which a web page of another host reaches this listener: the Host header then names
// the other host.
func loopbackHost(host string) bool {
	name := hostName(host)
	if name == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && addr.Unmap().IsLoopback()
}

// hostName returns a Host header without its port, in lower case.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
}

// ownHost refuses requests whose Host header is not in Options.Hosts, except health checks. An
// empty list allows every Host header.
func (s *Server) ownHost(next http.Handler) http.Handler {
	if len(s.opts.Hosts) == 0 {
		return next
	}
	names := map[string]bool{}
	for _, h := range s.opts.Hosts {
		names[hostName(h)] = true
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != healthPath && r.URL.Path != readyPath && !names[hostName(r.Host)] {
			refuse(w, problemOf(wrongHost, "this server does not accept this host name"))
			return
		}
		next.ServeHTTP(w, r)
	})
}
