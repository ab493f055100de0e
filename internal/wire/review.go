package wire

import "kydai/internal/play"

// Review is the review of a match, or the finished part of the review.
type Review struct {
	Positions int        `json:"positions" doc:"number of positions; the review is done when as many are found"`
	Found     []Reviewed `json:"found" doc:"what was found in each position, in no order"`
}

// Reviewed is a worker's result for one position, computed for the side to move from only what that
// side could know.
type Reviewed struct {
	Ply    int      `json:"ply" doc:"number of moves played before"`
	Nodes  uint64   `json:"nodes"`
	Points int      `json:"points" doc:"value of the best move, in hundredths of the smallest unit of material"`
	Mate   int      `json:"mate,omitempty" doc:"moves until the win, below zero until the loss; 0 if none is forced"`
	Line   []string `json:"line" doc:"best line, as codes"`
	Played *Valued  `json:"played,omitempty" doc:"value of the move played before its luck; only in games with hidden pieces"`
}

// Valued is the value of a move for the side that moves.
type Valued struct {
	Points int `json:"points"`
	Mate   int `json:"mate,omitempty"`
}

// ReviewOf converts a review to the form of the API.
func ReviewOf(r *play.Review) Review {
	out := Review{Positions: r.Plies, Found: make([]Reviewed, 0, len(r.Found))}
	for _, f := range r.Found {
		one := Reviewed{Ply: f.Ply, Nodes: f.Nodes, Points: f.Points, Mate: f.Mate, Line: f.Line}
		if f.Played != nil {
			one.Played = &Valued{Points: f.Played.Points, Mate: f.Played.Mate}
		}
		out.Found = append(out.Found, one)
	}
	return out
}
