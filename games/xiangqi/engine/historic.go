package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search/classic"
)

// Historic returns historical players of xiangqi for comparison: the evaluator from a report of
// 2019, and the players that the report describes.
func Historic() classic.Family {
	gain, rate := classic.ByWorth(reportWorth[:])
	return classic.Family{
		Evaluators: []classic.Evaluator{{
			Name:    "report-2019",
			About:   "material as the report has it, and values of position of our own",
			Value:   reportValue,
			Unit:    reportWorth[xiangqi.Soldier],
			Gain:    gain,
			Rate:    rate,
			Explore: 2 * reportWorth[xiangqi.King],
		}},
		Players: []classic.Player{
			{Name: "report-greedy", Spec: "greedy,eval=report-2019", About: "takes the most valuable piece, else any move"},
			{Name: "report-alphabeta", Spec: "ordered,depth=4,eval=report-2019", About: "alpha-beta to depth 4"},
			{Name: "report-mcts", Spec: "mcts,sims=10000,replies=1,eval=report-2019", About: "UCB1 with twice the general's value, one greedy reply"},
		},
	}
}

// reportWorth holds the piece values from the report of 2019, by kind.
var reportWorth = [8]float64{
	xiangqi.King:     6000,
	xiangqi.Adviser:  120,
	xiangqi.Elephant: 120,
	xiangqi.Rook:     600,
	xiangqi.Horse:    270,
	xiangqi.Cannon:   285,
	xiangqi.Soldier:  30,
}

// The report uses position values but does not print them. These are our own values: by rank,
// counted from the own side, and by file, counted from the edge.
var (
	reportRank = [8][xiangqi.Ranks]float64{
		xiangqi.King:     {4, -8, -16},
		xiangqi.Adviser:  {0, 4, 0},
		xiangqi.Elephant: {0, 0, 2, 0, -2},
		xiangqi.Rook:     {-8, 0, 2, 4, 6, 8, 10, 10, 12, 8},
		xiangqi.Horse:    {-10, -2, 4, 6, 10, 14, 18, 16, 8, 0},
		xiangqi.Cannon:   {0, 0, 4, 2, 2, 2, 2, 4, 4, 8},
		xiangqi.Soldier:  {0, 0, 0, 0, 2, 20, 30, 35, 35, 5},
	}
	reportFile = [8][5]float64{
		xiangqi.Elephant: {-6, 0, 0, 0, 4},
		xiangqi.Rook:     {-4, 2, 2, 6, 6},
		xiangqi.Horse:    {-8, 0, 4, 6, 2},
		xiangqi.Cannon:   {0, 2, 2, 4, 8},
		xiangqi.Soldier:  {0, 2, 4, 8, 10},
	}
)

// reportValue returns the material and position values of a side minus those of the opponent.
func reportValue(p game.Position, s game.Side) (sum float64) {
	pos, ok := p.(*xiangqi.Position)
	if !ok {
		return 0
	}
	for sq := range game.Square(xiangqi.Points) {
		piece := pos.At(sq)
		if piece == 0 {
			continue
		}
		v := reportPiece(piece.Kind(), piece.Side(), sq)
		if piece.Side() != s {
			v = -v
		}
		sum += v
	}
	return sum
}

func reportPiece(k xiangqi.Kind, s game.Side, sq game.Square) float64 {
	rank, file := int(sq)/xiangqi.Files, int(sq)%xiangqi.Files
	if s == game.Second {
		rank = xiangqi.Ranks - 1 - rank
	}
	return reportWorth[k] + reportRank[k][rank] + reportFile[k][min(file, xiangqi.Files-1-file)]
}
