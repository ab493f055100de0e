// Package match plays one game between two players: whose turn it is, the
// clocks, offers, takebacks, the end. It is pure: no I/O, no goroutine, no
// clock and no random number of its own.
//
// A Match is made of Terms, which never change, and Events, which are only
// ever added. Every command takes who commands and the moment, and either
// returns an error with a code and changes nothing, or adds events. Replay of
// terms and events gives the same match, so the events are all that has to be
// stored.
//
// Moments are kept to the millisecond, in UTC. An event holds when it happened
// (At: for a move, when it was received) and when it became durable (Began),
// which is when the next player's time begins; the time between the two is
// charged to nobody. Began is known only to the store, which tells it by
// Stamp. Time lost to the server is given back by an event, never by rewriting.
//
// Events hold complete moves, with what they turned up, and so are as secret
// as the deal. What may leave a match is a View and the Notices of Seen.
package match
