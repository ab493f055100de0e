package web

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/wire"
	"kydai/play"
)

const (
	// tokenPrefix lets people and scanners of secrets see what it is.
	tokenPrefix = "kydai_"
	tokenBytes  = 32
)

// Me is who asks.
type Me struct {
	Player string `json:"player"`
	Name   string `json:"name"`
	Bot    bool   `json:"bot,omitempty"`
}

// Name is a name that somebody chooses.
type Name struct {
	Name string `json:"name" minLength:"1" maxLength:"200"`
}

// TokenView is a token of a bot. The token itself is told once, when it is
// made.
type TokenView struct {
	ID      string `json:"id"`
	Name    string `json:"name" doc:"under which the bot plays"`
	Player  string `json:"player" doc:"for whom it acts"`
	Created int64  `json:"created"`
	Token   string `json:"token,omitempty" doc:"to be sent as Authorization: Bearer …"`
}

type meAnswer struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
	Body      Me
}

func (s *Server) playerOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/me", "getMe", "Who I am here; a new guest gets a cookie"),
		func(_ context.Context, v visitor, _ *none) (*answer[Me], error) {
			return reply(Me{Player: v.ID, Name: v.Name, Bot: v.Bot}), nil
		})
	handle(s, a, operation(http.MethodPatch, "/api/me", "renameMe", "Choose a name"),
		func(_ context.Context, v visitor, in *struct{ Body Name }) (*meAnswer, error) {
			if v.token {
				return nil, game.Err(badName, "a bot has the name of its token")
			}
			name, err := checkName(in.Body.Name)
			if err != nil {
				return nil, err
			}
			v.Name = name
			return &meAnswer{SetCookie: *s.guests.cookie(v.Player, v.secure), Body: Me{Player: v.ID, Name: name}}, nil
		})
	handle(s, a, operation(http.MethodGet, "/api/me/matches", "listMyMatches", "My matches: under way, or finished, the latest first"),
		func(ctx context.Context, v visitor, in *struct {
			Over   bool  `query:"over" doc:"those that are finished"`
			Before int64 `query:"before" doc:"that ended before this time"`
			Limit  int   `query:"limit" minimum:"1" maximum:"200" default:"50"`
		}) (*answer[[]wire.Summary], error) {
			var list []play.Summary
			var err error
			if in.Over {
				list, err = s.o.Play.Played(ctx, v.Player, before(in.Before), in.Limit)
			} else {
				list, err = s.o.Play.Playing(ctx, v.Player)
			}
			out := []wire.Summary{}
			for i := range list {
				out = append(out, wire.SummaryOf(&list[i]))
			}
			return reply(out), err
		})
	s.tokenOperations(a)
}

func (s *Server) tokenOperations(a huma.API) {
	handle(s, a, operation(http.MethodPost, "/api/tokens", "makeToken", "Make a token with which a bot acts for me"),
		func(ctx context.Context, v visitor, in *struct{ Body Name }) (*answer[TokenView], error) {
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			return s.makeToken(ctx, v, in.Body.Name)
		})
	handle(s, a, operation(http.MethodGet, "/api/tokens", "listTokens", "My tokens"),
		func(ctx context.Context, v visitor, _ *none) (*answer[[]TokenView], error) {
			list, err := s.o.Play.Tokens().Tokens(ctx, v.ID)
			out := []TokenView{}
			for i := range list {
				out = append(out, tokenView(&list[i]))
			}
			return reply(out), err
		})
	handle(s, a, operation(http.MethodDelete, "/api/tokens/{id}", "dropToken", "Make a token useless"),
		func(ctx context.Context, v visitor, in *struct {
			ID string `path:"id" maxLength:"64"`
		}) (*none, error) {
			var hash [sha256.Size]byte
			raw, err := hex.DecodeString(in.ID)
			if err != nil || copy(hash[:], raw) != len(hash) || len(raw) != len(hash) {
				return nil, play.ErrNotFound
			}
			return &none{}, s.o.Play.Tokens().DropToken(ctx, v.ID, hash)
		})
}

func (s *Server) makeToken(ctx context.Context, v visitor, name string) (*answer[TokenView], error) {
	if v.token {
		return nil, game.Err(play.NotForYou, "a token makes no tokens")
	}
	name, err := checkName(name)
	if err != nil {
		return nil, err
	}
	have, err := s.o.Play.Tokens().Tokens(ctx, v.ID)
	if err != nil {
		return nil, err
	}
	if len(have) >= s.o.Limits.Tokens {
		return nil, errTooMany
	}
	var raw [tokenBytes]byte
	_, _ = rand.Read(raw[:]) // never fails
	t := play.Token{Hash: sha256.Sum256(raw[:]), Player: v.ID, Name: name, Created: s.o.Play.Now()}
	if err := s.o.Play.Tokens().AddToken(ctx, t); err != nil {
		return nil, err
	}
	view := tokenView(&t)
	view.Token = tokenPrefix + b64.EncodeToString(raw[:])
	return reply(view), nil
}

func tokenView(t *play.Token) TokenView {
	return TokenView{ID: hex.EncodeToString(t.Hash[:]), Name: t.Name, Player: t.Player, Created: wire.Millis(t.Created)}
}
