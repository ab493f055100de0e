// Package account holds the rules for accounts: valid names and names that are too similar,
// passwords and their hashes, recovery codes, one-time tokens, and the rights of each role.
//
// The package is pure: callers pass in time and random bytes, and it does no I/O. internal/store
// stores the accounts.
package account
