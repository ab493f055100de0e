package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/play"
	"kydai/internal/wire"
)

// livePath is the path of the list of live matches. Every caller gets the same response, so caches
// may keep it for a second. The response must not set a cookie.
const livePath = "/api/live"

// LiveRating is a player's rating in the game and at the speed of a live match.
type LiveRating struct {
	Rating      float64 `json:"rating"`
	Provisional bool    `json:"provisional,omitempty"`
}

// LiveView is a match in progress between two players. It contains no moves.
type LiveView struct {
	ID      string         `json:"id"`
	Game    string         `json:"game"`
	Seats   []wire.Seat    `json:"seats" doc:"Players of the match with their names, first side first."`
	Ratings [2]*LiveRating `json:"ratings" doc:"Ratings of both players; null for a player without a rating in this game and speed."`
	Speed   string         `json:"speed"`
	Clock   string         `json:"clock"`
	Rated   bool           `json:"rated,omitempty"`
	Created int64          `json:"created"`
	Away    bool           `json:"away,omitempty" doc:"True if at least one player is not connected."`
}

func (s *Server) liveOperation(a huma.API) {
	handle(s, a, operation(http.MethodGet, livePath, "listLive",
		"List up to 50 matches in progress between two players: matches with both players connected first, then by rating; the list may be 5 s old"),
		func(ctx context.Context, _ visitor, _ *none) (*cachedList[LiveView], error) {
			list, err := s.opts.Play.Lobby().Live(ctx)
			out := make([]LiveView, 0, len(list))
			for i := range list {
				out = append(out, liveView(&list[i]))
			}
			return &cachedList[LiveView]{CacheControl: "public, max-age=1", Body: out}, err
		})
}

func liveView(m *play.LiveMatch) LiveView {
	v := LiveView{
		ID: m.ID, Game: m.Game, Seats: []wire.Seat{wire.SeatOf(m.Seats[0]), wire.SeatOf(m.Seats[1])},
		Speed: m.Speed, Clock: m.Clock, Rated: m.Rated, Created: wire.Millis(m.Created), Away: m.Away,
	}
	for i, r := range m.Ratings {
		if r != nil {
			v.Ratings[i] = &LiveRating{Rating: tenth(r.Mean), Provisional: r.Provisional()}
		}
	}
	return v
}
