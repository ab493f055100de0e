package game

// Ruling is a judge's decision about a line, with reasons.
type Ruling struct {
	Law     string  // name of the rule set
	Outcome Outcome // as returned by Judge; zero for a warning
	// Warning is the outcome that one more repetition would cause; zero for a
	// ruling.
	Warning Outcome
	From    int      // ply of the first move considered
	Remarks []Remark // one for each move from there on
	Text    string   // the ruling as a sentence
}

// Remark is a judge's comment on one move.
type Remark struct {
	Kinds []string // codes, the gravest first: "check", "chase", "idle" …
	Marks []Mark   // squares of attackers and targets after the move
	Text  string   // the comment as text
}

// Explainer is a Judge that explains its rulings and warns in advance.
type Explainer interface {
	// Explain returns the ruling or a warning for the line, in the best
	// matching language; false if there is none.
	Explain(l *Line, lang string) (Ruling, bool)
}

// RulingOn returns the ruling or warning for a line.
func RulingOn(l *Line, lang string) (Ruling, bool) {
	if e, ok := l.rules.(Explainer); ok {
		return e.Explain(l, lang)
	}
	return Ruling{}, false
}
