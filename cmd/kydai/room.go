package main

import (
	"net"
	"net/http"
	"net/netip"

	"kydai/internal/certs"
	"kydai/internal/qrcode"
	"kydai/internal/room"
)

// forRoom reports whether the server is only for devices in the local network: it has no domain, is
// not behind a proxy, is not a cluster node, and listens on more than the loopback address. Only
// such a server prints its addresses and announces the name kydai.local.
func (s *serving) forRoom() bool {
	if !s.room || len(s.https.domains) > 0 || s.database != "" || s.publicURL != "" || len(s.proxies) > 0 {
		return false
	}
	host, _, err := net.SplitHostPort(s.listen)
	if err != nil {
		return false
	}
	addr, err := netip.ParseAddr(host)
	return host == "" || err == nil && !addr.IsLoopback()
}

// bound stores the port numbers of the open listeners. The flags do not tell them: for port 0 the
// operating system chooses a free port.
func (n *node) bound(open listeners) {
	if t, ok := open.site.Addr().(*net.TCPAddr); ok {
		n.sitePort.Store(int64(t.Port))
	}
	if open.plain != nil {
		if t, ok := open.plain.Addr().(*net.TCPAddr); ok {
			n.plainPort.Store(int64(t.Port))
		}
	}
}

// roomPages returns the handler of the pages under /room, or nil if the server is not for
// a local network. A server with a local certificate authority always has these pages.
func (n *node) roomPages(s *serving) (http.Handler, error) {
	if !s.forRoom() && !s.https.local {
		return nil, nil //nolint:nilnil // a server that is not for a local network has no such pages: no handler and no error
	}
	o := room.Options{
		Site:      func(host string) string { return s.origin(host, int(n.sitePort.Load())) },
		Plain:     func(host string) string { return originOf("http", 80, host, int(n.plainPort.Load())) },
		Addresses: s.reachable, Named: s.forRoom(),
	}
	if l, ok := n.certs.(*certs.Local); ok {
		o.Authority, o.Fingerprint = l.Authority(), l.Fingerprint()
	}
	return room.Handler(o)
}

// reachable returns the IP addresses at which other machines can reach the site.
func (s *serving) reachable() []netip.Addr {
	host, _, err := net.SplitHostPort(s.listen)
	if err != nil {
		return nil
	}
	if addr, err := netip.ParseAddr(host); err == nil && !addr.IsUnspecified() {
		return []netip.Addr{addr}
	}
	return room.Addresses()
}

// showRoom prints how devices in the local network reach the site: the address, and a QR code if
// standard output is a terminal. It also prints the fingerprint of the local certificate authority,
// which users compare before their device trusts it.
func (a *app) showRoom(s *serving, n *node) {
	if !s.forRoom() {
		return
	}
	a.printf("  in the network: %s\n", s.origin(room.Name, int(n.sitePort.Load())))
	addresses := s.reachable()
	if len(addresses) == 0 {
		return
	}
	link := s.origin(addresses[0].String(), int(n.sitePort.Load()))
	if l, ok := n.certs.(*certs.Local); ok {
		link = originOf("http", 80, addresses[0].String(), int(n.plainPort.Load())) + "/room/trust"
		a.printf("  devices trust this server once, at %s\n  SHA-256 of its authority: %s\n", link, l.Fingerprint())
	}
	if !a.terminal {
		return
	}
	if code, err := qrcode.Text(link, a.color); err == nil {
		a.printf("\n%s  %s\n", code, link)
	}
}
