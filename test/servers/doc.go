// Package servers starts servers of our own for tests that kill them.
package servers
