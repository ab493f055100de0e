package search

// Param is one number that tuning may change, with its range.
type Param struct {
	Name        string
	Value       int
	Least, Most int
}

// Params are the numbers of the search: one home for each. A game's engine
// may set others than the usual ones.
type Params struct {
	Aspiration      int // half width of the first window
	RazorDepth      int // deepest depth at which a hopeless node goes to quiescence
	RazorMargin     int // per depth
	ReverseDepth    int // deepest depth of reverse futility
	ReverseMargin   int // per depth
	NullDepth       int // least depth for a null move
	NullBase        int // plies a null move saves
	NullDivisor     int // a ply more for each so many plies of depth
	NullEvalDivisor int // a ply more for each so much above beta
	NullSlack       int // how far below beta the static value may be, per depth
	FutilityDepth   int // deepest depth at which quiet moves are skipped by value
	FutilityBase    int
	FutilityMargin  int // per depth
	CountDepth      int // deepest depth at which late quiet moves are skipped
	CountBase       int // how many quiet moves are tried at depth 0
	ExchangeDepth   int // deepest depth at which losing captures are skipped
	ExchangeMargin  int // what a capture may lose, per depth
	SpareDepth      int // least depth at which quiet checks are not skipped
	HistoryDepth    int // deepest reduced depth at which quiet moves of bad repute are skipped
	HistoryPrune    int // how bad, per depth
	// Deepest reduced depth at which quiet moves that lose what they move
	// are skipped, and what they may lose, per square of that depth.
	QuietExchangeDepth, QuietExchangeMargin int
	ReduceDepth                             int // least depth for late move reductions
	ReduceBase                              int // hundredths of a ply
	ReduceDivisor                           int // hundredths; less means more reduction
	HistoryDivisor                          int // history worth one ply of reduction
	SingularDepth                           int // least depth for a singular extension
	SingularMargin                          int // per depth
	DoubleMargin                            int // how far below for two plies
	IterativeDepth                          int // least depth at which a node without a hash move is reduced
	DeltaMargin                             int // what quiescence hopes for besides the capture
	CheckExtension                          int // plies, where the side to move is in check

	// Plain turns the search into bare alpha-beta over static values: no
	// table, no quiescence, nothing skipped. Only tests and lessons want it.
	Plain bool
}

// Usual returns numbers that suit games of captures and kings.
func Usual() Params {
	return Params{
		Aspiration: 20, RazorDepth: 2, RazorMargin: 220,
		ReverseDepth: 8, ReverseMargin: 75,
		NullDepth: 3, NullBase: 4, NullDivisor: 4, NullEvalDivisor: 200, NullSlack: 20,
		FutilityDepth: 7, FutilityBase: 90, FutilityMargin: 85,
		CountDepth: 6, CountBase: 4, ExchangeDepth: 6, ExchangeMargin: 100,
		SpareDepth: 2, HistoryDepth: 4, HistoryPrune: 3000,
		QuietExchangeDepth: 8, QuietExchangeMargin: 25,
		ReduceDepth: 3, ReduceBase: 60, ReduceDivisor: 215, HistoryDivisor: 8000,
		SingularDepth: 8, SingularMargin: 2, DoubleMargin: 20, IterativeDepth: 4,
		DeltaMargin: 200, CheckExtension: 1,
	}
}

// Bare returns the numbers of a plain alpha-beta search.
func Bare() Params {
	return Params{
		Plain: true, Aspiration: 2 * Infinite, NullDepth: MaxPly, NullDivisor: 1, NullEvalDivisor: 1,
		ReduceDepth: MaxPly, ReduceDivisor: 100, HistoryDivisor: 1, SingularDepth: MaxPly, IterativeDepth: MaxPly,
	}
}

// List names every number with its range, for tuning and for tests.
func (p *Params) List() []Param {
	return []Param{
		{"aspiration", p.Aspiration, 5, 200},
		{"razor-depth", p.RazorDepth, 0, 6},
		{"razor-margin", p.RazorMargin, 50, 800},
		{"reverse-depth", p.ReverseDepth, 0, 12},
		{"reverse-margin", p.ReverseMargin, 20, 300},
		{"null-depth", p.NullDepth, 1, 99},
		{"null-base", p.NullBase, 1, 6},
		{"null-divisor", p.NullDivisor, 2, 12},
		{"null-eval-divisor", p.NullEvalDivisor, 50, 800},
		{"null-slack", p.NullSlack, 0, 200},
		{"futility-depth", p.FutilityDepth, 0, 12},
		{"futility-base", p.FutilityBase, 0, 400},
		{"futility-margin", p.FutilityMargin, 20, 300},
		{"count-depth", p.CountDepth, 0, 12},
		{"count-base", p.CountBase, 1, 40},
		{"exchange-depth", p.ExchangeDepth, 0, 10},
		{"exchange-margin", p.ExchangeMargin, 0, 400},
		{"spare-depth", p.SpareDepth, 1, 99},
		{"history-depth", p.HistoryDepth, 0, 10},
		{"history-prune", p.HistoryPrune, 500, 20000},
		{"quiet-exchange-depth", p.QuietExchangeDepth, 0, 12},
		{"quiet-exchange-margin", p.QuietExchangeMargin, 5, 200},
		{"reduce-depth", p.ReduceDepth, 1, 99},
		{"reduce-base", p.ReduceBase, 0, 200},
		{"reduce-divisor", p.ReduceDivisor, 100, 500},
		{"history-divisor", p.HistoryDivisor, 1000, 40000},
		{"singular-depth", p.SingularDepth, 4, 99},
		{"singular-margin", p.SingularMargin, 1, 8},
		{"double-margin", p.DoubleMargin, 5, 1000},
		{"iterative-depth", p.IterativeDepth, 2, 99},
		{"delta-margin", p.DeltaMargin, 0, 800},
		{"check-extension", p.CheckExtension, 0, 1},
	}
}
