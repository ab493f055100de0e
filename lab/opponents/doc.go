// Package opponents makes the opening books of the opponents with our own
// engines, and measures whether each character plays as it is said to
// (docs/opponents.md).
package opponents
