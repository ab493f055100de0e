package wire

import "kydai/internal/play"

// Review is the review of a match, or the finished part of the review.
type Review struct {
	Positions int        `json:"positions" doc:"Number of positions in the match; the review is done when found has as many entries."`
	Found     []Reviewed `json:"found" doc:"Results of the reviewed positions, in no particular order."`
}

// Reviewed is the result of a worker's search of one position. The search used only what the side
// to move could know.
type Reviewed struct {
	Ply    int      `json:"ply" doc:"Number of moves played before the position."`
	Nodes  uint64   `json:"nodes"`
	Points int      `json:"points" doc:"Value of the best move, in hundredths of the smallest unit of material."`
	Mate   int      `json:"mate,omitempty" doc:"Number of moves until a forced win; negative for a forced loss; 0 if no mate is forced."`
	Line   []string `json:"line" doc:"Codes of the best line's moves."`
	Played *Valued  `json:"played,omitempty" doc:"Expected value of the played move before the hidden piece was revealed; only in games with hidden pieces."`
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
