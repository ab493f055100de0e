package engine

// Weakness makes a level overlook moves more often for one reason (Oversight) and less often for
// all other reasons, so that the level stays about as strong. The zero value changes nothing.
type Weakness struct {
	Of     int `json:"of,omitempty" doc:"Number of the reason for overlooking a move, as in the type Oversight."`
	Odds   int `json:"odds,omitempty" doc:"Factor for the odds of this reason, in percent."`
	Others int `json:"others,omitempty" doc:"Factor for the odds of all other reasons, in percent."`
}

// ease returns the factor by which the odds of overlooking a move for the reason o are multiplied
// at this level.
func (l *Level) ease(o Oversight) float64 {
	switch {
	case l.Weak.Odds == 0:
		return l.Ease
	case int(o) == l.Weak.Of:
		return l.Ease * float64(l.Weak.Odds) / 100
	}
	return l.Ease * float64(l.Weak.Others) / 100
}
