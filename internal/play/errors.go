package play

import (
	"errors"

	"kydai/game"
)

// Error codes of a Service, in addition to those of packages match and game and
// of a Store.
const (
	Draining    = "draining"     // this node is shutting down; use another
	TooMany     = "too-many"     // the player has reached a limit
	NoSuchGame  = "no-such-game" //
	NoSuchAct   = "no-such-act"  //
	NotForYou   = "not-for-you"  // the offer is for another player, or an own offer
	NoHelp      = "no-help"      // no hints in a game against people
	NoMachine   = "no-machine"   // no engine plays such a seat here
	Nobody      = "nobody"       // only players may do this, not spectators
	NeedAccount = "need-account" // rated games are between accounts
	Sealed      = "sealed"       // shown to its players only: see Snapshot.Sealed
	Unavailable = "unavailable"  // a required component is unreachable
	NotLeft     = "not-left"     // the opponent has not left, or not for long enough
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

// mayPass reports whether an error is caused by the server and not by the command, so
// that the same command may succeed later.
func mayPass(err error) bool {
	switch codeOf(err) {
	case "", Unknown, Busy, NoRoom, Damaged, Unavailable, Conflict, Draining:
		return true
	}
	return false
}
