package wire

import (
	"encoding/json"

	"kydai/play"
)

// The names of the messages that the server sends: their field t.
const (
	TellWelcome  = "welcome"
	TellMatch    = "match"
	TellEvents   = "events"
	TellAck      = "ack"
	TellError    = "error"
	TellLobby    = "lobby"
	TellPresence = "presence"
	TellHere     = "here"
	TellStarted  = "started"
	TellPong     = "pong"
	TellFair     = "fair"
)

// Times are milliseconds since 1970 by the clock of the server; durations are
// milliseconds.

// Welcome says who the client is to the server.
type Welcome struct {
	T      string `json:"t" enum:"welcome"`
	Player string `json:"player"`
	Name   string `json:"name"`
	Bot    bool   `json:"bot,omitempty"`
	Node   string `json:"node"`
	Now    int64  `json:"now"`
}

// MatchTold is a match as the client may know it, from which it can be drawn.
type MatchTold struct {
	T string `json:"t" enum:"match"`
	View
}

// Events is what happened in a match after its first From events, and how it
// stands now. What is left out is empty or has ended; Codes, Spent and Lag
// replace what was known from ply At on. To a client that knows fewer than From
// events it is of no use: it should Watch again.
type Events struct {
	T      string   `json:"t" enum:"events"`
	ID     string   `json:"id"`
	From   int      `json:"from"`
	Seq    int      `json:"seq" doc:"events of the match so far"`
	Ply    int      `json:"ply"`
	Turn   string   `json:"turn" enum:"first,second,none" doc:"none once it is over"`
	At     int      `json:"at"`
	Codes  []string `json:"codes,omitempty" doc:"moves from ply at on"`
	Spent  []int64  `json:"spent,omitempty" doc:"what those moves took"`
	Lag    []int64  `json:"lag,omitempty" doc:"and the lag measured with them; left out if all are 0"`
	Cells  string   `json:"cells" doc:"the board, see docs/api.md: a number is so many empty cells"`
	Marks  []Mark   `json:"marks,omitempty"`
	Clock  *Clock   `json:"clock,omitempty" doc:"left out in a game without a clock"`
	Offers []Offer  `json:"offers,omitempty" doc:"that stand"`
	News   []Notice `json:"news,omitempty" doc:"what happened besides moves"`
	Undos  *[2]int  `json:"undos,omitempty" doc:"moves each side may still take back, -1 is any number; left out if that has not changed"`
	Redo   int      `json:"redo,omitempty" doc:"plies that were taken back and can be played again"`
	Paused bool     `json:"paused,omitempty"`
	Result *Result  `json:"result,omitempty"`
	Next   string   `json:"next,omitempty" doc:"the match that is the rematch"`
	// Reveals open what the moves from ply at on showed the client.
	Reveals []play.Reveal    `json:"reveals,omitempty" doc:"dealt pieces that those moves showed, with their way to the signed root"`
	Fair    *play.Transcript `json:"fair,omitempty" doc:"how the match was dealt, the server's number included; once it is over"`
	// What follows is the client's own; all before is the same for all, where
	// nothing is hidden.
	Legal    string `json:"legal,omitempty" doc:"moves of the client, if it has the turn; see docs/api.md"`
	Premoves string `json:"premoves,omitempty" doc:"moves that a player who has not the turn can prepare, if Watch asked for them; see docs/api.md"`
	Claim    string `json:"claim,omitempty" doc:"the reason of a draw that the client may claim"`
}

// Ack says that something is durable which no Events tell.
type Ack struct {
	T        string `json:"t" enum:"ack"`
	ID       string `json:"id"`
	Seq      int    `json:"seq"`
	Ply      int    `json:"ply" doc:"moves on the board now"`
	Re       string `json:"re" doc:"the code of the move, or the kind of the act"`
	Repeated bool   `json:"repeated,omitempty" doc:"it had been done before"`
	Next     string `json:"next,omitempty"`
}

// Error says why something was not done.
type Error struct {
	T    string `json:"t" enum:"error"`
	Code string `json:"code"`
	Text string `json:"text"`
	Re   string `json:"re,omitempty" doc:"t of the message that it answers"`
	ID   string `json:"id,omitempty"`
	Ply  int    `json:"ply,omitempty"`
}

// Lobby lists the open offers, the oldest first.
type Lobby struct {
	T      string      `json:"t" enum:"lobby"`
	Offers []OfferView `json:"offers"`
}

// Presence counts who is there, on all nodes.
type Presence struct {
	T       string `json:"t" enum:"presence"`
	Nodes   int    `json:"nodes"`
	Players int    `json:"players"`
	Matches int    `json:"matches"`
}

// Here says which players of a watched match are connected, first side first,
// and how many others watch.
type Here struct {
	T    string  `json:"t" enum:"here"`
	ID   string  `json:"id"`
	Here [2]bool `json:"here"`
	// Watching counts connections of others, on the node that tells.
	Watching int `json:"watching,omitempty" doc:"spectators, as far as this node knows"`
}

// Started says that a match begins for the client.
type Started struct {
	T  string `json:"t" enum:"started"`
	ID string `json:"id"`
}

// Fair says how far the deal of a match is. Whoever is waited for commits, or
// opens once all three commitments are there. The match can be watched when it
// has begun; with Transcript.Aborted there will be none.
type Fair struct {
	T          string          `json:"t" enum:"fair"`
	ID         string          `json:"id"`
	Side       string          `json:"side" enum:"first,second,none" doc:"of the client"`
	Transcript play.Transcript `json:"transcript"`
	Waiting    []string        `json:"waiting" doc:"sides that have to speak"`
	Deadline   int64           `json:"deadline,omitempty" doc:"by which they must have"`
	Begun      bool            `json:"begun" doc:"the match has begun"`
}

// FairOf writes how far a deal is.
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

// Pong answers a Ping.
type Pong struct {
	T   string `json:"t" enum:"pong"`
	N   int    `json:"n"`
	Now int64  `json:"now"`
}

// Encode writes a message.
func Encode(m any) []byte {
	b, err := json.Marshal(m)
	if err != nil {
		panic("wire: a message that cannot be written: " + err.Error())
	}
	return b
}
