package main

import (
	"context"
	"flag"
	"net"
	"testing"

	"kydai/test/servers"
)

// ownSchema creates an empty schema in the test PostgreSQL server and returns its
// database URL.
func ownSchema(t *testing.T) string {
	t.Helper()
	at, _ := servers.Schema(t, servers.PostgresAddress())
	return at
}

// parseServing parses command-line flags as kydai serve does.
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

// dialAlways returns a dial function that connects to address, whatever host is
// requested.
func dialAlways(address string) func(ctx context.Context, network, _ string) (net.Conn, error) {
	return func(ctx context.Context, network, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, network, address)
	}
}
