package match

import "kydai/game"

// Codes of the errors that commands return, besides those of package game.
const (
	Repeated       = "repeated"        // this move was accepted before; nothing is wrong
	Stale          = "stale"           // the move was meant for an earlier position
	Ahead          = "ahead"           // the move is for a ply that was not reached here
	NotAPlayer     = "not-a-player"    // the command needs a side
	NotYourTurn    = "not-your-turn"   //
	OutOfTime      = "out-of-time"     // the move came at or after its deadline
	IsPaused       = "paused"          // not while the game is paused
	NotPaused      = "not-paused"      //
	TooEarly       = "too-early"       // not before both have moved
	TooLate        = "too-late"        // not any more
	TooOften       = "too-often"       // offered again too soon, or too many times
	AlreadyOffered = "already-offered" //
	NoOffer        = "no-offer"        // there is nothing to answer or withdraw
	NoClaim        = "no-claim"        // there is no draw to claim
	NothingToUndo  = "nothing-to-undo" // nor to redo
	NoTakebacks    = "no-takebacks"    // the terms allow none, or no more
	NotAllowed     = "not-allowed"     // the terms do not allow it
	NotOver        = "not-over"        // only after the end
	NotDue         = "not-due"         // no deadline has passed
	BadArgument    = "bad-argument"    // a number or name out of range
	BadTerms       = "bad-terms"       //
	BadEvent       = "bad-event"       // no event, or not one that can follow
)

// ErrRepeated is what Move answers when the very move was accepted before: to
// the sender it is a success, and no event was added.
var ErrRepeated = game.Err(Repeated, "this move has been played already")

var (
	errOver       = game.Err(game.GameOver, "the game is over")
	errNotAPlayer = game.Err(NotAPlayer, "only a player of this game can do that")
	errPaused     = game.Err(IsPaused, "the game is paused")
	errTurn       = game.Err(NotYourTurn, "it is the other side's turn")
	errTime       = game.Err(OutOfTime, "the time was up before this move came")
	errStale      = game.Err(Stale, "the game has gone on since; look at the position again")
	errAhead      = game.Err(Ahead, "the game has not come that far")
	errNoOffer    = game.Err(NoOffer, "there is no such offer")
	errOffered    = game.Err(AlreadyOffered, "this is offered already")
	errTooOften   = game.Err(TooOften, "not again so soon")
	errTooEarly   = game.Err(TooEarly, "both sides must have moved first")
	errNotDue     = game.Err(NotDue, "no deadline has passed")
)

func isSide(s game.Side) bool { return s == game.First || s == game.Second }
