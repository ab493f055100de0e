// Package account holds the rules for accounts: which names are valid and when two names
// are too similar, passwords and their hashes, recovery codes, one-time tokens, and what
// each role may do.
//
// The package is pure: callers pass in time and random bytes, and it does no I/O.
// internal/store stores the accounts.
package account
