// Package wire defines every message of the API: what a browser or a bot sends
// over the socket, what the server sends back, and the bodies of REST requests
// and responses. The OpenAPI document, and from it the types of the web client,
// are generated from these structs.
//
// Everything that is sent about a match is derived from the receiver's View,
// never from the full state.
package wire

import (
	"encoding/json"

	"kydai/game"
	"kydai/internal/play"
)

// BadMessage is the error code for bytes that are not a valid message.
const BadMessage = "bad-message"

// MaxMessage is the size limit of a message from a client, in bytes.
const MaxMessage = 4 << 10

// Names of the messages from a client: the values of field t.
const (
	AskHello   = "hello"
	AskWatch   = "watch"
	AskUnwatch = "unwatch"
	AskMove    = "move"
	AskAct     = "act"
	AskLobby   = "lobby"
	AskPing    = "ping"
	AskFair    = "fair"
	AskCommit  = "fair-commit"
	AskOpen    = "fair-open"
	AskHear    = "hear"
	AskEvent   = "event"
	AskDemo    = "demo"
)

// Hello requests a Welcome. The server also sends one when a connection opens.
type Hello struct {
	T string `json:"t" enum:"hello"`
}

// Watch requests a match and its future events. Seq is the number of events that the client already
// has: the client then receives only the later events. With Seq 0 it receives the whole match.
type Watch struct {
	T        string `json:"t" enum:"watch"`
	ID       string `json:"id" maxLength:"64"`
	Seq      int    `json:"seq,omitempty" minimum:"0"`
	Premoves bool   `json:"premoves,omitempty" doc:"True to include premoves in events."`
	Brief    bool   `json:"brief,omitempty" doc:"True if the client knows the rules: events then omit what follows from the moves, which is cells (empty), last, marks, legal, premoves and claim."`
}

// Unwatch ends the subscription that a Watch message has started.
type Unwatch struct {
	T  string `json:"t" enum:"unwatch"`
	ID string `json:"id" maxLength:"64"`
}

// Move plays a move. The response is the Events message that contains the move. If the client does
// not watch the match or the move was already played, the response is an Ack; if the move is
// refused, it is an Error. A client may safely send the same move again.
type Move struct {
	T    string `json:"t" enum:"move"`
	ID   string `json:"id" maxLength:"64"`
	Ply  int    `json:"ply" minimum:"0" doc:"Number of moves played before this move."`
	Code string `json:"code" maxLength:"64"`
}

// Act executes a command other than a move: resign, offer, accept, takeback.
type Act struct {
	T     string `json:"t" enum:"act"`
	ID    string `json:"id" maxLength:"64"`
	Kind  string `json:"kind" enum:"resign,abort,claim,left,redo,offer,accept,decline,withdraw"`
	What  string `json:"what,omitempty" enum:"draw,takeback,pause,resume,rematch" doc:"Kind of offer for the acts offer, accept, decline and withdraw. With the act left, draw claims a draw instead of a win."`
	Count int    `json:"n,omitempty" doc:"Number of own moves to take back or to play again."`
	Side  string `json:"side,omitempty" enum:"first,second" doc:"Acting side, if the same player has both seats."`
}

// LobbyAsk subscribes to the lobby, to the number of players online and to matches that start for
// the client. With On false it ends the subscription.
type LobbyAsk struct {
	T  string `json:"t" enum:"lobby"`
	On bool   `json:"on"`
	// Changes requests only the differences after the first list.
	Changes bool `json:"changes,omitempty" doc:"True to get only changes after the first list."`
}

// Ping requests a Pong with the same number.
type Ping struct {
	T      string `json:"t" enum:"ping"`
	Number int    `json:"n"`
}

// FairAsk requests the state of a match's fair deal: the exchange of random numbers from which the
// pieces are dealt. It also subscribes to the fair deals of all matches of this client.
type FairAsk struct {
	T  string `json:"t" enum:"fair"`
	ID string `json:"id" maxLength:"64"`
}

// FairCommit sends the client's commitment (a hash) to the random number that it contributes to a
// fair deal. The response is a Fair message. A client may safely send the same commitment again.
type FairCommit struct {
	T      string    `json:"t" enum:"fair-commit"`
	ID     string    `json:"id" maxLength:"64"`
	Commit play.Hash `json:"commit"`
}

// FairOpen reveals the random number to which the client has committed. The response is a Fair
// message. A client may safely send the same number again.
type FairOpen struct {
	T    string    `json:"t" enum:"fair-open"`
	ID   string    `json:"id" maxLength:"64"`
	Open play.Hash `json:"open"`
}

// Hear subscribes to the chat lines of a match. The client first gets the lines with a number
// greater than After, and then each new line. If On is false, Hear ends the subscription. Only the
// players of the match may send Hear.
type Hear struct {
	T     string `json:"t" enum:"hear"`
	ID    string `json:"id" maxLength:"64"`
	On    bool   `json:"on"`
	After int    `json:"after,omitempty" minimum:"0" doc:"Number of the last chat line that the client has."`
}

// Follow subscribes to a tournament: the client gets an EventChanged message now and after each
// change of the tournament. If On is false, Follow ends the subscription. A connection follows only
// one tournament, the last one that it requested.
type Follow struct {
	T  string `json:"t" enum:"event"`
	ID string `json:"id" maxLength:"64"`
	On bool   `json:"on"`
}

// ask holds the fields of all client messages in one struct, for Decode.
type ask struct {
	T      string `json:"t"`
	ID     string `json:"id"`
	Seq    int    `json:"seq"`
	Ply    int    `json:"ply"`
	Code   string `json:"code"`
	Kind   string `json:"kind"`
	What   string `json:"what"`
	Number int    `json:"n"`
	Side   string `json:"side"`
	On     bool   `json:"on"`

	Premoves bool `json:"premoves"`
	Brief    bool `json:"brief"`
	Changes  bool `json:"changes"`
	After    int  `json:"after"`

	Commit play.Hash `json:"commit"`
	Open   play.Hash `json:"open"`
}

// Decode parses a message from a client. The result is one of Hello, Watch,
// Unwatch, Move, Act, LobbyAsk, Ping, FairAsk, FairCommit, FairOpen, Hear,
// Follow and DemoAsk.
// Unknown fields are ignored. Any input is safe.
func Decode(data []byte) (any, error) {
	if len(data) > MaxMessage {
		return nil, game.Err(BadMessage, "a message must have at most 4096 bytes")
	}
	var a ask
	if !a.scan(data) {
		a = ask{}
		if err := json.Unmarshal(data, &a); err != nil {
			return nil, game.Err(BadMessage, "this is no message: it must be a JSON object with a field t")
		}
	}
	if len(a.ID) > maxID || len(a.Code) > maxID {
		return nil, game.Err(BadMessage, "an id or a code is too long")
	}
	if a.Seq < 0 || a.Ply < 0 || a.After < 0 {
		return nil, game.Err(BadMessage, "a number is below zero")
	}
	switch a.T {
	case AskHello:
		return Hello{T: a.T}, nil
	case AskWatch:
		return Watch{T: a.T, ID: a.ID, Seq: a.Seq, Premoves: a.Premoves, Brief: a.Brief}, nil
	case AskUnwatch:
		return Unwatch{T: a.T, ID: a.ID}, nil
	case AskMove:
		return Move{T: a.T, ID: a.ID, Ply: a.Ply, Code: a.Code}, nil
	case AskAct:
		return Act{T: a.T, ID: a.ID, Kind: a.Kind, What: a.What, Count: a.Number, Side: a.Side}, nil
	case AskLobby:
		return LobbyAsk{T: a.T, On: a.On, Changes: a.Changes}, nil
	case AskPing:
		return Ping{T: a.T, Number: a.Number}, nil
	case AskFair:
		return FairAsk{T: a.T, ID: a.ID}, nil
	case AskCommit:
		return FairCommit{T: a.T, ID: a.ID, Commit: a.Commit}, nil
	case AskOpen:
		return FairOpen{T: a.T, ID: a.ID, Open: a.Open}, nil
	case AskHear:
		return Hear{T: a.T, ID: a.ID, On: a.On, After: a.After}, nil
	case AskEvent:
		return Follow{T: a.T, ID: a.ID, On: a.On}, nil
	case AskDemo:
		return DemoAsk{T: a.T, ID: a.ID, On: a.On}, nil
	}
	return nil, game.Err(BadMessage, "there is no such message")
}

const maxID = 64
