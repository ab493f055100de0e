package engine

// Dialect is what protocols call a game and its rules. Parts that are zero
// mean that the protocol is not spoken for the game.
type Dialect struct {
	Game string
	// UCI is the value of UCI_Variant. Switches are options of UCI that stand
	// for options of the rules. Ranks is by how much programs that know
	// UCI_Variant count ranks higher than the game does.
	UCI      string
	Switches map[string]map[string]string
	Ranks    int
	// UCCI is what a minor piece is worth in points, if UCCI is spoken.
	UCCI int
	// Numbers are the options that the rule numbers of Gomocup stand for.
	// BoardText writes a board as a position: rows from the top, x for the
	// colour that began, o for the other, a dot for an empty cell.
	Numbers   map[int]map[string]string
	BoardText func(rows []string, firstToMove bool) string
	Openings  [][3][2]int // for swap2, as steps from the centre
	Swap2     Swap2
	// Drawn is the share of drawn games in the fit of the winning chance, for
	// UCI_ShowWDL.
	Drawn float64
	// Steps are the scores of the levels from 2 on against the level below, in
	// percent, as docs/strength.md has them: the ratings of UCI_Elo.
	Steps []float64
	// XBoard writes a position as programs that speak CECP want it.
	XBoard func(position string) string
}

// Swap2 is how a game writes that opening: the options that choose it, and the
// codes of what may be chosen besides a stone. Swap takes the colour that is
// not next to put a stone, Stay the other one, More puts two stones and lets
// the opponent choose. Without options the game does not have it.
type Swap2 struct {
	Options          map[string]string
	Swap, Stay, More string
}
