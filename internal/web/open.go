package web

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// opened counts the TCP connections that are not WebSockets, per address and in total. Connections
// from the operator's own proxies count only in the total.
type opened struct {
	mu         sync.Mutex
	all        map[net.Conn]string // IP address of each connection; "" for a proxy
	perAddress map[string]int
}

// ConnState is the callback for http.Server.ConnState. It closes a new connection if its address,
// or the server in total, has reached the limit.
func (s *Server) ConnState(c net.Conn, state http.ConnState) {
	o := &s.opened
	switch state {
	case http.StateNew:
		address := s.remote(c)
		limits := s.opts.Limits
		often := address != "" && !s.buckets.take("dials "+address, limits.Dials.times(limits.Sharing)).ok
		o.mu.Lock()
		full := often || len(o.all) >= limits.AllOpen || address != "" && float64(o.perAddress[address]) >= float64(limits.Open)*limits.Sharing
		if !full {
			if o.all == nil {
				o.all, o.perAddress = map[net.Conn]string{}, map[string]int{}
			}
			o.all[c] = address
			o.perAddress[address]++
		}
		o.mu.Unlock()
		if full {
			s.metrics.dropped.WithLabelValues("connections").Inc()
			_ = c.Close()
		}
	case http.StateClosed, http.StateHijacked:
		o.mu.Lock()
		defer o.mu.Unlock()
		address, counted := o.all[c]
		if !counted {
			return
		}
		delete(o.all, c)
		if o.perAddress[address]--; o.perAddress[address] <= 0 {
			delete(o.perAddress, address)
		}
	case http.StateActive, http.StateIdle:
	}
}

// remote returns the IP address of the client at the other end of a connection, or "" for one of
// the operator's own proxies.
func (s *Server) remote(c net.Conn) string {
	at, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil {
		return c.RemoteAddr().String()
	}
	addr := at.Addr().Unmap()
	if s.trusts(addr) {
		return ""
	}
	narrow, _ := networks(addr)
	return narrow
}
