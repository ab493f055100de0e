package search

// Param is one tunable number and its range.
type Param struct {
	Name        string
	Value       int
	Least, Most int
}

// Params holds all parameters of the search. The engine of a game may change
// the defaults.
type Params struct {
	Aspiration      int // half width of the first aspiration window
	RazorDepth      int // largest depth for razoring
	RazorMargin     int // margin of razoring, per ply of depth
	ReverseDepth    int // largest depth for reverse futility pruning
	ReverseMargin   int // margin of reverse futility pruning, per ply of depth
	NullDepth       int // smallest depth for a null move
	NullBase        int // base reduction of a null move, in plies
	NullDivisor     int // number of plies of depth that add one ply to the reduction of a null move
	NullEvalDivisor int // amount of evaluation above beta that adds one ply to the reduction of a null move
	NullSlack       int // how far the static evaluation may lie below beta for a null move, per ply of depth
	FutilityDepth   int // largest depth for futility pruning of quiet moves
	FutilityBase    int
	FutilityMargin  int // margin of futility pruning, per ply of depth
	CountDepth      int // largest depth for late move pruning
	CountBase       int // number of quiet moves that late move pruning keeps at depth 0
	CountPV         int // 1 if late move pruning applies in nodes of the principal variation too
	ExchangeDepth   int // largest depth for pruning captures that lose material
	ExchangeMargin  int // how much material a capture may lose, per ply of depth
	SpareDepth      int // smallest depth at which quiet checks are not pruned
	HistoryDepth    int // largest reduced depth at which quiet moves are pruned by history
	HistoryPrune    int // history value below which a quiet move is pruned, per ply of depth
	// QuietExchangeDepth is the largest reduced depth at which quiet moves that lose material in an
	// exchange are pruned. QuietExchangeMargin is the smallest loss that is pruned at a reduced
	// depth of 1; at a reduced depth of n plies it is n*n times as large.
	QuietExchangeDepth, QuietExchangeMargin int
	ReduceDepth                             int // smallest depth for late move reductions
	ReduceBase                              int // constant part of a late move reduction, in hundredths of a ply
	ReduceDivisor                           int // divisor of the logarithmic part of a late move reduction, in hundredths
	HistoryDivisor                          int // history value worth one ply of reduction
	SingularDepth                           int // smallest depth for a singular extension
	SingularMargin                          int // how far the other moves must score below the hash move, per ply of depth
	DoubleMargin                            int // additional margin for an extension by two plies
	IterativeDepth                          int // smallest depth for internal iterative reduction
	DeltaMargin                             int // delta pruning: margin added to the value of the captured piece
	CheckExtension                          int // plies added if the side to move is in check
	// The next numbers scale the soft limit of a search by the clock (see clockFacts). A fact with
	// the number 0 does not matter. Other searches do not use these numbers.
	ClockStability int // percent of the limit that an iteration with the same best move takes off
	ClockShare     int // hundredths of a percent of the limit that a percent of nodes on the best move takes off
	ClockFall      int // percent of the limit that each ten points of a falling score add

	// Plain selects bare alpha-beta over static evaluations: no table, no quiescence search and
	// no pruning. It is for tests and teaching.
	Plain bool
}

// DefaultParams returns the default parameters, tuned for games with captures and
// kings.
func DefaultParams() Params {
	return Params{
		Aspiration: 20, RazorDepth: 2, RazorMargin: 220,
		ReverseDepth: 8, ReverseMargin: 75,
		NullDepth: 3, NullBase: 4, NullDivisor: 4, NullEvalDivisor: 200, NullSlack: 20,
		FutilityDepth: 7, FutilityBase: 90, FutilityMargin: 85,
		CountDepth: 6, CountBase: 4, CountPV: 1, ExchangeDepth: 6, ExchangeMargin: 100,
		SpareDepth: 2, HistoryDepth: 4, HistoryPrune: 3000,
		QuietExchangeDepth: 8, QuietExchangeMargin: 25,
		ReduceDepth: 3, ReduceBase: 60, ReduceDivisor: 215, HistoryDivisor: 8000,
		SingularDepth: 8, SingularMargin: 2, DoubleMargin: 20, IterativeDepth: 4,
		DeltaMargin: 200, CheckExtension: 1,
	}
}

// Bare returns the parameters of a plain alpha-beta search.
func Bare() Params {
	return Params{
		Plain: true, Aspiration: 2 * Infinite, NullDepth: MaxPly, NullDivisor: 1, NullEvalDivisor: 1,
		ReduceDepth: MaxPly, ReduceDivisor: 100, HistoryDivisor: 1, SingularDepth: MaxPly, IterativeDepth: MaxPly,
	}
}

// tunable is a parameter with its name and its range.
type tunable struct {
	name        string
	at          *int
	least, most int
}

// tunables lists all parameters that are numbers.
func (p *Params) tunables() []tunable {
	return []tunable{
		{"aspiration", &p.Aspiration, 5, 200},
		{"razor-depth", &p.RazorDepth, 0, 6},
		{"razor-margin", &p.RazorMargin, 50, 800},
		{"reverse-depth", &p.ReverseDepth, 0, 12},
		{"reverse-margin", &p.ReverseMargin, 20, 300},
		{"null-depth", &p.NullDepth, 1, 99},
		{"null-base", &p.NullBase, 1, 6},
		{"null-divisor", &p.NullDivisor, 2, 12},
		{"null-eval-divisor", &p.NullEvalDivisor, 50, 800},
		{"null-slack", &p.NullSlack, 0, 200},
		{"futility-depth", &p.FutilityDepth, 0, 12},
		{"futility-base", &p.FutilityBase, 0, 400},
		{"futility-margin", &p.FutilityMargin, 20, 300},
		{"count-depth", &p.CountDepth, 0, 12},
		{"count-base", &p.CountBase, 1, 40},
		{"count-pv", &p.CountPV, 0, 1},
		{"exchange-depth", &p.ExchangeDepth, 0, 10},
		{"exchange-margin", &p.ExchangeMargin, 0, 400},
		{"spare-depth", &p.SpareDepth, 1, 99},
		{"history-depth", &p.HistoryDepth, 0, 10},
		{"history-prune", &p.HistoryPrune, 500, 20000},
		{"quiet-exchange-depth", &p.QuietExchangeDepth, 0, 12},
		{"quiet-exchange-margin", &p.QuietExchangeMargin, 5, 200},
		{"reduce-depth", &p.ReduceDepth, 1, 99},
		{"reduce-base", &p.ReduceBase, 0, 200},
		{"reduce-divisor", &p.ReduceDivisor, 100, 500},
		{"history-divisor", &p.HistoryDivisor, 1000, 40000},
		{"singular-depth", &p.SingularDepth, 4, 99},
		{"singular-margin", &p.SingularMargin, 1, 8},
		{"double-margin", &p.DoubleMargin, 5, 1000},
		{"iterative-depth", &p.IterativeDepth, 2, 99},
		{"delta-margin", &p.DeltaMargin, 0, 800},
		{"check-extension", &p.CheckExtension, 0, 1},
		{"clock-stability", &p.ClockStability, 0, 20},
		{"clock-share", &p.ClockShare, 0, 400},
		{"clock-fall", &p.ClockFall, 0, 40},
	}
}

// List returns every parameter with its range, for tuning and tests.
func (p *Params) List() []Param {
	var list []Param
	for _, t := range p.tunables() {
		list = append(list, Param{t.name, *t.at, t.least, t.most})
	}
	return list
}

// Set sets the parameter with a name. It returns false, and changes nothing, if there is no such
// parameter or if the value is outside its range.
func (p *Params) Set(name string, value int) bool {
	for _, t := range p.tunables() {
		if t.name == name && value >= t.least && value <= t.most {
			*t.at = value
			return true
		}
	}
	return false
}
