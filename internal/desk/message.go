package desk

import (
	"kydai/engine"
	"kydai/game"
)

// Request is one request. Op is the operation; each operation reads only the fields that
// it needs.
type Request struct {
	ID      int               `json:"id,omitempty"`
	Op      string            `json:"op" enum:"games,new,state,at,play,replay,undo,redo,think,write,texts,read,shown,refuse,drop,count,tree,lab,solve,ways,explain"`
	Session int               `json:"session,omitempty"`
	Game    string            `json:"game,omitempty"`
	Start   string            `json:"start,omitempty"`
	Options map[string]string `json:"options,omitempty"`
	Moves   []string          `json:"moves,omitempty"` // codes of the moves to replay
	Seed    uint64            `json:"seed,omitempty"`  // seed of the deal and of a level's random choices
	Code    string            `json:"code,omitempty"`
	Count   int               `json:"count,omitempty"`                         // number of moves to undo or redo, or a maximum number of moves; for the ops "at" and "refuse": the ply
	View    string            `json:"view,omitempty" enum:"first,second,,all"` // "first", "second", "" for a spectator, or "all" for the view with all hidden pieces
	Level   int               `json:"level,omitempty"`
	Weak    engine.Weakness   `json:"weak,omitzero"` // weakness of the character that plays at the level; see engine.Weakness
	Limits  engine.Limits     `json:"limits,omitzero"`
	// Notation is the notation in which the reply writes moves; if it is empty, the reply has codes
	// only.
	Notation string `json:"notation,omitempty"`
	Text     string `json:"text,omitempty"` // a move as typed by a user; for op "lab": learnt weights
	Lang     string `json:"lang,omitempty"` // language of the judge's reason
	// From and To are the squares of the move that op "refuse" asks about; From is -1 for placing a
	// stone. If Text is set, op "refuse" takes the move from Text instead.
	From int `json:"from,omitempty"`
	To   int `json:"to,omitempty"`
	// Deal is the deal of hidden pieces, once the client knows it: the pieces in the order of their
	// squares.
	Deal string `json:"deal,omitempty"`
	// Algorithm is, for op think, count or tree, a lab algorithm with its settings, such as
	// "mcts,c=2", or one of the players that op "lab" lists.
	Algorithm string `json:"algorithm,omitempty"`
	Sims      int    `json:"sims,omitempty"`  // number of simulations
	Width     int    `json:"width,omitempty"` // number of moves to search per position; 0 means the default
	// Goal and Side set the task of op "solve": prove that Side can win, draw or survive within
	// Count moves.
	Goal string `json:"goal,omitempty" enum:"win,draw,survive"`
	Side string `json:"side,omitempty" enum:"first,second"`
}

// Reply is the response. Either Error or the other fields are set.
type Reply struct {
	ID      int             `json:"id,omitempty"`
	Error   *Problem        `json:"error,omitempty"`
	Games   []Listed        `json:"games,omitempty"`
	Session int             `json:"session,omitempty"`
	State   *State          `json:"state,omitempty"`
	Thought *engine.Thought `json:"thought,omitempty"`
	Texts   []string        `json:"texts,omitempty"` // moves in the requested notation
	Code    string          `json:"code,omitempty"`  // code of the typed move
	Counted *Counted        `json:"counted,omitempty"`
	Tree    *Branch         `json:"tree,omitempty"`
	Packs   []Pack          `json:"packs,omitempty"` // groups of squares onto which the game deals hidden pieces
	Shown   []Shown         `json:"shown,omitempty"` // dealt pieces that the moves of the game revealed
	Refusal *Refusal        `json:"refusal,omitempty"`
	// A field with the tag study is written only by study modules, so that other modules do not
	// contain the code that writes it.
	Solution  *Solution  `json:"solution,omitempty" study:"true"`  // result of op "solve"
	Explained *Explained `json:"explained,omitempty" study:"true"` // result of op "explain"
}

// Problem is an error: a code for programs and a sentence for people.
type Problem struct {
	Code string `json:"code"`
	Text string `json:"text"`
	// Why and Values describe the fault in a position; see game.Error.
	Why    string   `json:"why,omitempty"`
	Values []string `json:"values,omitempty"`
}

// Listed describes a game that can be started.
type Listed struct {
	Name    string    `json:"name"`
	Sides   [2]string `json:"sides"`
	Width   int       `json:"width"`
	Height  int       `json:"height"`
	Points  bool      `json:"points"`
	Options []Choice  `json:"options,omitempty"`
	Levels  int       `json:"levels"` // number of engine levels; 0 means that the game has no engine
	// Notations and Formats list the move notations and the record formats of the game, the default
	// one first.
	Notations []string `json:"notations,omitempty"`
	Formats   []string `json:"formats,omitempty"`
	Scale     int      `json:"scale,omitempty"` // advantage in engine points with which a side wins three of four games
}

// Choice is a rule option of a game with its possible values.
type Choice struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Values  []string `json:"values" ts:"string[] | null"`
}

// Mark is a labelled set of squares, as in game.Mark.
type Mark struct {
	Kind    string        `json:"kind"`
	Squares []game.Square `json:"squares"`
	Because []game.Square `json:"because"`
}

// State is the state of a session in one viewer's view.
type State struct {
	Position string   `json:"position"`
	Turn     string   `json:"turn" enum:"first,second"`
	Ply      int      `json:"ply"`
	Undone   int      `json:"undone"`
	Firm     int      `json:"firm,omitempty"` // takebacks of this many or more moves are refused; 0 means that takebacks are allowed
	Codes    []string `json:"codes"`
	Legal    []Target `json:"legal"`
	Width    int      `json:"width"`
	Height   int      `json:"height"`
	Cells    []string `json:"cells"`
	Marks    []Mark   `json:"marks,omitempty"`
	Why      string   `json:"why,omitempty"` // reason of the result; set once the game is over
	Winner   string   `json:"winner,omitempty" enum:"first,second,none"`
	Last     *Target  `json:"last,omitempty"`     // the last move
	Premoves []Target `json:"premoves,omitempty"` // possible premoves of the viewer
	Claim    string   `json:"claim,omitempty"`    // reason of a draw that the side to move may claim
	Texts    []string `json:"texts,omitempty"`    // the moves in the requested notation
	Taken    []Taken  `json:"taken,omitempty"`    // captured pieces, in order
	Ruling   *Ruling  `json:"ruling,omitempty"`
	// Down lists the squares whose pieces are face down although the cell text shows the piece.
	Down []game.Square `json:"down,omitempty"`
}

// Refusal says why a move is refused; see game.Refusal.
type Refusal struct {
	Code    string        `json:"code"`
	Kind    string        `json:"kind,omitempty"`
	Lead    string        `json:"lead,omitempty"`
	Squares []game.Square `json:"squares,omitempty"`
}

// Ruling is what the judge has decided, or a warning that the judge will decide after one more
// repetition.
type Ruling struct {
	Text    string `json:"text"`
	Warning bool   `json:"warning,omitempty"`
}

// Pack is the JSON form of a game.Pack: a group of squares and the pieces dealt onto them.
type Pack struct {
	Squares []game.Square `json:"squares"`
	Pieces  string        `json:"pieces"`
}

// Shown is a dealt piece that a move revealed.
type Shown struct {
	Ply    int         `json:"ply"`
	Square game.Square `json:"square"`
	Piece  string      `json:"piece"`
	To     string      `json:"to,omitempty" enum:"first,second"` // the only side that saw the piece; empty if both saw it
}

// Taken is a captured piece in the viewer's view.
type Taken struct {
	Token string `json:"token"`          // text of the captured piece's cell before the capture
	Face  string `json:"face,omitempty"` // kind of a piece captured face down, if the viewer may know it
}

// Target is one legal move: its code and its origin and target squares.
type Target struct {
	Code string `json:"code"`
	From int    `json:"from"` // -1 if the move has no origin square
	To   int    `json:"to"`
}

// Counted holds the statistics of a lab search.
type Counted struct {
	Nodes   uint64 `json:"nodes"`
	Leaves  uint64 `json:"leaves"`
	Cuts    uint64 `json:"cuts"`
	Value   int    `json:"value"` // value of the position, in hundredths of the smallest unit of material
	Best    string `json:"best,omitempty"`
	Stopped bool   `json:"stopped,omitempty"` // the search reached a limit, so the counts are lower bounds
}

// Branch is a node of a recorded search tree, for display.
type Branch struct {
	Move     string   `json:"move,omitempty"`
	Kind     string   `json:"kind"`
	Value    int      `json:"value"` // in the unit of Counted.Value
	Skipped  int      `json:"skipped,omitempty"`
	Best     bool     `json:"best,omitempty"`
	Children []Branch `json:"children,omitempty"`
}

// Solution is the result of the prover; see proof.Answer.
type Solution struct {
	Result string `json:"result" enum:"proved,refuted,undecided"`
	// attacking side, whose moves the field Moves counts; for goal "survive", the opponent of Side
	Attacker string `json:"attacker" enum:"first,second"`
	// Moves is the number of moves in which the attacker reaches the goal, or within which the
	// attacker cannot reach it. Ever means that the attacker cannot reach it in any number of moves.
	Moves int    `json:"moves"`
	Ever  bool   `json:"ever,omitempty"`
	Kind  string `json:"kind" enum:"checks,threats,all"` // kinds of attacking moves that the prover considered
	Limit bool   `json:"limit,omitempty"`                // a move limit of the game's rules comes before the move limit of the task
	// Shortest means that no shorter solution exists. Unique means that no other first move solves
	// the task; Seconds lists other first moves that do. If Unique is false and Seconds is empty,
	// it is not known whether there is another first move.
	Shortest bool   `json:"shortest,omitempty"`
	Unique   bool   `json:"unique,omitempty"`
	Seconds  []Step `json:"seconds,omitempty"`
	Nodes    uint64 `json:"nodes"`
	Next     []Step `json:"next,omitempty"` // the solution with all defences, or the refutation
}

// Step is one move of a solution with the moves that can follow it, the longest defence first.
type Step struct {
	Code  string `json:"code"`
	Text  string `json:"text,omitempty"` // the move in the requested notation
	Plies int    `json:"plies"`          // moves of both sides until the goal, after this move
	Cut   bool   `json:"cut,omitempty"`  // the moves that follow were left out
	Next  []Step `json:"next,omitempty"`
}

// Explained is the answer to op "explain": why a move is good or bad; see reason.Explain.
type Explained struct {
	Code    string   `json:"code"`              // code of the explained move
	Better  string   `json:"better,omitempty"`  // code of a better move, if there is one
	Mistake bool     `json:"mistake,omitempty"` // Better is so much better that the move is a mistake
	Reasons []Reason `json:"reasons,omitempty"`
}

// Reason is the JSON form of a reason.Reason. Its sentences are in
// games/<game>/text/reason.<language>.json.
type Reason struct {
	Role   string  `json:"role" enum:"does,allows,misses"`
	Move   string  `json:"move"`           // code of the move that has the motif
	Text   string  `json:"text,omitempty"` // the move in the requested notation
	Code   string  `json:"code"`
	Kind   string  `json:"kind,omitempty"`
	By     []Piece `json:"by,omitempty"`
	Of     []Piece `json:"of,omitempty"`
	With   []Piece `json:"with,omitempty"`
	To     []Piece `json:"to,omitempty"`
	Number int     `json:"number,omitempty"`
	Odds   []Odds  `json:"odds,omitempty"`
}

// Piece is a piece with its square, or only a square. Pieces of the first side have
// capital letters, as in position texts.
type Piece struct {
	Square game.Square `json:"square"`
	Letter string      `json:"letter,omitempty"`
}

// Odds is the probability, in percent, that a hidden piece is of a given kind. Pieces of the first
// side have capital letters.
type Odds struct {
	Letter  string `json:"letter"`
	Percent int    `json:"percent"`
}
