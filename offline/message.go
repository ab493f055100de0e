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
	Count   int               `json:"count,omitempty"` // of moves to undo or redo; of op "at", the ply
	View    string            `json:"view,omitempty"`  // "first", "second", "" for a spectator, "all" for who may know all
	Level   int               `json:"level,omitempty"`
	Limits  *Limits           `json:"limits,omitempty"`
	// Notation names the one in which moves are to be written; empty: none are.
	Notation string `json:"notation,omitempty"`
	Text     string `json:"text,omitempty"` // a move as somebody typed it
	Lang     string `json:"lang,omitempty"` // of what a judge says: "vi", "en"
	// Deal is what was dealt, once that is known: the pieces in the order of
	// their squares.
	Deal string `json:"deal,omitempty"`
	// Algorithm is one of the lab's, to think or to be counted.
	Algorithm string `json:"algorithm,omitempty"`
}

// Limits of a thinking engine.
type Limits struct {
	Depth int    `json:"depth,omitempty"`
	Nodes uint64 `json:"nodes,omitempty"`
	Ms    int    `json:"ms,omitempty"`
	Lines int    `json:"lines,omitempty"`
	Sims  int    `json:"sims,omitempty"`  // simulations, of an algorithm that makes them
	Width int    `json:"width,omitempty"` // moves that the lab's algorithms look at; 0 is the usual
}

// Reply answers a request. Exactly one of Error and the others is set.
type Reply struct {
	ID      int      `json:"id,omitempty"`
	Error   *Problem `json:"error,omitempty"`
	Games   []Listed `json:"games,omitempty"`
	Session int      `json:"session,omitempty"`
	State   *State   `json:"state,omitempty"`
	Thought *Thought `json:"thought,omitempty"`
	Texts   []string `json:"texts,omitempty"` // moves as people write them
	Code    string   `json:"code,omitempty"`  // of the move that a text means
	Counted *Counted `json:"counted,omitempty"`
	Tree    *Branch  `json:"tree,omitempty"`
	Packs   []Pack   `json:"packs,omitempty"` // what the game deals
	Shown   []Shown  `json:"shown,omitempty"` // and what its moves showed
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
	// Notations and Formats are how its moves and its records are written,
	// the usual one first.
	Notations []string `json:"notations,omitempty"`
	Formats   []string `json:"formats,omitempty"`
	Scale     int      `json:"scale,omitempty"` // points of the engine that make the odds e to 1
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
	Last     *Target  `json:"last,omitempty"`     // the move that led here
	Premoves []Target `json:"premoves,omitempty"` // what the viewer may prepare
	Claim    string   `json:"claim,omitempty"`    // why a draw may be claimed
	Texts    []string `json:"texts,omitempty"`    // the codes in the notation asked for
	Taken    []Taken  `json:"taken,omitempty"`    // what has left the board, in order
	Ruling   *Ruling  `json:"ruling,omitempty"`
	// Down lists what lies face down although its cell tells what it is.
	Down []game.Square `json:"down,omitempty"`
}

// Ruling is what the judge says: how it has ruled, or how it will if the same
// is repeated once more.
type Ruling struct {
	Text    string `json:"text"`
	Warning bool   `json:"warning,omitempty"`
}

// Pack is a game.Pack.
type Pack struct {
	Squares []game.Square `json:"squares"`
	Pieces  string        `json:"pieces"`
}

// Shown is a dealt piece that a move showed.
type Shown struct {
	Ply    int         `json:"ply"`
	Square game.Square `json:"square"`
	Piece  string      `json:"piece"`
	To     string      `json:"to,omitempty"` // who alone saw it
}

// Taken is a piece that was captured, as the viewer knows it.
type Taken struct {
	Token string `json:"token"`          // as its cell said
	Face  string `json:"face,omitempty"` // what it turned out to be, for who may know
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

// Counted is what a search of the lab did.
type Counted struct {
	Nodes   uint64 `json:"nodes"`
	Leaves  uint64 `json:"leaves"`
	Cuts    uint64 `json:"cuts"`
	Value   int    `json:"value"` // in hundredths of the smallest unit
	Best    string `json:"best,omitempty"`
	Stopped bool   `json:"stopped,omitempty"` // the counts are lower bounds
}

// Branch is a node of a recorded search, for a page to draw.
type Branch struct {
	Move     string   `json:"move,omitempty"`
	Kind     string   `json:"kind"`
	Value    int      `json:"value"` // as in Counted
	Skipped  int      `json:"skipped,omitempty"`
	Best     bool     `json:"best,omitempty"`
	Children []Branch `json:"children,omitempty"`
}
