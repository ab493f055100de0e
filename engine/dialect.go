package engine

// Dialect tells how a game and its rules are represented in the engine protocols UCI, UCCI, Gomocup
// and XBoard. If the fields for a protocol are zero, the game does not support this protocol.
type Dialect struct {
	Game string
	// UCI is the name of the game in the option UCI_Variant. Switches maps a UCI option that stands
	// for a rule to the game options that it turns on. Ranks is the difference between the rank
	// numbers of programs that support UCI_Variant and those of the game.
	UCI      string
	Switches map[string]map[string]string
	Ranks    int
	// UCCI is the value of a minor piece in the engine's points. Scores that are sent over the
	// protocol UCCI are scaled by it. 0 means that the game does not support UCCI.
	UCCI int
	// Numbers maps a rule number of the Gomocup protocol to the game options that it means.
	// BoardText converts a board to a position text. The rows come from the top: x is a stone of
	// the colour that moved first, o a stone of the other colour, a dot an empty cell.
	Numbers   map[int]map[string]string
	BoardText func(rows []string, firstToMove bool) string
	Openings  [][3][2]int // for swap2: balanced groups of three stones, each stone as its offset from the centre
	Swap2     Swap2
	// Drawn is the share of drawn games among the games to which the winning chance was fitted.
	// With the option UCI_ShowWDL, it is used to split a winning chance into win, draw and loss.
	Drawn float64
	// Steps holds, for each level from level 2 on, its score against the level below, in percent
	// (see docs/strength.md). For the option UCI_Elo, the ratings of the levels are computed from
	// these scores.
	Steps []float64
	// XBoard converts a position text to the form that programs for the XBoard protocol (CECP)
	// expect.
	XBoard func(position string) string
}

// Swap2 tells how a game encodes the opening swap2. Options are the game options that select this
// opening; if they are empty, the game does not have it. The other fields are the codes of the
// choices. Swap takes the colour that does not place the next stone, Stay takes the colour that
// does, and More places two stones and lets the opponent choose.
type Swap2 struct {
	Options          map[string]string
	Swap, Stay, More string
}
