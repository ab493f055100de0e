package play

import (
	"errors"

	"kydai/game"
)

// Codes of the errors of a Service, besides those of packages match and game
// and of a Store.
const (
	Draining    = "draining"     // this node is going down; ask another
	TooMany     = "too-many"     // the player has as many as he may have
	NoSuchGame  = "no-such-game" //
	NoSuchAct   = "no-such-act"  //
	NotForYou   = "not-for-you"  // the offer is for somebody else, or one's own
	NoHelp      = "no-help"      // not in a game that is played against people
	NoMachine   = "no-machine"   // nobody thinks for such a seat here
	Nobody      = "nobody"       // it takes a player, not somebody who only watches
	Unavailable = "unavailable"  // what is needed for it cannot be reached now
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
