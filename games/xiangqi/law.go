package xiangqi

import "kydai/game"

// Acts is the set of acts of a move that the repetition law distinguishes, such as check or chase.
type Acts uint8

// The acts. A move without any act is idle.
const (
	Check     Acts = 1 << iota // the move attacks the general
	Chase                      // the move threatens to win a piece
	Mate                       // the move threatens mate or stalemate
	Exchange                   // the move offers to exchange pieces of one kind
	Sacrifice                  // the moved piece can be captured without compensation
	Block                      // the move blocks an attack
)

// Offence describes acts that a side must not commit with every move of a repetition.
type Offence struct {
	Acts     Acts // each move has at least one of these acts
	OnePiece bool // all chases must be of the same piece
	Grave    int  // gravity: the side with the graver offence loses; equal gravity is a draw
	Why      game.Reason
}

// Law is a rule set for repetitions. The zero Law forbids nothing.
type Law struct {
	Name     string
	Times    int       // number of the occurrence at which a position is judged
	Offences []Offence // offences, the gravest first
	// RunLimits limits consecutive checks and chases: a move that would exceed a limit is illegal.
	// nil means that the law has no such limits.
	RunLimits *RunLimits
	// Whole is the number of plies after which a game ends; 0 means no limit.
	Whole int
}

// LawOption is the name of the option that selects the rule set for repetitions.
const LawOption = "law"

// Laws lists the rule sets for repetitions. The first one is the default.
func Laws() []Law { return append([]Law(nil), laws...) }

var laws = []Law{
	{
		Name: "wxf", Times: 3,
		Offences: []Offence{
			{Acts: Check, Grave: 2, Why: game.PerpetualCheck},
			{Acts: Chase, OnePiece: true, Grave: 1, Why: game.PerpetualChase},
		},
	},
	{
		Name: "cxa", Times: 3,
		Offences: []Offence{
			{Acts: Check, Grave: 2, Why: game.PerpetualCheck},
			{Acts: Chase, Grave: 1, Why: game.PerpetualChase},
			{Acts: Check | Chase | Mate, Grave: 1, Why: game.PerpetualThreat},
		},
	},
	{
		Name: "online", Times: 3,
		Offences: []Offence{
			{Acts: Check, Grave: 2, Why: game.PerpetualCheck},
			{Acts: Chase, OnePiece: true, Grave: 1, Why: game.PerpetualChase},
			{Acts: Check | Chase, OnePiece: true, Grave: 1, Why: game.PerpetualThreat},
		},
		RunLimits: &RunLimits{Checks: []int{6, 12, 18}, Chases: 6, Mixed: []int{12, 18}, Both: 6},
		Whole:     400,
	},
}

// ChooseLaw returns the option that selects the rule set, for use in game.Info.
func ChooseLaw() game.Option {
	o := game.Option{Name: LawOption, Default: laws[0].Name}
	for _, w := range laws {
		o.Values = append(o.Values, w.Name)
	}
	return o
}

// LawOf returns the rule set that a setup selects, or the default.
func LawOf(s game.Setup) *Law {
	name := s.Options[LawOption]
	for i := range laws {
		if laws[i].Name == name {
			return &laws[i]
		}
	}
	return &laws[0]
}

// usualCycle is the number of moves that Weigh handles without allocating memory.
const usualCycle = 32

// Weigh returns the offence of each side in a repetition; nil means none. The last n moves on b
// must lead back to the position before them. On return b is unchanged.
func (w *Law) Weigh(b *Board, n int) [2]*Offence {
	var t classifier
	t.begin(w)
	var buf [maxThreats]threat
	from := len(b.past) - n
	var room [usualCycle]done
	undone := append(room[:0], b.past[from:]...)
	for i := n - 1; i >= 0; i-- {
		t.try(b, buf[:0])
		t.back(b.turn&1^1, undone[i])
		b.Undo()
		if !t.open[0] && !t.open[1] {
			undone = undone[i:]
			break
		}
	}
	for _, d := range undone {
		b.redo(d)
	}
	return [2]*Offence{t.found(0), t.found(1)}
}

// Against returns the side that loses by a repetition of the last n moves on b; NoSide means a
// draw. checked reports whether a move gave check, counted back from the last move (0). The moves
// are classified only if neither side gave check with every move.
func (w *Law) Against(b *Board, n int, checked func(back int) bool) game.Side {
	always := [2]bool{true, true} // by side: index 0 is the side that moved last, 1 the side to move
	for back := range n {
		if !checked(back) {
			always[back&1] = false
		}
	}
	switch {
	case always[0] && always[1]:
		return game.NoSide
	case always[0]:
		return b.Turn().Other()
	case always[1]:
		return b.Turn()
	}
	loser, _ := Loser(w.Weigh(b, n))
	return loser
}

// Loser returns the side with the graver offence, and the reason. NoSide means a draw.
func Loser(of [2]*Offence) (game.Side, game.Reason) {
	grave := [2]int{}
	for i, o := range of {
		if o != nil {
			grave[i] = o.Grave
		}
	}
	switch {
	case grave[0] > grave[1]:
		return game.First, of[0].Why
	case grave[1] > grave[0]:
		return game.Second, of[1].Why
	}
	return game.NoSide, game.Repetition
}
