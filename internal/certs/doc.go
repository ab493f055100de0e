// Package certs provides the TLS certificates of a site: from a certificate
// authority by ACME with a store that all nodes share, from files that may be
// replaced while the server runs, or from a local authority for a network
// without internet access.
package certs

import (
	"crypto/tls"
	"time"
)

// Source provides the certificates of a server.
type Source interface {
	// Config returns the TLS configuration of the server.
	Config() *tls.Config
	// NotAfter returns when the server's current certificate expires. With several certificates, it
	// returns the earliest time. It is zero if there is no certificate yet.
	NotAfter() time.Time
}

// protocols are the ALPN protocols of the server, the preferred one first.
var protocols = []string{"h2", "http/1.1"}

func config(get func(*tls.ClientHelloInfo) (*tls.Certificate, error), more ...string) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, GetCertificate: get,
		NextProtos: append(append([]string(nil), protocols...), more...),
	}
}
