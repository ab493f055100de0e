package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/account"
	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// Me describes the caller.
type Me struct {
	Player string `json:"player"`
	Name   string `json:"name"`
	Bot    bool   `json:"bot,omitempty"`
	// Account and Role are set if the player is signed in to an account.
	Account bool   `json:"account,omitempty" doc:"True if the caller is signed in to an account."`
	Role    string `json:"role,omitempty" enum:"admin,moderator,organiser,teacher,player,pupil" doc:"Role of the account; missing for a guest."`
}

// Name is a name chosen by a player.
type Name struct {
	Name string `json:"name" minLength:"1" maxLength:"200"`
}

type meAnswer struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      Me
}

func (s *Server) playerOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/me", "getMe", "Get the caller's player id and name; a new guest receives a cookie"),
		func(_ context.Context, v visitor, _ *none) (*answer[Me], error) {
			if v.signed != nil {
				return reply(meOf(&v.signed.Account)), nil
			}
			return reply(Me{Player: v.ID, Name: v.Name, Bot: v.Bot}), nil
		})
	handle(s, a, operation(http.MethodPatch, "/api/me", "renameMe", "Change the caller's name"),
		func(ctx context.Context, v visitor, in *struct{ Body Name }) (*meAnswer, error) {
			if v.role == account.Pupil {
				return nil, game.Err(play.NotForYou, "your teacher chooses your nickname")
			}
			if v.signed != nil {
				a, err := s.opts.People.Rename(ctx, *v.signed, in.Body.Name, s.opts.Play.Now())
				return &meAnswer{Body: meOf(&a)}, err
			}
			if v.token {
				return nil, game.Err(badName, "a bot cannot be renamed: it has the name of its token")
			}
			name := v.Name // an unchanged name is not checked, because checkName refuses the default names of guests
			if in.Body.Name != name {
				var err error
				if name, err = checkName(in.Body.Name); err != nil {
					return nil, err
				}
			}
			v.Name = name
			return &meAnswer{SetCookie: []http.Cookie{*s.guests.cookie(v.Player, v.secure)}, Body: Me{Player: v.ID, Name: name}}, nil
		})
	handle(s, a, operation(http.MethodGet, "/api/me/matches", "listMyMatches", "List the caller's matches in progress, or the finished matches, latest first"),
		func(ctx context.Context, v visitor, in *struct {
			Over   bool  `query:"over" doc:"True to list finished matches; otherwise matches in progress."`
			Before int64 `query:"before" maximum:"8640000000000000" doc:"Return only matches that ended before this time, as Unix time in milliseconds. Matches with equal end times can be missed, so prefer cursor."`
			Paging
		}) (*page[wire.Summary], error) {
			var list []play.Summary
			after, err := play.ParseCursor(in.Cursor)
			if err != nil {
				return nil, err
			}
			if in.Cursor == "" {
				after.Ended = before(in.Before)
			}
			var next play.Cursor
			if in.Over {
				list, next, err = s.opts.Play.Played(play.Late(ctx), v.Player, play.Filter{}, after, in.Limit)
			} else {
				list, err = s.opts.Play.Playing(ctx, v.Player)
			}
			return pageOf(list, next.String(), each(wire.SummaryOf)), err
		})
	s.tokenOperations(a)
}
