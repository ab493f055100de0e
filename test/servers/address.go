package servers

import (
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// FreeAddress returns an address of this machine on which no server listens. Its port is below the
// range from which the system takes ports for outgoing connections, so that no other connection
// takes the port before it is used.
func FreeAddress(t testing.TB) string {
	t.Helper()
	for range 1000 {
		address := "127.0.0.1:" + strconv.Itoa(11_000+rand.IntN(19_000)) //nolint:gosec // no secret
		l, err := net.Listen("tcp", address)                             //nolint:noctx // closed at once
		if err != nil {
			continue
		}
		_ = l.Close()
		return address
	}
	t.Fatal("no address is free")
	return ""
}
