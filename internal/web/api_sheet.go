package web

import (
	"context"
	"math"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/operator"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// SheetView contains what the operator sees about the rated games of one player: the times of the
// moves, and comparisons with other players and with the engine. It contains no verdict about
// cheating.
type SheetView struct {
	Player string      `json:"player"`
	Name   string      `json:"name,omitempty"`
	Games  []SheetGame `json:"games" doc:"Rated games of the player, latest first."`
	Kinds  []SheetKind `json:"kinds" doc:"The same games grouped by game and speed, the group with the most games first."`
}

// SheetGame is a rated game with the times of the player's moves, in milliseconds. If the game
// could not be replayed, it has no moves.
type SheetGame struct {
	Match        string      `json:"match"`
	Game         string      `json:"game"`
	Speed        string      `json:"speed"`
	Opponent     string      `json:"opponent"`
	OpponentName string      `json:"opponentName,omitempty"`
	At           int64       `json:"at"`
	Score        float64     `json:"score" doc:"Score of the player: 1 for a win, 0.5 for a draw, 0 for a loss."`
	Reason       string      `json:"reason" doc:"Reason for the end of the game."`
	Before       float64     `json:"before" doc:"Rating of the player before the game."`
	After        float64     `json:"after"`
	Moves        int         `json:"moves" doc:"Number of the player's moves."`
	Median       int64       `json:"median" doc:"Median time of the player's moves, in milliseconds."`
	P10          int64       `json:"p10"`
	P90          int64       `json:"p90"`
	Variation    float64     `json:"variation" doc:"Coefficient of variation of the times of the player's moves."`
	Review       SheetReview `json:"review"`
}

// SheetReview says how often and how well the player's moves agree with stored engine reviews.
type SheetReview struct {
	Games  int     `json:"games" doc:"Number of games with a complete review."`
	Moves  int     `json:"moves" doc:"Number of the player's moves that the reviews evaluate."`
	Agreed float64 `json:"agreed" doc:"Share of the reviewed moves that are the engine's first choice, from 0 to 1."`
	Loss   float64 `json:"loss" doc:"Mean loss of winning probability per move, from 0 to 1."`
}

// SheetKind compares the player's games in one game and at one speed with the games of other
// players with a similar rating.
type SheetKind struct {
	Game   string      `json:"game"`
	Speed  string      `json:"speed"`
	Rating float64     `json:"rating" doc:"Rating of the player after the latest game."`
	Own    SheetSpread `json:"own"`
	Review SheetReview `json:"review"`
	Others SheetSpread `json:"others" doc:"Values of other players rated within 100 points; its field games is 0 if there was no comparison."`
}

// SheetSpread describes how values are distributed over several games, by the quantiles 0.1, 0.5
// and 0.9.
type SheetSpread struct {
	Games     int        `json:"games"`
	Median    [3]int64   `json:"median" doc:"Quantiles 0.1, 0.5 and 0.9 of the games' median time per move, in milliseconds."`
	Variation [3]float64 `json:"variation" doc:"Quantiles 0.1, 0.5 and 0.9 of the games' coefficient of variation of move times."`
}

func (s *Server) sheetOperation(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/admin/players/{id}/sheet", "getSheet", "Get a player's rated games with move times and their agreement with stored engine reviews, without a verdict"),
		func(ctx context.Context, _ visitor, in *struct {
			UserPath
			Limit int `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"Number of latest rated games to return."`
		}) (*answer[SheetView], error) {
			if s.opts.Operator == nil {
				return nil, play.ErrNotFound
			}
			id, err := s.playerNamed(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			view, err := s.sheet(ctx, id, in.Limit)
			return reply(view), err
		})
}

func (s *Server) sheet(ctx context.Context, id string, limit int) (SheetView, error) {
	sheet, err := s.opts.Operator.Sheet(ctx, id, limit)
	if err != nil {
		return SheetView{}, err
	}
	ids := []string{id}
	for i := range sheet.Games {
		ids = append(ids, sheet.Games[i].Opponent)
	}
	names, err := s.opts.Play.Ratings().Names(ctx, ids)
	out := SheetView{Player: id, Name: names[id], Games: []SheetGame{}, Kinds: []SheetKind{}}
	for i := range sheet.Games {
		g := &sheet.Games[i]
		out.Games = append(out.Games, SheetGame{
			Match: g.Match, Game: g.Game, Speed: g.Speed, Opponent: g.Opponent, OpponentName: names[g.Opponent], At: wire.Millis(g.At),
			Score: g.Score, Reason: g.Reason, Before: tenth(g.Before), After: tenth(g.After), Moves: g.Times.Moves,
			Median: g.Times.Median.Milliseconds(), P10: g.Times.P10.Milliseconds(), P90: g.Times.P90.Milliseconds(), Variation: hundredth(g.Times.Variation), Review: reviewView(&g.Review),
		})
	}
	for i := range sheet.Kinds {
		k := &sheet.Kinds[i]
		out.Kinds = append(out.Kinds, SheetKind{Game: k.Game, Speed: k.Speed, Rating: tenth(k.Rating), Own: spreadView(&k.Own), Review: reviewView(&k.Review), Others: spreadView(&k.Others)})
	}
	return out, err
}

func reviewView(a *operator.Agreement) SheetReview {
	return SheetReview{Games: a.Games, Moves: a.Moves, Agreed: thousandth(a.Share()), Loss: thousandth(a.MeanLoss())}
}

func thousandth(x float64) float64 { return math.Round(x*1000) / 1000 }

func hundredth(x float64) float64 { return math.Round(x*100) / 100 }

func spreadView(s *operator.Spread) SheetSpread {
	ms := func(d time.Duration) int64 { return d.Milliseconds() }
	return SheetSpread{
		Games:     s.Games,
		Median:    [3]int64{ms(s.Median.Low), ms(s.Median.Middle), ms(s.Median.High)},
		Variation: [3]float64{hundredth(s.Variation.Low), hundredth(s.Variation.Middle), hundredth(s.Variation.High)},
	}
}
