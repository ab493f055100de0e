package web

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/notice"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// noticePath is the path prefix of requests about a player's notices (notifications on the site).
const noticePath = "/api/me/notices"

// SeenUntil is the body of a request that marks all notices up to a time as seen.
type SeenUntil struct {
	Until int64 `json:"until" minimum:"0" doc:"Time in the field at of the newest notice shown to the player, as Unix time in milliseconds."`
}

// NoticeSwitches lists the kinds of notices that a player has turned off.
type NoticeSwitches struct {
	Off []string `json:"off" maxItems:"8" enum:"started,turn,soon,challenge,result"`
}

var errNoNotices = game.Err(play.NotFound, "this server has no notices")

// notices returns the service for notices, or errNoNotices if this server has none.
func (s *Server) notices() (*notice.Service, error) {
	if s.opts.Notices == nil {
		return nil, errNoNotices
	}
	return s.opts.Notices, nil
}

func (s *Server) noticeOperations(a huma.API) {
	list := func(ctx context.Context, v visitor) (*answer[wire.Notices], error) {
		n, err := s.notices()
		if err != nil {
			return nil, err
		}
		l, err := n.List(ctx, v.Player)
		return reply(wire.NoticesOf(l)), err
	}
	handle(s, a, operation(http.MethodGet, noticePath, "listNotices", "List the caller's notices: started matches, turns and low time in correspondence games, challenges, results"),
		func(ctx context.Context, v visitor, _ *none) (*answer[wire.Notices], error) { return list(ctx, v) })
	handle(s, a, operation(http.MethodPost, noticePath+"/seen", "seeNotices", "Mark all notices up to a given time as seen"),
		func(ctx context.Context, v visitor, in *struct{ Body SeenUntil }) (*answer[wire.Notices], error) {
			n, err := s.notices()
			if err != nil {
				return nil, err
			}
			// Clients know times in milliseconds, but the store keeps microseconds. So mark all
			// notices up to the last microsecond of this millisecond.
			until := time.UnixMilli(in.Body.Until).Add(time.Millisecond - time.Microsecond)
			if now := s.opts.Play.Now(); until.After(now) {
				until = now
			}
			if err := n.SeeAll(ctx, v.Player, until); err != nil {
				return nil, err
			}
			return list(ctx, v)
		})
	handle(s, a, operation(http.MethodPatch, noticePath, "switchNotices", "Set the kinds of notices that the caller does not want"),
		func(ctx context.Context, v visitor, in *struct{ Body NoticeSwitches }) (*answer[wire.Notices], error) {
			n, err := s.notices()
			if err != nil {
				return nil, err
			}
			if err := n.Switch(ctx, v.Player, kindsOf(in.Body.Off)); err != nil {
				return nil, err
			}
			return list(ctx, v)
		})
}

// noticed tells a player's open connections about a new notice. A connection that watches the match
// of the notice gets no message; instead the notice is marked as seen at once.
func (h *hub) noticed(player, subject string) {
	conns := h.owners.of(player)
	if len(conns) == 0 {
		return
	}
	frame := wire.Encode(wire.Noticed{T: wire.TellNotice})
	for _, c := range conns {
		switch {
		case c.who.Bot:
		case c.watching(subject):
			c.see(subject, [2]string{player})
		default:
			c.send(frame)
		}
	}
}

// see marks the client's notices about a match as seen, in the background. It does nothing if the
// client is not one of the given players of the match.
func (c *conn) see(subject string, players [2]string) {
	me := slices.ContainsFunc(players[:], func(id string) bool { return id == c.who.ID || slices.Contains(c.who.Also, id) })
	if !me || c.who.Bot || c.server.opts.Notices == nil {
		return
	}
	c.server.pool.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), askWithin)
		defer cancel()
		if err := c.server.opts.Notices.See(ctx, c.who.Player, subject); err != nil {
			c.server.log.DebugContext(ctx, "notices were not marked as seen", "err", err)
		}
	})
}
