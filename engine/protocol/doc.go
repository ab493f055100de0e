// Package protocol holds what the protocols between engines and the programs
// that use them have in common: a program that is talked to in lines (Peer),
// a connection that survives the death of its program (Link), an engine that
// thinks in the background (Thinker), and the words both sides use.
package protocol
