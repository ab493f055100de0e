// Package servers provides database servers for tests: a separate schema on the shared PostgreSQL
// server, and private servers for tests that kill them.
package servers
