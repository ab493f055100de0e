package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/ties"
	"kydai/internal/wire"
)

// TieView tells whether the caller follows or blocks a player.
type TieView struct {
	Follows bool `json:"follows,omitempty"`
	Blocks  bool `json:"blocks,omitempty"`
	Self    bool `json:"self,omitempty" doc:"True if the player is the caller."`
	Account bool `json:"account,omitempty" doc:"True if the caller is signed in and so may follow and report players."`
}

// KnownPlayer is a player whom the caller follows or blocks.
type KnownPlayer struct {
	Player string `json:"player"`
	Name   string `json:"name"`
	Online bool   `json:"online,omitempty" doc:"True if the player is online; present only for players whom the caller follows."`
	Since  int64  `json:"since"`
}

var errNoTies = game.Err(play.NotFound, "players cannot follow or block each other on this server")

// ties returns the service for following and blocking players, or errNoTies if this server has
// none.
func (s *Server) ties() (*ties.Service, error) {
	if s.opts.Ties == nil {
		return nil, errNoTies
	}
	return s.opts.Ties, nil
}

// tieWith returns the service for following and blocking players. It also returns the id of a
// player who is given by id or as @name.
func (s *Server) tieWith(ctx context.Context, player string) (t *ties.Service, id string, err error) {
	if t, err = s.ties(); err == nil {
		id, err = s.playerNamed(ctx, player)
	}
	return t, id, err
}

// Plays returns a function for the field Plays of ties.Options. The function reports whether a
// person plays in a match, with the account or as a guest who belongs to the account.
func Plays(p *play.Service) func(ctx context.Context, match, person string) (bool, error) {
	return func(ctx context.Context, match, person string) (bool, error) {
		also, err := p.Ratings().Belonging(ctx, person)
		if err != nil {
			return false, err
		}
		_, side, err := p.Look(ctx, play.Player{ID: person, Also: also}, match)
		if code(err) == play.NotFound {
			return false, nil
		}
		return side != game.NoSide, err
	}
}

// tieOperation registers an operation with which the caller follows, unfollows, blocks or unblocks
// a player. The path of the request contains the player's id, or "@" and the player's name.
func (s *Server) tieOperation(a huma.API, op huma.Operation, change func(t *ties.Service, ctx context.Context, by, player string) error) {
	handle(s, a, op, func(ctx context.Context, v visitor, in *PlayerPath) (*none, error) {
		if err := s.mayCreate(v); err != nil {
			return nil, err
		}
		t, id, err := s.tieWith(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		return &none{}, change(t, ctx, v.ID, id)
	})
}

func (s *Server) tieOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/players/{id}/tie", "getTie", "Get whether the caller follows or blocks a player"), s.tie)
	s.tieOperation(a, operation(http.MethodPut, "/api/players/{id}/follow", "follow", "Follow a player (at most 200)"),
		func(t *ties.Service, ctx context.Context, by, player string) error {
			return t.Follow(ctx, by, player, s.opts.Play.Now())
		})
	s.tieOperation(a, operation(http.MethodDelete, "/api/players/{id}/follow", "unfollow", "Unfollow a player"),
		func(t *ties.Service, ctx context.Context, by, player string) error {
			return t.Unfollow(ctx, by, player)
		})
	s.tieOperation(a, operation(http.MethodPut, "/api/players/{id}/block", "block",
		"Block a player (at most 500): the two are not paired, cannot challenge each other, and the caller gets no messages from the player"),
		func(t *ties.Service, ctx context.Context, by, player string) error {
			return t.Block(ctx, by, player, s.opts.Play.Now())
		})
	s.tieOperation(a, operation(http.MethodDelete, "/api/players/{id}/block", "unblock", "Unblock a player"),
		func(t *ties.Service, ctx context.Context, by, player string) error {
			return t.Unblock(ctx, by, player)
		})
	handle(s, a, operation(http.MethodGet, "/api/me/following", "listFollowing", "List the players whom the caller follows, by name, and whether they are online"),
		func(ctx context.Context, v visitor, _ *none) (*answer[[]KnownPlayer], error) {
			list, err := s.following(ctx, v)
			return reply(list), err
		})
	handle(s, a, operation(http.MethodGet, "/api/me/blocks", "listBlocks", "List the players whom the caller blocks, latest first"),
		func(ctx context.Context, v visitor, _ *none) (*answer[[]KnownPlayer], error) {
			list, err := s.blocks(ctx, v)
			return reply(list), err
		})
	s.reportOperations(a)
}

func (s *Server) tie(ctx context.Context, v visitor, in *PlayerPath) (*answer[TieView], error) {
	t, id, err := s.tieWith(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	follows, blocks, err := t.Between(ctx, v.ID, id)
	return reply(TieView{Follows: follows, Blocks: blocks, Self: id == v.ID, Account: v.signed != nil}), err
}

// following lists the players whom a visitor follows.
func (s *Server) following(ctx context.Context, v visitor) ([]KnownPlayer, error) {
	t, err := s.ties()
	if err != nil {
		return nil, err
	}
	list, err := t.Following(ctx, v.ID)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].Player
	}
	online := s.opts.Play.Online(ids)
	out := []KnownPlayer{}
	for _, one := range list {
		out = append(out, KnownPlayer{Player: one.Player, Name: one.Name, Online: online[one.Player], Since: wire.Millis(one.Since)})
	}
	return out, nil
}

// blocks lists the players whom a visitor blocks.
func (s *Server) blocks(ctx context.Context, v visitor) ([]KnownPlayer, error) {
	t, err := s.ties()
	if err != nil {
		return nil, err
	}
	list, err := t.Blocks(ctx, v.ID)
	out := []KnownPlayer{}
	for _, one := range list {
		out = append(out, KnownPlayer{Player: one.Player, Name: one.Name, Since: wire.Millis(one.Since)})
	}
	return out, err
}
