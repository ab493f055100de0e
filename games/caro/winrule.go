package caro

// WinRule tells which runs win. A run is an unbroken row of stones of one colour, in one of the
// four directions, that cannot be extended. The ends of a run are the two cells next to it on the
// line.
type WinRule struct {
	Name       string
	Least      int  // length of the shortest run that wins
	Most       int  // length of the longest run that wins
	Blockable  int  // runs up to this length do not win if both ends are blocked; 0: blocking has no effect
	EdgeBlocks bool // whether the edge of the board blocks a run like an enemy stone
}

// Verdict is the result of applying a win rule to a run.
type Verdict uint8

// Values of Verdict. Blocked and Overline are for runs that are long enough but do not win.
const (
	Short Verdict = iota
	Wins
	Blocked
	Overline
)

// String returns the kind of game.Mark with which the verdict is displayed; "" for Short.
func (v Verdict) String() string { return [...]string{"", "row", "blocked", "overline"}[v] }

// Judge returns the verdict on a run of n stones. The game calls it only for runs through the last
// stone. So a run that did not win when it was completed never wins later.
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

// anyLength is the value of Most in rules without an upper limit: no run is longer.
const anyLength = MaxSize

// presets lists the win rules that the option "rule" can select. The first one is the default.
var presets = [...]WinRule{
	{Name: "caro9", Least: 5, Most: 5, Blockable: 5},
	{Name: "caro8", Least: 5, Most: anyLength, Blockable: 5},
	{Name: "caro5plus", Least: 5, Most: anyLength, Blockable: anyLength},
	{Name: "freestyle", Least: 5, Most: anyLength},
	{Name: "standard", Least: 5, Most: 5},
}

// winRules[i][e] is the preset i with open edges (e = 0) or blocking edges (e = 1).
var winRules = func() (rules [len(presets)][2]WinRule) {
	for i, r := range presets {
		rules[i][0] = r
		r.EdgeBlocks = true
		rules[i][1] = r
	}
	return rules
}()

// Presets lists the win rules with open edges. The first one is the default.
func Presets() []WinRule { return append([]WinRule(nil), presets[:]...) }

// ruleNames lists the values of the option "rule".
var ruleNames = func() (names []string) {
	for _, r := range presets {
		names = append(names, r.Name)
	}
	return names
}()

// edgeNames lists the values of the option "edge".
var edgeNames = []string{"open", "blocks"}
