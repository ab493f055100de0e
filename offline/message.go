package offline

import "kydai/game"

// Request is one question. Op says which; the other fields are read where the
// operation wants them.
type Request struct {
	ID      int               `json:"id,omitempty"`
	Op      string            `json:"op"`
	Session int               `json:"session,omitempty"`
	Game    string            `json:"game,omitempty"`
	Start   string            `json:"start,omitempty"`
	Options map[string]string `json:"options,omitempty"`
	Moves   []string          `json:"moves,omitempty"` // codes to replay
	Seed    uint64            `json:"seed,omitempty"`  // of a deal, and of a level's choices
	Code    string            `json:"code,omitempty"`
	Count   int               `json:"count,omitempty"`
	View    string            `json:"view,omitempty"` // "first", "second" or "" for a spectator
	Level   int               `json:"level,omitempty"`
	Limits  *Limits           `json:"limits,omitempty"`
}

// Limits of a thinking engine.
type Limits struct {
	Depth int    `json:"depth,omitempty"`
	Nodes uint64 `json:"nodes,omitempty"`
	Ms    int    `json:"ms,omitempty"`
	Lines int    `json:"lines,omitempty"`
}

// Reply answers a request. Exactly one of Error and the others is set.
type Reply struct {
	ID      int      `json:"id,omitempty"`
	Error   *Problem `json:"error,omitempty"`
	Games   []Listed `json:"games,omitempty"`
	Session int      `json:"session,omitempty"`
	State   *State   `json:"state,omitempty"`
	Thought *Thought `json:"thought,omitempty"`
}

// Problem is what went wrong: a code for programs, a sentence for people.
type Problem struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Listed is a game one can start.
type Listed struct {
	Name    string    `json:"name"`
	Sides   [2]string `json:"sides"`
	Width   int       `json:"width"`
	Height  int       `json:"height"`
	Points  bool      `json:"points"`
	Options []Choice  `json:"options,omitempty"`
	Levels  int       `json:"levels"` // 0: no engine
}

// Choice is an option of a game and its values.
type Choice struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Values  []string `json:"values"`
}

// Mark is a remark on some squares, as game.Mark.
type Mark struct {
	Kind    string        `json:"kind"`
	Squares []game.Square `json:"squares"`
	Because []game.Square `json:"because"`
}

// State is a session as one viewer may know it.
type State struct {
	Position string   `json:"position"`
	Turn     string   `json:"turn"`
	Ply      int      `json:"ply"`
	Undone   int      `json:"undone"`
	Codes    []string `json:"codes"`
	Legal    []Target `json:"legal"`
	Width    int      `json:"width"`
	Height   int      `json:"height"`
	Cells    []string `json:"cells"`
	Marks    []Mark   `json:"marks,omitempty"`
	Why      string   `json:"why,omitempty"` // set once it is over
	Winner   string   `json:"winner,omitempty"`
}

// Target is one legal move: its code and, if it has them, its squares.
type Target struct {
	Code string `json:"code"`
	From int    `json:"from"` // -1: none
	To   int    `json:"to"`
}

// Thought is what an engine found.
type Thought struct {
	Best  string     `json:"best"`
	Depth int        `json:"depth"`
	Nodes uint64     `json:"nodes"`
	Ms    int64      `json:"ms"`
	Lines []Expected `json:"lines"`
}

// Expected is a line of play with its value for the side to move.
type Expected struct {
	Points int      `json:"points"`
	Mate   int      `json:"mate,omitempty"`
	Codes  []string `json:"codes"`
}
