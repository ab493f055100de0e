package servers

import (
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// FreeAddress returns an address of this machine on which no server listens. The port is below the
// range of ports that the system assigns to outgoing connections, so that no connection takes it
// before the test uses it.
func FreeAddress(t testing.TB) string {
	t.Helper()
	for range 1000 {
		address := "127.0.0.1:" + strconv.Itoa(11_000+rand.IntN(19_000)) //nolint:gosec // a random port need not be secure
		l, err := net.Listen("tcp", address)                             //nolint:noctx // the listener is closed at once, so it needs no context
		if err != nil {
			continue
		}
		_ = l.Close()
		return address
	}
	t.Fatal("no address is free")
	return ""
}
