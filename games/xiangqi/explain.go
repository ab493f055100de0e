package xiangqi

import "kydai/game"

// Explain returns the judge's ruling on a repetition, with the facts about each move. One
// repetition before the ruling, it returns a warning instead.
func (Rules) Explain(l *game.Line, lang string) (game.Ruling, bool) {
	return LawOf(l.Setup()).Explain(l, lang)
}

// Explain returns the ruling of Judge with its reasons, or a warning that the next repetition ends
// the game. It returns false if no position was repeated and no move is barred.
func (w *Law) Explain(l *game.Line, lang string) (game.Ruling, bool) {
	first, seen := back(l, w.Times)
	r := game.Ruling{Law: w.Name, Outcome: w.Judge(l), From: first}
	if !r.Outcome.Over() && (seen < 2 || l.Outcome().Over()) || l.Position().Outcome().Over() {
		return game.Ruling{}, false // there is no repetition, or the game ended for another reason
	}
	if seen < 2 {
		r.From = lastFixed(l)
	}
	b := replayed(l, r.From)
	if b == nil {
		return game.Ruling{}, false
	}
	n := l.Ply() - r.From
	of := w.Weigh(b, n)
	if seen+1 >= w.Times && !r.Outcome.Over() {
		r.Warning = ruling(of)
	}
	if !r.Outcome.Over() && !r.Warning.Over() {
		return game.Ruling{}, false
	}
	t := tongueOf(lang)
	facts := FactsOf(b, n)
	r.Text = t.ruling(&r, of, facts)
	r.Remarks = t.remarks(l, r.From, facts)
	return r, true
}

// Names of the acts, gravest first. An act is what a move does in a repetition, such as giving
// check or chasing a piece.
var actNames = [...]struct {
	act  Acts
	name string
}{
	{Check, "check"}, {Chase, "chase"}, {Mate, "mate"}, {Exchange, "exchange"},
	{Sacrifice, "sacrifice"}, {Block, "block"},
}

// Kinds lists the codes of the acts, gravest first. If there are no acts, the list is "idle".
func (a Acts) Kinds() []string {
	var kinds []string
	for _, n := range actNames {
		if a&n.act != 0 {
			kinds = append(kinds, n.name)
		}
	}
	if kinds == nil {
		kinds = []string{"idle"}
	}
	return kinds
}

// main returns the gravest of the acts.
func (a Acts) main() Acts { return a & -a }

// whole summarises a side's moves. It returns the acts common to all its moves, and the gravest act
// of each move in order of first appearance.
func whole(facts []MoveFacts, side game.Side) (every Acts, mains []Acts) {
	every = ^Acts(0)
	for _, d := range facts {
		if d.Side != side {
			continue
		}
		every &= d.Acts
		m := d.Acts.main()
		known := false
		for _, k := range mains {
			known = known || k == m
		}
		if !known {
			mains = append(mains, m)
		}
	}
	return every, mains
}

// hunted returns the pieces that a side chased with every one of its moves (victims), the pieces
// that chased them (hunters), and the reasons why these attacks are threats.
func hunted(facts []MoveFacts, side game.Side) (victims, hunters []TrackedPiece, why []Why) {
	var common map[game.Square]TrackedPiece
	for _, d := range facts {
		if d.Side != side {
			continue
		}
		now := map[game.Square]TrackedPiece{}
		for _, a := range d.Chases {
			if _, ok := common[a.Of.At]; ok || common == nil {
				now[a.Of.At] = a.Of
			}
		}
		common = now
	}
	for sq := range game.Square(Points) {
		if m, ok := common[sq]; ok {
			victims = append(victims, m)
		}
	}
	for _, d := range facts {
		for _, a := range d.Chases {
			if _, ok := common[a.Of.At]; !ok || d.Side != side {
				continue
			}
			hunters = addMan(hunters, a.By)
			if !contains(why, a.Why) {
				why = append(why, a.Why)
			}
		}
	}
	return victims, hunters, why
}

// checking lists the pieces with which a side gave check.
func checking(facts []MoveFacts, side game.Side) []TrackedPiece {
	var men []TrackedPiece
	for _, d := range facts {
		if d.Side != side {
			continue
		}
		for _, m := range d.Checks {
			men = addMan(men, m)
		}
	}
	return men
}

func addMan(men []TrackedPiece, m TrackedPiece) []TrackedPiece {
	if contains(men, m) {
		return men
	}
	return append(men, m)
}

func contains[T comparable](list []T, x T) bool {
	for _, v := range list {
		if v == x {
			return true
		}
	}
	return false
}
