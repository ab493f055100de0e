// Package dialtest provides a DNS server for tests. Its answers can change from query to query.
package dialtest

import (
	"context"
	"encoding/binary"
	"net"
	"net/netip"
	"sync/atomic"
	"testing"
)

// Names starts a DNS server for queries of IPv4 addresses. The first query gets the first address,
// the second query the second address, and so on; when all addresses are used, every query gets the
// last address. Names returns a resolver that uses the server, and a counter of the queries that
// were answered.
func Names(t testing.TB, addresses ...string) (*net.Resolver, *atomic.Int32) {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	asked := new(atomic.Int32)
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			q := buf[:n]
			end := 12
			for q[end] != 0 {
				end += int(q[end]) + 1
			}
			end += 5 // skip the zero byte that ends the name, the query type and the class
			kind := binary.BigEndian.Uint16(q[end-4:])
			a := append([]byte{q[0], q[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, q[12:end]...)
			if kind == 1 {
				i := min(int(asked.Add(1)), len(addresses)) - 1
				a[7] = 1
				a = append(a, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4) // record: pointer to the name in the question, type A, class IN, TTL 0, data of 4 bytes
				a = append(a, netip.MustParseAddr(addresses[i]).AsSlice()...)
			}
			_, _ = conn.WriteTo(a, from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}, asked
}
