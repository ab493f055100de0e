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
	Unavailable = "unavailable"  // a required component is unreachable
)

var (
	errDraining = game.Err(Draining, "this server is about to stop; please connect again")
	errNoMatch  = game.Err(NotFound, "there is no such match")
	errNobody   = game.Err(Nobody, "you must have a name here to do that")
	errNoHelp   = game.Err(NoHelp, "no help in a game against people or for a rating while it goes on")
)

// codeOf is the code of an error, or "".
func codeOf(err error) string {
	var e *game.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
