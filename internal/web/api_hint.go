package web

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/wire"
	"kydai/play"
)

// HintBody is a question to a machine.
type HintBody struct {
	Ply   *int  `json:"ply,omitempty" minimum:"0" doc:"of the position in question; left out it is the present one"`
	Lines int   `json:"lines,omitempty" minimum:"1" maximum:"20" doc:"variations wanted, the best first"`
	Time  int64 `json:"time,omitempty" minimum:"1" maximum:"5000" doc:"to think, at most"`
}

// hintOperation lets a player ask a machine. A question has a body and costs
// a machine's time, so it is no GET that a page could make a browser send.
func (s *Server) hintOperation(a huma.API) {
	handle(s, a, operation(http.MethodPost, "/api/matches/{id}/hint", "hint",
		"Ask a machine about a match as the asker sees it: against machines or alone while it goes on, any match once it is over"),
		func(ctx context.Context, v visitor, in *struct {
			MatchPath
			Body HintBody
		}) (*answer[wire.Hint], error) {
			if !s.buckets.allow("hint "+v.address, s.o.Limits.Hints) {
				return nil, errTooFast
			}
			q := play.Question{Ply: -1}
			if in.Body.Ply != nil {
				q.Ply = *in.Body.Ply
			}
			q.Limits.MultiPV = in.Body.Lines
			q.Limits.MoveTime = time.Duration(in.Body.Time) * time.Millisecond
			info, err := s.o.Play.Hint(ctx, v.Player, in.ID, q)
			if err != nil {
				return nil, err
			}
			hint := wire.Hint{Depth: info.Depth, Nodes: info.Nodes, Took: info.Elapsed.Milliseconds(), Lines: []wire.HintLine{}}
			for _, l := range info.Lines {
				hint.Lines = append(hint.Lines, wire.HintLine{Points: l.Score.Points, Mate: l.Score.Mate, Codes: l.Codes})
			}
			return reply(hint), nil
		})
}
