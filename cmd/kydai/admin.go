package main

import (
	"context"
	"flag"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
)

// adminAddress holds the flags for the HTTP listener that serves the operator's pages and the
// metrics.
type adminAddress struct {
	admin     string
	adminOpen bool
}

func (d *adminAddress) bind(fs *flag.FlagSet) {
	fs.StringVar(&d.admin, "admin", "", "serve /metrics and pprof at `ADDRESS`, such as 127.0.0.1:8081")
	fs.BoolVar(&d.adminOpen, "admin-open", false, "allow an --admin address that other machines can reach")
}

// check rejects an address that is reachable from other machines, unless the flag --admin-open is
// set.
func (d *adminAddress) check(command string) error {
	if d.admin == "" || d.adminOpen {
		return nil
	}
	host, _, err := net.SplitHostPort(d.admin)
	if err != nil {
		return usage(command, "--admin %s: %v", d.admin, err)
	}
	if addr, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !addr.IsLoopback()) {
		return usage(command, "other machines can reach --admin %s, and it has no password; use 127.0.0.1, or add --admin-open", d.admin)
	}
	return nil
}

// serve starts an HTTP server for h. The server runs until the caller calls the returned function
// stop. If no address is set, serve does nothing.
func (d *adminAddress) serve(ctx context.Context, h http.Handler, log *slog.Logger) (stop func(), err error) {
	if d.admin == "" {
		return func() {}, nil
	}
	at, err := listen(ctx, d.admin)
	if err != nil {
		return nil, err
	}
	s := &http.Server{
		Handler: h, ReadHeaderTimeout: shortly, IdleTimeout: idle, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go serveHTTP(s, at, failed)
	return func() { _ = s.Close() }, nil
}

// connected returns the /readyz handler of a worker process. The handler answers 200 while the
// given function returns true, which means that the worker is connected to NATS. Otherwise it
// answers 503.
func connected(is func() bool) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if !is() {
			http.Error(w, "not connected to NATS", http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte("ready\n"))
	}
}
