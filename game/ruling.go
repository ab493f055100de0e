package game

// Ruling is what a judge says about a line, with its reasons.
type Ruling struct {
	Law     string  // the rule set it was made by
	Outcome Outcome // as Judge returns it; zero for a warning
	// Warning is what the outcome will be if what was repeated is repeated
	// once more; zero for a ruling.
	Warning Outcome
	From    int      // the ply of the first move that was looked at
	Remarks []Remark // one for each move from there
	Text    string   // the ruling in a sentence
}

// Remark is what a judge saw in one move.
type Remark struct {
	Kinds []string // codes, the gravest first: "check", "chase", "idle" …
	Marks []Mark   // who does it to whom, by where they stand after the move
	Text  string   // the same in words
}

// Explainer judges say why, and warn before they rule.
type Explainer interface {
	// Explain returns the ruling on the line as it stands, or a warning, in
	// the language that fits best; false if there is nothing to say.
	Explain(l *Line, lang string) (Ruling, bool)
}

// RulingOn returns what the judge of a line says about it.
func RulingOn(l *Line, lang string) (Ruling, bool) {
	if e, ok := l.rules.(Explainer); ok {
		return e.Explain(l, lang)
	}
	return Ruling{}, false
}
