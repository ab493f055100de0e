package game

// Ruling is a judge's decision about a line, with reasons.
type Ruling struct {
	Law     string  // name of the rule set
	Outcome Outcome // as returned by Judge; zero for a warning
	// Warning is the outcome that one more repetition would cause; the zero Outcome if this is a
	// ruling and not a warning.
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
	// Explain returns the ruling or warning for the line, written in the available language that
	// fits lang best; false if there is none.
	Explain(l *Line, lang string) (Ruling, bool)
}

// RulingOn returns the ruling or warning for a line; false if there is none or if the game
// explains no rulings.
func RulingOn(l *Line, lang string) (Ruling, bool) {
	if e, ok := l.rules.(Explainer); ok {
		return e.Explain(l, lang)
	}
	return Ruling{}, false
}
