package wire

import (
	"encoding/json"

	"kydai/game"
	"kydai/internal/play"
)

// Names of the messages from the server: the values of field t.
const (
	TellWelcome   = "welcome"
	TellMatch     = "match"
	TellEvents    = "events"
	TellAck       = "ack"
	TellError     = "error"
	TellLobby     = "lobby"
	TellOffers    = "offers"
	TellChallenge = "challenge"
	TellPresence  = "presence"
	TellHere      = "here"
	TellStarted   = "started"
	TellPong      = "pong"
	TellFair      = "fair"
	TellLines     = "lines"
	TellNotice    = "notice"
	TellEvent     = "event"
	TellDemo      = "demo"
)

// In all messages times are milliseconds since 1970 by the server's clock, and durations are
// milliseconds.

// Welcome tells a client its player id and name, the name of the node and the server's time.
type Welcome struct {
	T      string `json:"t" enum:"welcome"`
	Player string `json:"player"`
	Name   string `json:"name"`
	Bot    bool   `json:"bot,omitempty"`
	Node   string `json:"node"`
	Now    int64  `json:"now"`
}

// EventChanged tells a client that follows a tournament the tournament's new version. Several
// changes in quick succession cause only one message.
type EventChanged struct {
	T       string `json:"t" enum:"event"`
	ID      string `json:"id"`
	Version int    `json:"version"`
}

// MatchTold is the full state of a match as the client may see it.
type MatchTold struct {
	T string `json:"t" enum:"match"`
	View
}

// Events holds the changes of a match after its first From events, and its current state. If a
// field is missing, its value is empty or no longer applies. Codes, Spent, Lag and Lost begin at
// the ply At and replace the client's values from this ply on. A client that has fewer than From
// events cannot use the message and should send Watch again.
type Events struct {
	T      string   `json:"t" enum:"events"`
	ID     string   `json:"id"`
	From   int      `json:"from"`
	Seq    int      `json:"seq" doc:"Number of events in the match so far."`
	Ply    int      `json:"ply"`
	Turn   string   `json:"turn" enum:"first,second,none" doc:"Side to move; none once the match is over."`
	At     int      `json:"at"`
	Codes  []string `json:"codes,omitempty" doc:"Codes of the moves from ply at on."`
	Spent  []int64  `json:"spent,omitempty" doc:"Time used for each move in codes, in milliseconds."`
	Lag    []int64  `json:"lag,omitempty" doc:"Network lag measured for each move in codes, in milliseconds; missing if all are 0."`
	Lost   []int64  `json:"lost,omitempty" doc:"Network lag of each move that was not credited to the player, in milliseconds; missing if all are 0."`
	Last   *[2]int  `json:"last,omitempty" doc:"Squares of the last move, from and to; -1 means no square. Missing before the first move."`
	Cells  string   `json:"cells" doc:"Content of the board, where a number stands for a run of empty cells; see docs/api.md. Empty if the client asked for brief events."`
	Marks  []Mark   `json:"marks,omitempty"`
	Clock  *Clock   `json:"clock,omitempty" doc:"Clocks of both sides; missing in a game without a clock."`
	Offers []Offer  `json:"offers,omitempty" doc:"Open offers, such as a draw offer."`
	News   []Notice `json:"news,omitempty" doc:"New events other than moves."`
	Undos  *[2]int  `json:"undos,omitempty" doc:"Number of takebacks left per side; -1 means no limit; missing if unchanged."`
	Redo   int      `json:"redo,omitempty" doc:"Number of plies taken back that can be played again."`
	Paused bool     `json:"paused,omitempty"`
	Result *Result  `json:"result,omitempty"`
	Next   string   `json:"next,omitempty" doc:"Id of the rematch."`
	// Reveals proves which pieces the moves from ply At on have revealed to the client.
	Reveals []play.Reveal    `json:"reveals,omitempty" doc:"Pieces revealed by the moves in codes, each with its Merkle path to the signed root."`
	Fair    *play.Transcript `json:"fair,omitempty" doc:"Transcript of the fair deal with the server's random number; present once the match is over."`
	// The fields below differ between clients. The fields above are equal for
	// all clients if the game has no hidden information.
	Legal    string `json:"legal,omitempty" doc:"Legal moves if it is the client's turn; see docs/api.md. Missing, like last, marks and claim, if the client asked for brief events."`
	Premoves string `json:"premoves,omitempty" doc:"Possible premoves if it is not the client's turn and the client requested premoves; see docs/api.md."`
	Claim    string `json:"claim,omitempty" doc:"Reason for a draw that the client may claim."`
}

// Ack confirms a stored change that no Events message reports.
type Ack struct {
	T        string `json:"t" enum:"ack"`
	ID       string `json:"id"`
	Seq      int    `json:"seq"`
	Ply      int    `json:"ply" doc:"Number of moves played so far."`
	Re       string `json:"re" doc:"Code of the confirmed move, or kind of the confirmed act."`
	Repeated bool   `json:"repeated,omitempty" doc:"True if the server had already executed the same request."`
	Next     string `json:"next,omitempty"`
}

// Error reports why a request failed.
type Error struct {
	T    string `json:"t" enum:"error"`
	Code string `json:"code"`
	Text string `json:"text"`
	Re   string `json:"re,omitempty" doc:"Field t of the message that failed."`
	ID   string `json:"id,omitempty"`
	Ply  int    `json:"ply,omitempty"`
	// Retry is the number of milliseconds after which the client may send the
	// message again.
	Retry int `json:"retry,omitempty" doc:"Milliseconds after which the client may send the message again."`
	// Request is the id of the command. The server's log contains the same id.
	Request string `json:"request,omitempty" doc:"Id of the command, also written to the server's log."`
}

// Lobby lists the open offers. More is the number of open offers that are not listed.
type Lobby struct {
	T      string      `json:"t" enum:"lobby"`
	Offers []OfferView `json:"offers"`
	More   int         `json:"more,omitempty" doc:"Number of open offers not listed."`
}

// LobbyChanges lists the changes since the last Lobby or LobbyChanges.
type LobbyChanges struct {
	T       string      `json:"t" enum:"offers"`
	Added   []OfferView `json:"added,omitempty"`
	Removed []string    `json:"removed,omitempty" doc:"Ids of the removed offers."`
	More    int         `json:"more,omitempty" doc:"Number of open offers not listed."`
}

// Challenge tells the client about an offer addressed to its player, or that such an offer is
// closed.
type Challenge struct {
	T     string    `json:"t" enum:"challenge"`
	Offer OfferView `json:"offer"`
	Gone  bool      `json:"gone,omitempty" doc:"True if the challenge is closed; also sent to its owner."`
}

// Presence counts the players online, on all nodes.
type Presence struct {
	T       string         `json:"t" enum:"presence"`
	Nodes   int            `json:"nodes"`
	Players int            `json:"players"`
	Matches int            `json:"matches"`
	Waiting map[string]int `json:"waiting,omitempty" doc:"Number of players who wait for an opponent, by game."`
}

// Here tells which players of a watched match are connected (first side first)
// and how many spectators watch it.
type Here struct {
	T    string  `json:"t" enum:"here"`
	ID   string  `json:"id"`
	Here [2]bool `json:"here"`
	// Watching counts the connections of spectators on the node that sends the
	// message.
	Watching int   `json:"watching,omitempty" doc:"Number of spectators connected to this node."`
	Left     *Left `json:"left,omitempty" doc:"Absence of a player that allows the opponent to claim the match; missing if the match cannot be claimed this way."`
}

// Left tells when a player may claim a win or a draw because the opponent has left. Time during
// which a part of the server is unreachable does not count as absence, so the time in Claim may
// become later.
type Left struct {
	After [2]int64 `json:"after" doc:"Milliseconds of absence of each side after which the opponent may claim the match, first side first."`
	Away  string   `json:"away,omitempty" enum:"first,second" doc:"Side that is away."`
	Claim int64    `json:"claim,omitempty" doc:"Time from which the opponent of the absent side may claim the match, as Unix time in milliseconds."`
}

// LeftOf converts an absence of package play to the form of the API.
func LeftOf(a play.Absence) *Left {
	l := &Left{After: [2]int64{a.Limits[0].Milliseconds(), a.Limits[1].Milliseconds()}}
	if a.Away != game.NoSide {
		l.Away, l.Claim = a.Away.String(), Millis(a.Claim)
	}
	return l
}

// Started tells the client that one of its matches has started.
type Started struct {
	T  string `json:"t" enum:"started"`
	ID string `json:"id"`
}

// Fair is the state of a match's fair deal. Each side in Waiting must act: it sends its commitment
// or, once the commitments of both players and of the server are known, reveals its random number.
// The match starts when the fair deal has ended. If Transcript.Aborted is set, the match never
// starts.
type Fair struct {
	T          string          `json:"t" enum:"fair"`
	ID         string          `json:"id"`
	Side       string          `json:"side" enum:"first,second,none" doc:"Side of the client."`
	Transcript play.Transcript `json:"transcript"`
	Waiting    []string        `json:"waiting" doc:"Sides whose message the server waits for."`
	Deadline   int64           `json:"deadline,omitempty" doc:"Deadline for the messages of the waiting sides, as Unix time in milliseconds."`
	Begun      bool            `json:"begun" doc:"True if the match has started."`
}

// FairOf converts the state of a fair-deal exchange to the form of the API.
func FairOf(d *play.Dealing) Fair {
	f := Fair{
		T: TellFair, ID: d.ID, Side: d.Side.String(), Transcript: d.Transcript, Waiting: []string{},
		Deadline: Millis(d.Deadline), Begun: d.Begun,
	}
	for _, s := range d.Waiting {
		f.Waiting = append(f.Waiting, s.String())
	}
	return f
}

// Pong is the response to a Ping.
type Pong struct {
	T      string `json:"t" enum:"pong"`
	Number int    `json:"n"`
	Now    int64  `json:"now"`
}

// Encode returns a message as JSON. It panics if the message cannot be encoded.
func Encode(m any) []byte {
	b, err := json.Marshal(m)
	if err != nil {
		panic("wire: a message that cannot be written: " + err.Error())
	}
	return b
}
