package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/game/clock"
	"kydai/internal/play"
	"kydai/internal/wire"
	"kydai/match"
)

// maxTurns is the maximum number of matches in progress that one request examines.
const maxTurns = 20

// Turn is a match in which the caller is to move.
type Turn struct {
	Match    string `json:"match"`
	Game     string `json:"game"`
	Other    string `json:"other" doc:"Name of the other player."`
	Control  string `json:"control" doc:"Time control: 5+3, 10+5x30, 30s/move, 3d/move, none."`
	Deadline int64  `json:"deadline,omitempty" doc:"End of the caller's time, as Unix time in milliseconds; missing in a game without a clock."`
	Soon     bool   `json:"soon,omitempty" doc:"True in a correspondence game if at most a quarter of the time for the move is left."`
}

func (s *Server) turnOperation(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/me/turns", "listMyTurns", "List the matches in which it is the caller's turn, among the newest 20 matches in progress"),
		func(ctx context.Context, v visitor, _ *none) (*answer[[]Turn], error) {
			list, err := s.opts.Play.Playing(ctx, v.Player)
			turns := []Turn{}
			for i := range min(len(list), maxTurns) {
				t, ok, failed := s.turnOf(ctx, v, list[i].ID)
				if ok {
					turns = append(turns, t)
				}
				err = errors.Join(err, failed)
			}
			return reply(turns), err
		})
}

// turnOf returns the caller's turn in a match. It returns false if it is not the caller's turn, or
// if the opponent is an engine or the caller, so that nobody else waits for the move.
func (s *Server) turnOf(ctx context.Context, v visitor, id string) (Turn, bool, error) {
	snap, side, err := s.opts.Play.Look(ctx, v.Player, id)
	if err != nil {
		if code(err) == play.NotFound { // the match was aborted after the list of matches was read
			err = nil
		}
		return Turn{}, false, err
	}
	view := snap.View(side)
	if side == game.NoSide || view.Turn != side {
		return Turn{}, false, nil
	}
	other := view.Seats[side.Other().Index()]
	if other.Player == v.ID || other.Kind != match.Human && other.Kind != match.Bot {
		return Turn{}, false, nil
	}
	t := Turn{Match: id, Game: view.Game, Other: other.Name, Control: view.Clock.Control.String()}
	t.Deadline = wire.Millis(view.Clock.Deadline)
	t.Soon = soon(view.Clock.Control, view.Clock.Deadline, s.opts.Play.Now())
	return t, true, nil
}

// soon reports whether a turn is close enough to its deadline for a reminder. In a correspondence
// game this means that at most a quarter of the time for the move is left.
func soon(c clock.Control, deadline, now time.Time) bool {
	at, ok := play.RemindAt(c, deadline)
	return ok && !now.Before(at)
}
