package web

import (
	"net"
	"net/http"
	"net/netip"

	"kydai/internal/trace"
)

// requestHeader is the header with the id of a request. Every response has the
// header, and every log line and error of the request contains the id.
const requestHeader = "X-Request-Id"

// requestID returns the id of a request: a new one, or the one that our own
// proxy has set. An id from any other client is ignored, because with it a
// stranger could write lines into our logs that seem to belong to another
// request.
func (s *Server) requestID(r *http.Request) trace.ID {
	if text := r.Header.Get(requestHeader); text != "" && len(s.opts.Proxies) > 0 {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil {
			host = r.RemoteAddr
		}
		if addr, err := netip.ParseAddr(host); err == nil && s.trusts(addr.Unmap()) {
			if id := trace.Parse(text); id != (trace.ID{}) {
				return id
			}
		}
	}
	return trace.NewID()
}
