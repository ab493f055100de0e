// Package secrecy plays complete games over real sockets, through REST requests and with an engine
// worker. It records every byte that leaves a node and searches it for information that was still
// hidden from its reader. It contains only tests.
package secrecy
