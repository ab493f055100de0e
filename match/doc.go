// Package match plays one game between two players: turns, clocks, offers, takebacks and
// the end. It is pure: no I/O, no goroutines, no clock and no random numbers of its own.
//
// A Match consists of Terms, which never change, and Events, which are only appended.
// Every command takes the acting side and the time. It either returns an error with a
// code and changes nothing, or appends events. Replaying terms and events gives the same
// match, so only these need to be stored.
//
// Times have millisecond precision, in UTC. An event has the time when it happened (At;
// for a move, when it was received) and the time when it became durable (Began). The next
// player's clock starts at Began, so neither side is charged for the time in between.
// Only the store knows Began; it is set with Stamp. Time lost by the server's fault is
// given back by a new event, never by changing old events.
//
// Events contain complete moves including revealed pieces, so they are as secret as the
// deal. Only a View and the Notices returned by Seen may leave a match.
package match
