package servers

import (
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// FreeAddress is an address of this machine at which nobody listens. Its port
// is below those that the system gives to connections and to listeners without
// a port of their own, so that none of these takes it before it is used.
func FreeAddress(t testing.TB) string {
	t.Helper()
	for range 1000 {
		address := "127.0.0.1:" + strconv.Itoa(11_000+rand.IntN(19_000)) //nolint:gosec // no secret
		l, err := net.Listen("tcp", address)                             //nolint:noctx // it is closed at once
		if err != nil {
			continue
		}
		_ = l.Close()
		return address
	}
	t.Fatal("no address is free")
	return ""
}
