package web

import "net/http"

// Meaning is what an error code says.
type Meaning struct {
	Status int    `json:"status"`
	Text   string `json:"text"`
}

// ErrorCodes returns the meaning of every error code of REST and of the socket. The
// status of bad-request can also be 413 or 422, that of wrong-type is 415.
func ErrorCodes() map[string]Meaning {
	all := map[string]Meaning{}
	for code, text := range meanings {
		status, ok := statuses[code]
		if !ok {
			status = http.StatusUnprocessableEntity
		}
		if code == wrongType {
			status = http.StatusUnsupportedMediaType
		}
		all[code] = Meaning{Status: status, Text: text}
	}
	return all
}

// meanings are sentences for the developers of clients. A client shows people
// the text of the error, or its own for the code.
var meanings = map[string]string{
	"ahead":           "The ply of the move has not been reached; load the match again.",
	"already-offered": "The same offer stands already.",
	"bad-address":     "The address of the webhook is not https with a host name, or has a port, a user or a fragment.",
	"bad-argument":    "A number or a name of the act is out of range.",
	"bad-clock":       "The text is not a time control, or one out of bounds.",
	"bad-cursor":      "The cursor is not one of this list; begin without one.",
	"bad-endpoint":    "The address of the device is not one of a push service.",
	"bad-event":       "The settings of the event, an entry, a pairing or a result are wrong; the text says which.",
	"bad-events":      "The webhook has no known event.",
	"bad-hash":        "The stored password cannot be read: a fault of the server.",
	"bad-form":        "The commitment or the number of a deal has the wrong form.",
	"bad-keys":        "The keys of the device are not usable.",
	"bad-kind":        "There is no such kind of notice.",
	"bad-line":        "A line is a known phrase, or a text of 1 to 140 characters.",
	"bad-message":     "The message of the socket is not as the document says.",
	"bad-move":        "The text is not a move of this game.",
	"bad-name":        "The name has the wrong length or characters, or is kept for guests and engines.",
	"bad-option":      "The game has no such option, or the option no such value.",
	"bad-passkey":     "The passkey is unknown or its answer is wrong.",
	"bad-password":    "A password has 8 to 128 characters.",
	"bad-plan":        "The stored line is not a line of moves that can be played.",
	"bad-player":      "The spec of an engine is unknown, or asks for more than the server allows.",
	"bad-position":    "The text is not a position of this game.",
	"bad-report":      "The reason, the text or the match of the report is wrong.",
	"bad-request":     "The request is not as the document says; the text says where.",
	"bad-role":        "An account cannot have this role.",
	"bad-redirect":    "An address of the app is not one that players can be sent back to.",
	"bad-row":         "The server cannot store this value: a fault of the server.",
	"bad-session":     "The session has ended; sign in again.",
	"bad-size":        "Pictures of this size are not made.",
	"bad-study":       "The text or the game of the study is wrong.",
	"bad-terms":       "The terms of the match contradict the game or each other; the text says which.",
	"bad-token":       "The token, link or code is unknown or was revoked.",
	"busy":            "Too many changes are waiting; nothing was changed. Send it again after Retry-After.",
	"changed":         "Somebody else changed it in between; load it again.",
	"common-password": "The password is one of the most common ones, or like the name.",
	"conflict":        "The match changed at the same moment; load it and send it again.",
	"cross-origin":    "A page of another origin sent it with a cookie; such pages use tokens.",
	"damaged":         "The database is damaged; nothing was changed.",
	"delayed":         "Spectators see this match with a delay, over the socket only.",
	"draining":        "This node shuts down; connect again.",
	"exists":          "The id is in use already.",
	"expired-token":   "The link or code is too old.",
	"game-over":       "The game is over.",
	"has-account":     "The player has an account already, or belongs to one.",
	"higher-role":     "A moderator may not change moderators and administrators.",
	"https-only":      "The server speaks https only.",
	"illegal-move":    "The move is not legal in this position.",
	"internal":        "A fault of the server; its log has the id of the request.",
	"last-admin":      "The site would have no administrator left.",
	"must-vary":       "The move would repeat the position in a way that the rules forbid.",
	"name-taken":      "Another account has this name, or one that looks like it.",
	"need-account":    "Rated games are between accounts.",
	"needs-face":      "A position that hides pieces needs the piece that the move reveals.",
	"no-account":      "There is no such account, session, code or link.",
	"no-claim":        "There is no draw to claim.",
	"no-app":          "You have no such app.",
	"no-device":       "There is no such device.",
	"no-format":       "The format is unknown, or cannot be written for this game.",
	"no-help":         "No hints and reviews here: people play against each other, or the match goes on.",
	"no-machine":      "No engine of this server plays such a seat.",
	"no-offer":        "There is no such offer to answer or withdraw.",
	"no-pairing":      "The rules allow no pairing of this round; the arbiter pairs it by hand.",
	"no-passkeys":     "Passkeys need https and a host name.",
	"no-picture":      "There is no drawing of this game or board.",
	"no-plans":        "Lines cannot be stored in this match.",
	"no-player":       "No player has this id.",
	"no-room":         "The database cannot be written; nothing was changed. Send it again later.",
	"no-second":       "There is nobody to talk to.",
	"no-such-act":     "There is no such act.",
	"no-grant":        "You have allowed no such thing.",
	"no-such-game":    "The server has no game of this name.",
	"no-takebacks":    "The terms allow no takebacks, or no more.",
	"no-text":         "Only phrases can be said in this match.",
	"no-webhook":      "You have no such webhook.",
	"nobody":          "Only players may do this, not spectators.",
	"not-a-player":    "The command needs a seat in the match.",
	"not-allowed":     "The terms of the match do not allow it.",
	"not-for-you":     "It is another's, or the role does not allow it.",
	"not-found":       "It does not exist, or no longer.",
	"not-left":        "The opponent has not left, or not for long enough.",
	"not-now":         "The deal is in another phase.",
	"not-over":        "Possible only after the end of the match.",
	"not-packed":      "The deal of this game cannot be verified.",
	"not-paused":      "The match is not paused.",
	"not-your-turn":   "It is the other side's turn.",
	"not-yours":       "This step of the deal belongs to another party.",
	"nothing-to-undo": "There is no move to take back or to play again.",
	"out-of-time":     "The move came at or after its deadline.",
	"own-account":     "One's own account is changed on its own page.",
	"paused":          "Not possible while the match is paused.",
	"reserved-name":   "The name is kept for the site.",
	"round-open":      "A board of the round has no result, or a tie no winner.",
	"sign-in-first":   "Only accounts may do this.",
	"sign-out-first":  "Only guests may do this.",
	"stale":           "The command was meant for an earlier position; load the match again.",
	"tells-face":      "A move does not name the piece that it reveals.",
	"too-early":       "Not possible before both sides have moved.",
	"too-fast":        "More requests than allowed; wait for Retry-After.",
	"too-late":        "No longer possible.",
	"too-long":        "The game is too long for a picture.",
	"too-many":        "A limit is reached: of matches, offers, tokens, lines, connections or engine time.",
	"too-much-work":   "Too many requests of the socket are in flight; wait for the answers.",
	"too-often":       "Offered again too soon, or too many times.",
	"too-soon":        "A name can be changed once a month.",
	"two-plans":       "Another stored line answers the same moves differently.",
	"unavailable":     "A component of the server cannot be reached; send it again later.",
	"unknown":         "It is not known whether the change was stored; send it again.",
	"unwritable":      "The format cannot hold this game.",
	"used-token":      "The link or code was used already.",
	"webhook-off":     "The webhook is switched off; switch it on first.",
	"would-reveal":    "The moves would reveal pieces that are hidden.",
	"wrong-game":      "The record is of another game.",
	"wrong-host":      "The server does not answer for this host name.",
	"wrong-method":    "The route has no such method.",
	"wrong-opening":   "The opened number does not fit its commitment.",
	"wrong-password":  "The name or the password is wrong.",
	"wrong-scope":     "The token was not made for this.",
	"wrong-state":     "Not possible in this state of the event; the text says why.",
	"wrong-type":      "The body must be JSON, with Content-Type: application/json.",
	"your-turn":       "Lines are stored while one waits for the opponent.",
	"yourself":        "The other player is oneself.",
}
