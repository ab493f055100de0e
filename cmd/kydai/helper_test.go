package main

import (
	"context"
	"flag"
	"net"
	"testing"

	"kydai/test/servers"
)

// ownSchema makes an empty schema in the PostgreSQL for tests and returns its
// address.
func ownSchema(t *testing.T) string {
	t.Helper()
	at, _ := servers.Schema(t, servers.PostgresAddress())
	return at
}

// parseServing parses the flags of a server.
func parseServing(t *testing.T, args ...string) *serving {
	t.Helper()
	s := &serving{}
	fs := flag.NewFlagSet("serve", flag.ContinueOnError)
	s.bind(fs)
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	return s
}

// dialAlways connects to one address, whatever the name.
func dialAlways(address string) func(ctx context.Context, network, _ string) (net.Conn, error) {
	return func(ctx context.Context, network, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, network, address)
	}
}
