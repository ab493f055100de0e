package web

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/play"
)

// statisticsPath is the path of the statistics of matches. Every caller gets the same response, so
// caches may keep it. The response must not set a cookie.
const statisticsPath = "/api/statistics"

// DayTally counts the matches of one game that ended on one day.
type DayTally struct {
	Day     string `json:"day" format:"date" doc:"Date in UTC."`
	Game    string `json:"game"`
	First   int    `json:"first" doc:"Number of matches won by the first side."`
	Second  int    `json:"second" doc:"Number of matches won by the second side."`
	Drawn   int    `json:"drawn"`
	Aborted int    `json:"aborted" doc:"Number of matches that ended without a result."`
}

type cachedList[T any] struct {
	CacheControl string `header:"Cache-Control"`
	Body         []T
}

func (s *Server) statisticsOperation(a huma.API) {
	keep := "public, max-age=" + strconv.Itoa(int(play.StatisticsKept/time.Second))
	handle(s, a, operation(http.MethodGet, statisticsPath, "getStatistics", "Count ended matches by day, game and result, earliest day first; the figures may be a minute old"),
		func(ctx context.Context, _ visitor, in *struct {
			Days int `query:"days" minimum:"1" maximum:"366" default:"30" doc:"Number of days to return, up to today."`
		}) (*cachedList[DayTally], error) {
			list, err := s.opts.Play.Statistics(ctx, in.Days)
			if err != nil {
				return nil, err
			}
			out := make([]DayTally, 0, len(list))
			for _, t := range list {
				out = append(out, DayTally{
					Day: t.Day.Format(time.DateOnly), Game: t.Game, First: t.First, Second: t.Second, Drawn: t.Drawn, Aborted: t.Aborted,
				})
			}
			return &cachedList[DayTally]{CacheControl: keep, Body: out}, nil
		})
}
