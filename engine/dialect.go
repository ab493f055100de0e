package engine

// Dialect holds the names that engine protocols use for a game and its rules. If the fields for a
// protocol are zero, the game does not support that protocol.
type Dialect struct {
	Game string
	// UCI is the value of UCI_Variant. Switches maps each UCI option for the rules to the game
	// options that it turns on. Ranks is the number that must be added to the game's rank numbers
	// to get those of programs that support UCI_Variant.
	UCI      string
	Switches map[string]map[string]string
	Ranks    int
	// UCCI is the value of a minor piece in points, to which the protocol scales scores; 0 if the
	// game does not support UCCI.
	UCCI int
	// Numbers maps each Gomocup rule number to the game options that it stands for. BoardText
	// converts a board to a position text: rows come from the top, x is a stone of the colour
	// that moved first, o a stone of the other colour, a dot an empty cell.
	Numbers   map[int]map[string]string
	BoardText func(rows []string, firstToMove bool) string
	Openings  [][3][2]int // balanced openings of three stones for swap2, as steps from the centre
	Swap2     Swap2
	// Drawn is the share of drawn games in the data to which the winning chance was fitted.
	// UCI_ShowWDL uses it to split the chance into win, draw and loss.
	Drawn float64
	// Steps holds, for each level from 2 on, the percentage that the level scores against the level
	// below, as listed in docs/strength.md. UCI_Elo derives the ratings of the levels from these
	// scores.
	Steps []float64
	// XBoard converts a position text to the form that programs for the XBoard protocol (CECP)
	// expect.
	XBoard func(position string) string
}

// Swap2 says how a game encodes the swap2 opening: the options that select it and the codes of
// the choices other than placing a stone. Swap takes the colour that does not place the next
// stone, Stay takes the other colour, and More places two stones and lets the opponent choose.
// If Options is empty, the game does not have swap2.
type Swap2 struct {
	Options          map[string]string
	Swap, Stay, More string
}
