// Package protocol contains what the engine protocols have in common: a program driven by lines of
// text (Peer), a connection that restarts a program that exits (Link), an engine that searches in
// the background (Thinker), and the parsing of common words.
package protocol
