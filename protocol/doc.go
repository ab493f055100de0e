// Package protocol holds what the engine protocols have in common: a program
// that is driven by lines of text (Peer), a connection that survives the death
// of its program (Link), an engine that searches in the background (Thinker),
// and the parsing of common words.
package protocol
