// Package account holds the rules of accounts: which names there can be and when
// two names are too much alike, passwords and their hashes, recovery codes,
// one-time tokens, and what each role may do.
//
// The package is pure: time and random bytes are arguments, and it does no input
// or output. internal/store keeps the rows.
package account
