package web

import (
	"kydai/internal/play"
	"kydai/internal/wire"
)

// Values used in the examples of the API documents.
const (
	anID   = "m3Vx9qLw2TzB"
	aTime  = 1767225600000 // 2026-01-01 in unix milliseconds
	aMove  = "b1c3"
	anHour = 3600000
)

var (
	anOffer = wire.OfferView{
		ID: anID, Owner: "p7RkD4", Name: "Lan", Created: aTime, Expires: aTime + anHour,
		Proposal: wire.Proposal{Deal: wire.Deal{Game: "example", Clock: "5+3"}, Side: "first", To: "p2QmX8"},
	}
	aView = wire.View{
		ID: anID, Game: "example", Viewer: "first", Seq: 1, Turn: "first", Aborts: 1,
		Seats:   []wire.Seat{{Kind: "human", Player: "p7RkD4", Name: "Lan"}, {Kind: "bot", Player: "p2QmX8", Name: "my bot"}},
		Options: map[string]string{}, Position: "ab/2", Codes: []string{}, Spent: []int64{}, Lag: []int64{},
		Width: 2, Height: 2, Cells: []string{"", "", "a", "b"}, Legal: []wire.Target{{Code: aMove, From: 1, To: 2}}, Premoves: []wire.Target{},
		Marks: []wire.Mark{}, Control: "5+3", Clock: &wire.Clock{Left: [2]int64{300000, 300000}, Deadline: aTime}, First: 60000, Offers: []wire.Offer{},
	}
)

// messages maps the names of all messages of the WebSocket and the bots' stream to example values.
// The API documents use these names and examples.
var messages = map[string]any{
	"AskHello":      wire.Hello{T: wire.AskHello},
	"AskWatch":      wire.Watch{T: wire.AskWatch, ID: anID, Seq: 3, Premoves: true},
	"AskUnwatch":    wire.Unwatch{T: wire.AskUnwatch, ID: anID},
	"AskMove":       wire.Move{T: wire.AskMove, ID: anID, Ply: 4, Code: aMove},
	"AskAct":        wire.Act{T: wire.AskAct, ID: anID, Kind: "offer", What: "takeback", Count: 1},
	"AskLobby":      wire.LobbyAsk{T: wire.AskLobby, On: true, Changes: true},
	"AskPing":       wire.Ping{T: wire.AskPing, Number: 1},
	"AskFair":       wire.FairAsk{T: wire.AskFair, ID: anID},
	"AskCommit":     wire.FairCommit{T: wire.AskCommit, ID: anID, Commit: play.Hash{1}},
	"AskOpen":       wire.FairOpen{T: wire.AskOpen, ID: anID, Open: play.Hash{2}},
	"AskHear":       wire.Hear{T: wire.AskHear, ID: anID, On: true, After: 3},
	"AskDemo":       wire.DemoAsk{T: wire.AskDemo, On: true},
	"TellWelcome":   wire.Welcome{T: wire.TellWelcome, Player: "p7RkD4", Name: "Lan", Node: "n1", Now: aTime},
	"TellMatch":     wire.MatchTold{T: wire.TellMatch, View: aView},
	"TellEvents":    wire.Events{T: wire.TellEvents, ID: anID, From: 1, Seq: 2, Ply: 1, Turn: "second", Codes: []string{aMove}, Spent: []int64{1500}, Last: &[2]int{1, 2}, Cells: "2ab"},
	"TellAck":       wire.Ack{T: wire.TellAck, ID: anID, Seq: 2, Ply: 1, Re: aMove, Repeated: true},
	"TellError":     wire.Error{T: wire.TellError, Code: "not-your-turn", Text: "it is not your turn", Re: wire.AskMove, ID: anID, Ply: 1},
	"TellLobby":     wire.Lobby{T: wire.TellLobby, Offers: []wire.OfferView{anOffer}, More: 2},
	"TellOffers":    wire.LobbyChanges{T: wire.TellOffers, Added: []wire.OfferView{anOffer}, Removed: []string{"k5WnE1"}},
	"TellChallenge": wire.Challenge{T: wire.TellChallenge, Offer: anOffer},
	"TellPresence":  wire.Presence{T: wire.TellPresence, Nodes: 2, Players: 31, Matches: 12},
	"TellHere":      wire.Here{T: wire.TellHere, ID: anID, Here: [2]bool{true, false}, Left: &wire.Left{After: [2]int64{60000, 60000}, Away: "second", Claim: aTime}},
	"TellStarted":   wire.Started{T: wire.TellStarted, ID: anID},
	"TellPong":      wire.Pong{T: wire.TellPong, Number: 1, Now: aTime},
	"TellFair": wire.Fair{
		T: wire.TellFair, ID: anID, Side: "first", Waiting: []string{"first"}, Deadline: aTime,
		Transcript: play.Transcript{Version: 1, Match: anID, Game: "example", Packs: emptyLike(play.Transcript{}.Packs), Players: emptyLike(play.Transcript{}.Players)},
	},
	"TellLines":  wire.Lines{T: wire.TellLines, ID: anID, Lines: []wire.Line{{Number: 1, Side: "second", Phrase: "hello", At: aTime}}},
	"AskEvent":   wire.Follow{T: wire.AskEvent, ID: "aEvent", On: true},
	"TellEvent":  wire.EventChanged{T: wire.TellEvent, ID: "aEvent", Version: 12},
	"TellDemo":   wire.DemoTold{T: wire.TellDemo, Version: 3, Demo: &wire.Demo{Game: "example", Moves: []string{aMove}, At: 1, Arrows: [][2]int{{1, 2}}, Comment: "Look here."}},
	"TellNotice": wire.Noticed{T: wire.TellNotice},
	"BotEvent":   wire.BotEvent{T: "turn", Match: &aView},
}

// emptyLike returns an empty list of the same type. JSON encodes it as [] and not as null.
func emptyLike[T any]([]T) []T { return []T{} }
