package engine

// Weakness makes a level overlook moves for one reason more often, and for all others less often,
// so that it stays about as strong. The zero value changes nothing.
type Weakness struct {
	Of     int `json:"of,omitempty" doc:"Number of the reason for overlooking a move, as in the type Oversight."`
	Odds   int `json:"odds,omitempty" doc:"Factor for the odds of this reason, in percent."`
	Others int `json:"others,omitempty" doc:"Factor for the odds of all other reasons, in percent."`
}

// ease is the factor of the odds of overlooking a move because of one reason.
func (l *Level) ease(o Oversight) float64 {
	switch {
	case l.Weak.Odds == 0:
		return l.Ease
	case int(o) == l.Weak.Of:
		return l.Ease * float64(l.Weak.Odds) / 100
	}
	return l.Ease * float64(l.Weak.Others) / 100
}
