// Package wire holds every message that goes in or out: what a browser or a bot
// asks, what it is told, and what REST sends and takes. The structs are the
// documentation: the OpenAPI document, and from it the types of the web client,
// are made of them.
//
// What is told of a match is made of a View of the asker, never of the truth.
package wire

import (
	"encoding/json"

	"kydai/game"
	"kydai/play"
)

// BadMessage is the code of the error for bytes that are no message.
const BadMessage = "bad-message"

// MaxMessage is the size of the largest message that is taken, in bytes.
const MaxMessage = 4 << 10

// The names of the messages that a client sends: their field t.
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
)

// Hello asks for a Welcome. One is also sent unasked when a connection begins.
type Hello struct {
	T string `json:"t" enum:"hello"`
}

// Watch asks for a match and for all that happens in it. Who knows its first
// Seq events is told what followed; 0 asks for the whole.
type Watch struct {
	T        string `json:"t" enum:"watch"`
	ID       string `json:"id" maxLength:"64"`
	Seq      int    `json:"seq,omitempty" minimum:"0"`
	Premoves bool   `json:"premoves,omitempty" doc:"tell premoves in events"`
}

// Unwatch ends a Watch.
type Unwatch struct {
	T  string `json:"t" enum:"unwatch"`
	ID string `json:"id" maxLength:"64"`
}

// Move plays a move. The answer is the Events in which it is, an Ack if the
// match is not watched or the move had been played before, or an Error.
// Sending it again is safe.
type Move struct {
	T    string `json:"t" enum:"move"`
	ID   string `json:"id" maxLength:"64"`
	Ply  int    `json:"ply" minimum:"0" doc:"moves on the board before this one"`
	Code string `json:"code" maxLength:"64"`
}

// Act does something that is no move.
type Act struct {
	T    string `json:"t" enum:"act"`
	ID   string `json:"id" maxLength:"64"`
	Kind string `json:"kind" enum:"resign,abort,claim,redo,offer,accept,decline,withdraw"`
	What string `json:"what,omitempty" enum:"draw,takeback,pause,resume,rematch" doc:"of offer, accept, decline and withdraw"`
	N    int    `json:"n,omitempty" doc:"own moves to take back or to play again"`
	Side string `json:"side,omitempty" enum:"first,second" doc:"for whom, where one player has both seats"`
}

// LobbyAsk asks for the lobby, for who is there, and for the matches that begin
// for the asker; or for no more of it.
type LobbyAsk struct {
	T  string `json:"t" enum:"lobby"`
	On bool   `json:"on"`
}

// Ping asks for a Pong with the same number.
type Ping struct {
	T string `json:"t" enum:"ping"`
	N int    `json:"n"`
}

// FairAsk asks how far the deal of a match is, and for all that happens in the
// ceremonies of the asker's matches from then on.
type FairAsk struct {
	T  string `json:"t" enum:"fair"`
	ID string `json:"id" maxLength:"64"`
}

// FairCommit says what the client's number for a deal is bound to. The answer
// is a Fair; to send it again is safe.
type FairCommit struct {
	T      string    `json:"t" enum:"fair-commit"`
	ID     string    `json:"id" maxLength:"64"`
	Commit play.Hash `json:"commit"`
}

// FairOpen says the client's number. The answer is a Fair; to send it again is
// safe.
type FairOpen struct {
	T    string    `json:"t" enum:"fair-open"`
	ID   string    `json:"id" maxLength:"64"`
	Open play.Hash `json:"open"`
}

// ask has the fields of all messages.
type ask struct {
	T    string `json:"t"`
	ID   string `json:"id"`
	Seq  int    `json:"seq"`
	Ply  int    `json:"ply"`
	Code string `json:"code"`
	Kind string `json:"kind"`
	What string `json:"what"`
	N    int    `json:"n"`
	Side string `json:"side"`
	On   bool   `json:"on"`

	Premoves bool `json:"premoves"`

	Commit play.Hash `json:"commit"`
	Open   play.Hash `json:"open"`
}

// Decode reads a message of a client: one of Hello, Watch, Unwatch, Move, Act,
// LobbyAsk, Ping, FairAsk, FairCommit and FairOpen. It takes any bytes. Fields that a message does not have
// are passed over.
func Decode(data []byte) (any, error) {
	if len(data) > MaxMessage {
		return nil, game.Err(BadMessage, "a message may have 4096 bytes at most")
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
	if a.Seq < 0 || a.Ply < 0 {
		return nil, game.Err(BadMessage, "a number is below zero")
	}
	switch a.T {
	case AskHello:
		return Hello{T: a.T}, nil
	case AskWatch:
		return Watch{T: a.T, ID: a.ID, Seq: a.Seq, Premoves: a.Premoves}, nil
	case AskUnwatch:
		return Unwatch{T: a.T, ID: a.ID}, nil
	case AskMove:
		return Move{T: a.T, ID: a.ID, Ply: a.Ply, Code: a.Code}, nil
	case AskAct:
		return Act{T: a.T, ID: a.ID, Kind: a.Kind, What: a.What, N: a.N, Side: a.Side}, nil
	case AskLobby:
		return LobbyAsk{T: a.T, On: a.On}, nil
	case AskPing:
		return Ping{T: a.T, N: a.N}, nil
	case AskFair:
		return FairAsk{T: a.T, ID: a.ID}, nil
	case AskCommit:
		return FairCommit{T: a.T, ID: a.ID, Commit: a.Commit}, nil
	case AskOpen:
		return FairOpen{T: a.T, ID: a.ID, Open: a.Open}, nil
	}
	return nil, game.Err(BadMessage, "there is no such message")
}

const maxID = 64
