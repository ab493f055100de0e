package wire

// DemoAsk requests the content of a class's demo board and its later changes, or ends such a
// subscription.
type DemoAsk struct {
	T  string `json:"t" enum:"demo"`
	ID string `json:"id,omitempty" maxLength:"64" doc:"class, for its teachers; left out by a child, whose class it is"`
	On bool   `json:"on"`
}

// Demo is the content of the demo board of a class: a game position within a line of moves.
type Demo struct {
	Game    string            `json:"game" maxLength:"64"`
	Start   string            `json:"start,omitempty" maxLength:"1000" doc:"a position; default: the usual one"`
	Options map[string]string `json:"options,omitempty" doc:"of the rules"`
	Moves   []string          `json:"moves,omitempty" maxItems:"600" nullable:"false" doc:"the line, from the position on"`
	At      int               `json:"at,omitempty" minimum:"0" doc:"number of moves after which the board is shown"`
	Arrows  [][2]int          `json:"arrows,omitempty" maxItems:"40" nullable:"false" doc:"squares from and to, counted from 0; the same square twice is a ring"`
	Comment string            `json:"comment,omitempty" maxLength:"2000" doc:"at most 500 characters"`
	Flip    bool              `json:"flip,omitempty" doc:"the second side sits below"`
}

// DemoTold is the current content of the demo board of a class.
type DemoTold struct {
	T       string `json:"t" enum:"demo"`
	ID      string `json:"id,omitempty" doc:"class, as the client asked for it"`
	Version int    `json:"version" doc:"grows with every change"`
	Demo    *Demo  `json:"demo,omitempty" doc:"left out while nothing is shown"`
}
