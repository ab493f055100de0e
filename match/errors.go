package match

import "kydai/game"

// Error codes of commands. Package game defines more.
const (
	Repeated       = "repeated"        // the same move was already accepted; not a failure
	Stale          = "stale"           // the move was meant for an earlier position
	Ahead          = "ahead"           // the ply of the move has not been reached
	NotAPlayer     = "not-a-player"    // the sender of the command plays neither side
	NotYourTurn    = "not-your-turn"   // the other side is to move
	OutOfTime      = "out-of-time"     // the move was received at or after its deadline
	IsPaused       = "paused"          // not possible while the game is paused
	NotPaused      = "not-paused"      // possible only while the game is paused
	TooEarly       = "too-early"       // not possible before both sides have moved
	TooLate        = "too-late"        // the command is no longer possible at this point of the game
	TooOften       = "too-often"       // the offer was made too many times, or again too soon
	AlreadyOffered = "already-offered" // the same offer is open already
	NoOffer        = "no-offer"        // there is no such offer to accept, decline or withdraw
	NoClaim        = "no-claim"        // no draw can be claimed in this position
	NothingToUndo  = "nothing-to-undo" // there are no moves to take back, or none to redo
	NoTakebacks    = "no-takebacks"    // the terms allow no takebacks, or the side has used all that the terms allow
	NotAllowed     = "not-allowed"     // the terms do not allow this command
	NotOver        = "not-over"        // possible only after the end of the game
	NotDue         = "not-due"         // no deadline has passed
	BadArgument    = "bad-argument"    // number or name out of range
	BadTerms       = "bad-terms"       // the terms of the match are invalid
	BadEvent       = "bad-event"       // malformed event, or an event that cannot follow the previous ones
)

// ErrRepeated is returned by Move if the same move was already accepted: for
// the sender that is a success, and no event was added.
var ErrRepeated = game.Err(Repeated, "this move was already played")

var (
	errOver       = game.Err(game.GameOver, "the game is over")
	errNotAPlayer = game.Err(NotAPlayer, "only a player of this game can do that")
	errPaused     = game.Err(IsPaused, "the game is paused")
	errTurn       = game.Err(NotYourTurn, "it is the other side's turn")
	errTime       = game.Err(OutOfTime, "the move arrived after the time was up")
	errStale      = game.Err(Stale, "the position has changed since; load it again")
	errAhead      = game.Err(Ahead, "the game does not have this many moves yet")
	errNoOffer    = game.Err(NoOffer, "there is no such offer")
	errOffered    = game.Err(AlreadyOffered, "this is already offered")
	errTooOften   = game.Err(TooOften, "you offered this a moment ago; please wait")
	errTooEarly   = game.Err(TooEarly, "both sides must have moved first")
	errNotDue     = game.Err(NotDue, "no deadline has passed")
)

func isSide(s game.Side) bool { return s == game.First || s == game.Second }
