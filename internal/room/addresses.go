// Package room helps people in the same room to open this server on their devices. It finds the
// addresses of the machine and announces kydai.local by multicast DNS. It serves a page with a QR
// code, and a page that explains how to trust the server's certificate authority.
package room

import (
	"net"
	"net/netip"
	"slices"
	"strings"
)

// virtual lists name prefixes of network interfaces to containers and virtual machines. Other
// machines cannot reach the addresses of these interfaces.
var virtual = []string{"docker", "br-", "veth", "virbr", "vmnet", "cni", "flannel", "podman", "lxc"}

// link is a network interface with the addresses by which other machines in its network reach this
// machine.
type link struct {
	net.Interface
	addresses []netip.Addr
}

// links returns the network interfaces by which other machines reach this machine.
func links() (list []link) {
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	for _, i := range all {
		if i.Flags&net.FlagUp == 0 || i.Flags&net.FlagLoopback != 0 || slices.ContainsFunc(virtual, func(p string) bool { return strings.HasPrefix(i.Name, p) }) {
			continue
		}
		own, err := i.Addrs()
		if err != nil {
			continue
		}
		l := link{Interface: i}
		for _, a := range own {
			if n, ok := a.(*net.IPNet); ok {
				if addr, ok := netip.AddrFromSlice(n.IP); ok && addr.IsGlobalUnicast() {
					l.addresses = append(l.addresses, addr.Unmap())
				}
			}
		}
		if len(l.addresses) > 0 {
			list = append(list, l)
		}
	}
	return list
}

// Addresses returns the IPv4 addresses by which other machines may reach this machine, addresses of
// home networks first.
func Addresses() (list []netip.Addr) {
	for _, l := range links() {
		for _, a := range l.addresses {
			if a.Is4() {
				list = append(list, a)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b netip.Addr) int { return rank(a) - rank(b) })
	return list
}

var home = netip.MustParsePrefix("192.168.0.0/16")

func rank(a netip.Addr) int {
	switch {
	case home.Contains(a):
		return 0
	case a.IsPrivate():
		return 1
	}
	return 2
}
