package wire

// DemoAsk requests the content of a class's demo board and its later changes, or ends such a
// subscription.
type DemoAsk struct {
	T  string `json:"t" enum:"demo"`
	ID string `json:"id,omitempty" maxLength:"64" doc:"Id of the class; required for its teachers, omitted by a child of the class."`
	On bool   `json:"on"`
}

// Demo is the content of the demo board of a class: a game position within a line of moves.
type Demo struct {
	Game    string            `json:"game" maxLength:"64"`
	Start   string            `json:"start,omitempty" maxLength:"1000" doc:"Start position as text; default: the standard position of the game."`
	Options map[string]string `json:"options,omitempty" doc:"Options of the game's rules."`
	Moves   []string          `json:"moves,omitempty" maxItems:"600" nullable:"false" doc:"Codes of the moves from the start position."`
	At      int               `json:"at,omitempty" minimum:"0" doc:"Number of moves after which the board is shown."`
	Arrows  [][2]int          `json:"arrows,omitempty" maxItems:"40" nullable:"false" doc:"Arrows as pairs of squares (from, to) numbered from 0; a pair of equal squares is a ring."`
	Comment string            `json:"comment,omitempty" maxLength:"2000" doc:"Comment of at most 500 characters."`
	Flip    bool              `json:"flip,omitempty" doc:"True if the second side is at the bottom of the board."`
}

// DemoTold is the current content of the demo board of a class.
type DemoTold struct {
	T       string `json:"t" enum:"demo"`
	ID      string `json:"id,omitempty" doc:"Id of the class, exactly as in the request."`
	Version int    `json:"version" doc:"Version number of the board; each change increases it."`
	Demo    *Demo  `json:"demo,omitempty" doc:"Content of the board; missing while it shows nothing."`
}
