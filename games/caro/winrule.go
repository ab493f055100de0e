package caro

// WinRule says which runs win. A run is a maximal unbroken row of one colour in one of the
// four directions; its ends are the two cells just beyond the row.
type WinRule struct {
	Name       string
	Least      int  // the shortest run that wins
	Most       int  // the longest run that wins
	Blockable  int  // runs up to this length do not win if both ends are blocked; 0: blocking has no effect
	EdgeBlocks bool // the edge of the board blocks like an enemy stone
}

// Verdict is the judgement of a win rule on a run.
type Verdict uint8

// Values of Verdict. Blocked and Overline are runs that are long enough but do not count.
const (
	Short Verdict = iota
	Wins
	Blocked
	Overline
)

// String returns the kind of game.Mark that shows the verdict; "" for Short.
func (v Verdict) String() string { return [...]string{"", "row", "blocked", "overline"}[v] }

// Judge applies the rule to a run of n stones. The game judges only runs through the last
// stone, so a run that did not count when completed never wins later.
func (r *WinRule) Judge(n int, bothEndsBlocked bool) Verdict {
	switch {
	case n < r.Least:
		return Short
	case n > r.Most:
		return Overline
	case bothEndsBlocked && n <= r.Blockable:
		return Blocked
	}
	return Wins
}

// anyLength is longer than any run.
const anyLength = MaxSize

// presets are the values of option "rule", default first.
var presets = [...]WinRule{
	{Name: "caro9", Least: 5, Most: 5, Blockable: 5},
	{Name: "caro8", Least: 5, Most: anyLength, Blockable: 5},
	{Name: "caro5plus", Least: 5, Most: anyLength, Blockable: anyLength},
	{Name: "freestyle", Least: 5, Most: anyLength},
	{Name: "standard", Least: 5, Most: 5},
}

// winRules[i][e] is preset i with open edges (e = 0) or blocking edges (e = 1).
var winRules = func() (rules [len(presets)][2]WinRule) {
	for i, r := range presets {
		rules[i][0] = r
		r.EdgeBlocks = true
		rules[i][1] = r
	}
	return rules
}()

// Presets lists the rules by name, default first, with open edges.
func Presets() []WinRule { return append([]WinRule(nil), presets[:]...) }

// ruleNames are the values of option "rule".
var ruleNames = func() (names []string) {
	for _, r := range presets {
		names = append(names, r.Name)
	}
	return names
}()

// edgeNames are the values of option "edge".
var edgeNames = []string{"open", "blocks"}
