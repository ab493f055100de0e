package game

// Ruling is a judge's decision about a line, with the reasons for it.
type Ruling struct {
	Law     string  // name of the rule set by which the judge decides
	Outcome Outcome // outcome of the game; the zero Outcome if the ruling is only a warning
	// Warning is the outcome that one more repetition would cause. It is the zero Outcome if the
	// game is already over.
	Warning Outcome
	From    int      // ply of the first move that the ruling considers
	Remarks []Remark // one remark for each move from From on
	Text    string   // the ruling as a sentence
}

// Remark is a judge's comment on one move.
type Remark struct {
	Kinds []string // codes for what the move does, the most serious first: "check", "chase", "idle" …
	Marks []Mark   // squares of attackers and targets after the move
	Text  string   // the comment as a sentence
}

// Explainer is a Judge that explains its rulings and warns in advance.
type Explainer interface {
	// Explain returns the ruling or warning for the line, or false if there is none. Its texts are
	// in the available language that fits lang best.
	Explain(l *Line, lang string) (Ruling, bool)
}

// RulingOn returns the ruling or warning for a line. It returns false if there is none or if the
// game does not explain rulings.
func RulingOn(l *Line, lang string) (Ruling, bool) {
	if e, ok := l.rules.(Explainer); ok {
		return e.Explain(l, lang)
	}
	return Ruling{}, false
}
