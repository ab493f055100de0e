// Package servers starts separate servers for tests that kill them.
package servers
