// Package servers has what tests need of servers: a schema of their own on the
// shared PostgreSQL, and separate servers for tests that kill them.
package servers
