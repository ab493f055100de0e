package web

import (
	"net"
	"net/http"
	"net/netip"

	"kydai/internal/trace"
)

// requestHeader is the name of the header with the id of a request. Every response has this header,
// and every log line and error of the request contains the id.
const requestHeader = "X-Request-Id"

// requestID returns the id of a request: the id that the operator's own proxy has set, or a new
// one. An id from any other client is ignored. Otherwise a stranger could write log lines that seem
// to belong to another request.
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
