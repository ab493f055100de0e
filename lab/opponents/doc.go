// Package opponents makes the opening books of the engine opponents (characters) with the project's
// own engines. It also measures whether each character plays as described in docs/opponents.md.
package opponents
