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

// RatingView is a player's current rating in one game and at one speed.
type RatingView struct {
	Game        string  `json:"game"`
	Speed       string  `json:"speed" enum:"ultra,bullet,blitz,rapid,classical,days"`
	Rating      float64 `json:"rating"`
	Deviation   float64 `json:"deviation" doc:"Standard deviation of the rating; it grows while the player does not play."`
	Provisional bool    `json:"provisional,omitempty" doc:"True if the rating is too uncertain for a leaderboard."`
	Games       int     `json:"games" doc:"Number of rated games that counted."`
	At          int64   `json:"at" doc:"Time of the last rated game, as Unix time in milliseconds."`
}

// ResultView counts a player's games of one kind: games with the same game, speed, side and kind of
// opponent.
type ResultView struct {
	Game    string `json:"game"`
	Speed   string `json:"speed" doc:"Time-control class; empty for games without a clock."`
	Side    string `json:"side" enum:"first,second"`
	Against string `json:"against" doc:"Kind of opponent: human, bot, level 1 to level 9, algorithm followed by its name, or engine; machine for old games against a level, an algorithm or an engine."`
	Won     int    `json:"won"`
	Drawn   int    `json:"drawn"`
	Lost    int    `json:"lost"`
}

// OpponentView counts a player's games against one opponent.
type OpponentView struct {
	Player string `json:"player"`
	Name   string `json:"name,omitempty" doc:"Name of the account; missing for a guest."`
	Guest  string `json:"guest,omitempty" doc:"Default name of a guest, such as Guest 4821; missing for an account."`
	Won    int    `json:"won"`
	Drawn  int    `json:"drawn"`
	Lost   int    `json:"lost"`
}

// StreakView contains the lengths of a player's current and longest series against people and bots:
// series of wins and series of games without a loss. It also contains the length of the current
// series of losses.
type StreakView struct {
	Game         string `json:"game,omitempty" doc:"Name of the game; missing for all games together."`
	Wins         int    `json:"wins" doc:"Number of consecutive wins up to the last game."`
	BestWins     int    `json:"bestWins" doc:"Longest series of wins so far."`
	Unbeaten     int    `json:"unbeaten" doc:"Number of consecutive games without a loss up to the last game."`
	BestUnbeaten int    `json:"bestUnbeaten"`
	Losses       int    `json:"losses" doc:"Number of consecutive losses up to the last game."`
}

// PlayerView is the public data about a player.
type PlayerView struct {
	Player  string       `json:"player"`
	Name    string       `json:"name,omitempty" doc:"Name of the account; missing for a guest."`
	Guest   string       `json:"guest,omitempty" doc:"Default name of a guest, such as Guest 4821; missing for an account."`
	Online  bool         `json:"online,omitempty"`
	Ratings []RatingView `json:"ratings"`
	Results []ResultView `json:"results" doc:"Results of the player, without games between two ids of the same person."`

	Opponents []OpponentView `json:"opponents" doc:"The 20 opponents with the most games."`
	Streaks   []StreakView   `json:"streaks"`
}

// RatingPoint is a player's rating after a game.
type RatingPoint struct {
	At        int64   `json:"at"`
	Rating    float64 `json:"rating"`
	Before    float64 `json:"before" doc:"Rating before the game."`
	Deviation float64 `json:"deviation"`
	Match     string  `json:"match,omitempty" doc:"Id of the match; missing if an administrator corrected the rating."`
	Opponent  string  `json:"opponent,omitempty"`
	Score     float64 `json:"score" doc:"Score of the player: 1 for a win, 0.5 for a draw, 0 for a loss."`
}

// LeaderView is one place in a leaderboard.
type LeaderView struct {
	Player string `json:"player"`
	Name   string `json:"name"`
	RatingView
}

// LevelView is the estimated strength of an engine level on this site.
type LevelView struct {
	Level  int     `json:"level"`
	Rating float64 `json:"rating"`
	Within float64 `json:"within" doc:"Half-width of the 95 % confidence interval around the rating, in rating points."`
	Games  int     `json:"games" doc:"Number of casual games by rated people against this level."`
}

// MatchRatings holds the rating changes that a match caused.
type MatchRatings struct {
	Pending bool          `json:"pending,omitempty" doc:"True if the match is in progress or its result has not been counted yet; repeat the request later."`
	Changes []RatedChange `json:"changes" doc:"Rating changes of the players; empty if the match does not count."`
}

// RatedChange is the change of one side's rating by a match.
type RatedChange struct {
	Side        string  `json:"side" enum:"first,second"`
	Before      float64 `json:"before"`
	Rating      float64 `json:"rating"`
	Deviation   float64 `json:"deviation"`
	Provisional bool    `json:"provisional,omitempty" doc:"True if the rating is too uncertain for a leaderboard."`
}

// PlayerPath holds the id of a player in the path of a request.
type PlayerPath struct {
	ID string `path:"id" maxLength:"64" doc:"Id of the player."`
}

func (s *Server) ratingOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/players/{id}", "getPlayer", "Get a player's ratings and results, by player id or by @ and the account name"),
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
			Game  string `path:"game" maxLength:"32" doc:"Name of the game."`
			Speed string `path:"speed" maxLength:"16" doc:"Time-control class: bullet, blitz, rapid …"`
			Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"200" doc:"Number of latest changes to return."`
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
	s.playedOperations(a)
	handle(s, a, operation(http.MethodGet, "/api/levels/{game}", "listLevels", "List the strength of a game's engine levels on this site, weakest first, without levels that have few games"),
		func(ctx context.Context, _ visitor, in *struct {
			Game string `path:"game" maxLength:"32" doc:"Name of the game."`
		}) (*answer[[]LevelView], error) {
			list, err := s.opts.Play.Ratings().Levels(ctx, in.Game)
			out := []LevelView{}
			for _, l := range list {
				if l.Known() {
					out = append(out, LevelView{Level: l.Level, Rating: tenth(l.Mean), Within: tenth(l.Within()), Games: l.Games})
				}
			}
			return reply(out), err
		})
	handle(s, a, operation(http.MethodGet, "/api/matches/{id}/ratings", "getMatchRatings", "Get the rating changes caused by a match"),
		func(ctx context.Context, _ visitor, in *struct {
			ID string `path:"id" maxLength:"64" doc:"Id of the match."`
		}) (*answer[MatchRatings], error) {
			list, counted, err := s.opts.Play.Ratings().MatchRatings(ctx, in.ID)
			out := MatchRatings{Pending: !counted, Changes: []RatedChange{}}
			for _, c := range list {
				out.Changes = append(out.Changes, RatedChange{
					Side: c.Side, Before: tenth(c.Before), Rating: tenth(c.Mean), Deviation: tenth(c.Deviation), Provisional: c.Provisional(),
				})
			}
			return reply(out), err
		})
	handle(s, a, operation(http.MethodGet, "/api/leaders/{game}/{speed}", "listLeaders", "List the best players of a game and speed, best first, without provisional ratings"),
		func(ctx context.Context, _ visitor, in *struct {
			Game  string `path:"game" maxLength:"32" doc:"Name of the game."`
			Speed string `path:"speed" maxLength:"16" doc:"Time-control class: bullet, blitz, rapid …"`
			Paging
		}) (*page[LeaderView], error) {
			return s.leaders(ctx, in.Game, in.Speed, in.Cursor, in.Limit)
		})
}

// tenth rounds a rating to one decimal for display. The database keeps the exact value.
func tenth(x float64) float64 { return math.Round(x*10) / 10 }

func (s *Server) ratingView(r *play.PlayerRating) RatingView {
	now := r.On(s.opts.Play.Now())
	return RatingView{
		Game: r.Game, Speed: r.Speed, Rating: tenth(now.Mean), Deviation: tenth(now.Deviation),
		Provisional: now.Provisional(), Games: r.Games, At: wire.Millis(r.At),
	}
}

// playerNamed returns the id of the player that a request names. The parameter text is the player's
// id, or "@" followed by the name of the player's account.
func (s *Server) playerNamed(ctx context.Context, text string) (string, error) {
	name, ok := strings.CutPrefix(text, "@")
	if !ok {
		return text, s.known(ctx, text)
	}
	if s.opts.People == nil {
		return "", errNoAccounts
	}
	id, err := s.opts.People.Find(ctx, name)
	if err != nil {
		return "", err
	}
	return id, s.known(ctx, id)
}

func (s *Server) playerView(ctx context.Context, id string) (PlayerView, error) {
	of := s.opts.Play.Ratings()
	view := PlayerView{
		Player: id, Online: s.opts.Play.Online([]string{id})[id],
		Ratings: []RatingView{}, Results: []ResultView{}, Opponents: []OpponentView{}, Streaks: []StreakView{},
	}
	names, err := of.Names(ctx, []string{id})
	if err != nil {
		return view, err
	}
	view.Name, view.Guest = names[id], guestWithout(names[id], id)
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
	stats, err := of.StatisticsOf(ctx, append(ids, id))
	if err != nil {
		return view, err
	}
	for _, r := range stats.Results {
		view.Results = append(view.Results, ResultView(r))
	}
	for _, k := range stats.Streaks {
		view.Streaks = append(view.Streaks, StreakView{
			Game: k.Game, Wins: k.Wins, BestWins: k.BestWins, Unbeaten: k.Unbeaten, BestUnbeaten: k.BestRun, Losses: k.Losses,
		})
	}
	others := make([]string, len(stats.Opponents))
	for i, o := range stats.Opponents {
		others[i] = o.Player
	}
	names, err = of.Names(ctx, others)
	for _, o := range stats.Opponents {
		view.Opponents = append(view.Opponents, OpponentView{
			Player: o.Player, Name: names[o.Player], Guest: guestWithout(names[o.Player], o.Player), Won: o.Won, Drawn: o.Drawn, Lost: o.Lost,
		})
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
	list, next := cut(list, limit, func(last *play.PlayerRating) string { return play.Place{Mean: last.Mean, Player: last.Player}.String() })
	players := make([]string, len(list))
	for i := range list {
		players[i] = list[i].Player
	}
	names, err := of.Names(ctx, players)
	return pageOf(list, next, func(r *play.PlayerRating) (LeaderView, bool) {
		name := names[r.Player] // "" for a deleted account, which is left out
		return LeaderView{Player: r.Player, Name: name, RatingView: s.ratingView(r)}, name != ""
	}), err
}
