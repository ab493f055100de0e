package play

import (
	"errors"

	"kydai/game"
)

// Error codes of a Service, in addition to those of packages match and game and
// of a Store.
const (
	Draining    = "draining"     // this node is shutting down; the client should use another node
	TooMany     = "too-many"     // the player has reached a limit
	NoSuchGame  = "no-such-game" // the server does not offer the game
	NoSuchAct   = "no-such-act"  // the kind of the command is unknown
	NotForYou   = "not-for-you"  // the offer is addressed to another player, or is the player's own
	NoHelp      = "no-help"      // hints are not allowed in rated games and in games against people
	NoMachine   = "no-machine"   // no worker has an engine for the requested seat
	Nobody      = "nobody"       // the request needs a player id
	NeedAccount = "need-account" // rated games need players with accounts
	Sealed      = "sealed"       // the match is shown to its players only; see Snapshot.Sealed
	Unavailable = "unavailable"  // a required part of the server is unreachable
	NotLeft     = "not-left"     // the opponent is connected, or has not been away for long enough
)

var (
	errDraining    = game.Err(Draining, "this server is shutting down; please connect again")
	errNoMatch     = game.Err(NotFound, "there is no such match")
	errNobody      = game.Err(Nobody, "you need a player id to do this")
	errNeedAccount = game.Err(NeedAccount, "rated games are for players with an account; sign in, or play an unrated game")
	errNoHelp      = game.Err(NoHelp, "no hints while a rated game or a game against a person is running")
)

// codeOf returns the error code of an error, or "" if it has none.
func codeOf(err error) string {
	var e *game.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// mayPass reports whether the server, not the command, caused an error, so that the same command
// may succeed later.
func mayPass(err error) bool {
	switch codeOf(err) {
	case "", Unknown, Busy, NoRoom, Damaged, Unavailable, Conflict, Draining:
		return true
	}
	return false
}
