package wire

import "kydai/internal/play"

// NewPlan is the body of a request that stores a plan: moves that a player of a correspondence game
// prepares as answers to the opponent's moves.
type NewPlan struct {
	Ply   int      `json:"ply" minimum:"0" doc:"Number of moves played before the first move of the line."`
	Moves []string `json:"moves" minItems:"2" maxItems:"20" doc:"Codes of the line: the opponent's move, the answer to it, and so on; the last move is the caller's."`
}

// Plan is a stored line of moves of a player: if the opponent plays the expected move, the server
// plays the player's answer.
type Plan struct {
	ID    string   `json:"id"`
	Ply   int      `json:"ply" doc:"Number of moves played before the first move of the line."`
	Moves []string `json:"moves" doc:"Codes of the moves not played yet."`
}

// PlansOf converts plans to the form of the API.
func PlansOf(plans []play.Plan) []Plan {
	all := make([]Plan, 0, len(plans))
	for _, p := range plans {
		all = append(all, Plan{ID: p.ID, Ply: p.Ply, Moves: p.Moves})
	}
	return all
}
