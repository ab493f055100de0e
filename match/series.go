package match

import "kydai/game"

// MaxSeries is the maximum number of games in a series.
const MaxSeries = 10

// Series is the position of a match in a series of games between the same players. It is
// part of the terms, so each match stores the score of the series before it. The zero
// Series means that the match belongs to no series.
type Series struct {
	Games  int    `json:"games"`           // number of games in the series, from 2 to MaxSeries
	Number int    `json:"number"`          // number of this match in the series, from 1
	Points [2]int `json:"points,omitzero"` // score of each seat before this match, in half points
}

// NewSeries returns the Series for the first of n games; the zero Series if n is less
// than two.
func NewSeries(n int) Series {
	if n < 2 {
		return Series{}
	}
	return Series{Games: n, Number: 1}
}

func (s Series) check() error {
	if s == (Series{}) {
		return nil
	}
	sum, played := s.Points[0]+s.Points[1], s.Number-1
	if s.Games < 2 || s.Games > MaxSeries || s.Number < 1 || s.Number > s.Games || min(s.Points[0], s.Points[1]) < 0 || sum != 2*played {
		return badTerms("a series has 2 to 10 games, and its score is that of the games before")
	}
	return nil
}

// after returns the Series for the match that follows a match with the given outcome. A match
// without a result is played again. After the last match a new series begins.
func (s Series) after(out game.Outcome) Series {
	switch {
	case s.Games == 0 || out.Why == game.ByAbort || out.Why == Abandoned || !out.Over():
		return s
	case s.Number >= s.Games:
		return NewSeries(s.Games)
	}
	s.Number++
	switch out.Winner {
	case game.First, game.Second:
		s.Points[out.Winner.Index()] += 2
	case game.NoSide:
		s.Points[0]++
		s.Points[1]++
	}
	return s
}

// NextTerms returns the terms of the rematch: the terms that Terms.Next returns, with the series
// continued.
func (m *Match) NextTerms() Terms {
	t := m.Terms()
	t.Series = t.Series.after(m.Outcome())
	return t.Next()
}
