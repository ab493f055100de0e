package web

import (
	"context"
	"math"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/play"
	"kydai/internal/wire"
)

// RatingView is a player's rating in one game and speed, as of now.
type RatingView struct {
	Game        string  `json:"game"`
	Speed       string  `json:"speed" enum:"ultra,bullet,blitz,rapid,classical,days"`
	Rating      float64 `json:"rating"`
	Deviation   float64 `json:"deviation" doc:"standard deviation of the rating; it grows while the player does not play"`
	Provisional bool    `json:"provisional,omitempty" doc:"the rating is too uncertain for a leaderboard"`
	Games       int     `json:"games" doc:"rated games that counted"`
	At          int64   `json:"at" doc:"time of the last one"`
}

// ResultView counts a player's games that have these things in common.
type ResultView struct {
	Game    string `json:"game"`
	Speed   string `json:"speed" doc:"empty for games without a clock"`
	Side    string `json:"side" enum:"first,second"`
	Against string `json:"against" doc:"human, bot, level 1 to level 8, algorithm, engine; machine for old games against any of the last three"`
	Won     int    `json:"won"`
	Drawn   int    `json:"drawn"`
	Lost    int    `json:"lost"`
}

// PlayerView is what everybody may know of a player.
type PlayerView struct {
	Player  string       `json:"player"`
	Name    string       `json:"name,omitempty" doc:"name of the account; absent for a guest"`
	Online  bool         `json:"online,omitempty"`
	Ratings []RatingView `json:"ratings"`
	Results []ResultView `json:"results"`
}

// RatingPoint is a rating after a game.
type RatingPoint struct {
	At        int64   `json:"at"`
	Rating    float64 `json:"rating"`
	Before    float64 `json:"before" doc:"rating before the game"`
	Deviation float64 `json:"deviation"`
	Match     string  `json:"match,omitempty" doc:"absent if an administrator has corrected the rating"`
	Opponent  string  `json:"opponent,omitempty"`
	Score     float64 `json:"score" doc:"1 for a win, 0.5 for a draw, 0 for a loss"`
}

// LeaderView is a place in a leaderboard.
type LeaderView struct {
	Player string `json:"player"`
	Name   string `json:"name"`
	RatingView
}

// PlayerPath is the parameter of the operations on a player.
type PlayerPath struct {
	ID string `path:"id" maxLength:"64" doc:"player id"`
}

func (s *Server) ratingOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/players/{id}", "getPlayer", "Get a player's ratings and results, by id or, after an @, by the name of the account"),
		func(ctx context.Context, _ visitor, in *PlayerPath) (*answer[PlayerView], error) {
			id, err := s.playerNamed(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			view, err := s.playerView(ctx, id)
			return reply(view), err
		})
	handle(s, a, operation(http.MethodGet, "/api/players/{id}/ratings/{game}/{speed}", "getRatingHistory", "List the changes of a rating, earliest first"),
		func(ctx context.Context, _ visitor, in *struct {
			PlayerPath
			Game  string `path:"game" maxLength:"32"`
			Speed string `path:"speed" maxLength:"16"`
			Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"200" doc:"number of the latest changes"`
		}) (*answer[[]RatingPoint], error) {
			list, err := s.opts.Play.Ratings().RatingHistory(ctx, in.ID, in.Game, in.Speed, in.Limit)
			out := []RatingPoint{}
			for _, p := range list {
				out = append(out, RatingPoint{
					At: wire.Millis(p.At), Rating: tenth(p.Mean), Before: tenth(p.Before), Deviation: tenth(p.Deviation),
					Match: p.Match, Opponent: p.Opponent, Score: p.Score,
				})
			}
			return reply(out), err
		})
	handle(s, a, operation(http.MethodGet, "/api/players/{id}/matches", "listPlayerMatches", "List a player's finished matches, the latest first"),
		func(ctx context.Context, _ visitor, in *struct {
			PlayerPath
			Cursor string `query:"cursor" maxLength:"200" doc:"Next-Cursor of the previous page"`
			Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
		}) (*page[wire.Summary], error) {
			after, err := play.ParseCursor(in.Cursor)
			if err != nil {
				return nil, err
			}
			also, err := s.opts.Play.Ratings().Belonging(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			list, next, err := s.opts.Play.Played(ctx, play.Player{ID: in.ID, Also: also}, after, in.Limit)
			out := []wire.Summary{}
			for i := range list {
				out = append(out, wire.SummaryOf(&list[i]))
			}
			return &page[wire.Summary]{Next: next.String(), Body: out}, err
		})
	handle(s, a, operation(http.MethodGet, "/api/leaders/{game}/{speed}", "listLeaders", "List the best players of a game and speed, the best first; provisional ratings are left out"),
		func(ctx context.Context, _ visitor, in *struct {
			Game   string `path:"game" maxLength:"32"`
			Speed  string `path:"speed" maxLength:"16"`
			Cursor string `query:"cursor" maxLength:"200" doc:"Next-Cursor of the previous page"`
			Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
		}) (*page[LeaderView], error) {
			return s.leaders(ctx, in.Game, in.Speed, in.Cursor, in.Limit)
		})
}

// tenth rounds a rating for display. The exact value stays in the database.
func tenth(x float64) float64 { return math.Round(x*10) / 10 }

func (s *Server) ratingView(r *play.PlayerRating) RatingView {
	now := r.On(s.opts.Play.Now())
	return RatingView{
		Game: r.Game, Speed: r.Speed, Rating: tenth(now.Mean), Deviation: tenth(now.Deviation),
		Provisional: now.Provisional(), Games: r.Games, At: wire.Millis(r.At),
	}
}

// playerNamed returns the id of a player who is given by id or as @name.
func (s *Server) playerNamed(ctx context.Context, text string) (string, error) {
	name, ok := strings.CutPrefix(text, "@")
	if !ok {
		return text, nil
	}
	if s.opts.People == nil {
		return "", errNoAccounts
	}
	return s.opts.People.Find(ctx, name)
}

func (s *Server) playerView(ctx context.Context, id string) (PlayerView, error) {
	of := s.opts.Play.Ratings()
	view := PlayerView{Player: id, Ratings: []RatingView{}, Results: []ResultView{}, Online: s.opts.Play.Online([]string{id})[id]}
	names, err := of.Names(ctx, []string{id})
	if err != nil {
		return view, err
	}
	view.Name = names[id]
	ids, err := of.Belonging(ctx, id)
	if err != nil {
		return view, err
	}
	ratings, err := of.RatingsOf(ctx, id)
	if err != nil {
		return view, err
	}
	for i := range ratings {
		view.Ratings = append(view.Ratings, s.ratingView(&ratings[i]))
	}
	results, err := of.ResultsOf(ctx, append(ids, id))
	for _, r := range results {
		view.Results = append(view.Results, ResultView(r))
	}
	return view, err
}

func (s *Server) leaders(ctx context.Context, gameName, speed, cursor string, limit int) (*page[LeaderView], error) {
	after, err := play.ParsePlace(cursor)
	if err != nil {
		return nil, err
	}
	of := s.opts.Play.Ratings()
	list, err := of.Leaders(ctx, gameName, speed, after, limit+1)
	if err != nil {
		return nil, err
	}
	out := &page[LeaderView]{Body: []LeaderView{}}
	if len(list) > limit {
		list = list[:limit]
		out.Next = play.Place{Mean: list[limit-1].Mean, Player: list[limit-1].Player}.String()
	}
	players := make([]string, len(list))
	for i := range list {
		players[i] = list[i].Player
	}
	names, err := of.Names(ctx, players)
	for i := range list {
		if name := names[list[i].Player]; name != "" { // a deleted account has no name
			out.Body = append(out.Body, LeaderView{Player: list[i].Player, Name: name, RatingView: s.ratingView(&list[i])})
		}
	}
	return out, err
}
