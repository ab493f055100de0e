package web

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/wire"
	"kydai/play"
	"kydai/record"
)

// MatchPath is the parameter that most operations on a match have.
type MatchPath struct {
	ID string `path:"id" maxLength:"64"`
}

// MoveBody is a move by REST.
type MoveBody struct {
	Ply  int    `json:"ply" minimum:"0" doc:"moves on the board before this one"`
	Code string `json:"code" maxLength:"64"`
}

// ActBody is what is no move, by REST; see AskAct.
type ActBody struct {
	Kind string `json:"kind" enum:"resign,abort,claim,redo,offer,accept,decline,withdraw"`
	What string `json:"what,omitempty" enum:"draw,takeback,pause,resume,rematch"`
	N    int    `json:"n,omitempty"`
	Side string `json:"side,omitempty" enum:"first,second"`
}

// Done says that something is durable.
type Done struct {
	Seq      int    `json:"seq" doc:"events of the match"`
	Ply      int    `json:"ply" doc:"moves on the board now"`
	Repeated bool   `json:"repeated,omitempty" doc:"it had been done before"`
	Next     string `json:"next,omitempty" doc:"the match that is the rematch"`
}

// Named is the id of something.
type Named struct {
	ID string `json:"id"`
}

func (s *Server) matchOperations(a huma.API) {
	handle(s, a, operation(http.MethodPost, "/api/matches", "startMatch", "Start a match that needs nobody's consent"),
		func(ctx context.Context, v visitor, in *struct{ Body wire.NewMatch }) (*answer[Named], error) {
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			n, err := in.Body.Play()
			if err != nil {
				return nil, err
			}
			v.Fair = in.Body.Fair
			id, err := s.o.Play.Start(ctx, v.Player, n)
			return reply(Named{ID: id}), err
		})
	handle(s, a, operation(http.MethodGet, "/api/matches/{id}", "getMatch", "A match as the asker may know it"),
		func(ctx context.Context, v visitor, in *MatchPath) (*answer[wire.View], error) {
			snap, side, err := s.look(ctx, v, in.ID)
			if err != nil {
				return nil, err
			}
			return reply(*wire.NewView(snap, side)), nil
		})
	handle(s, a, operation(http.MethodPost, "/api/matches/{id}/moves", "playMove", "Play a move; to send it again is safe"),
		func(ctx context.Context, v visitor, in *struct {
			MatchPath
			Body MoveBody
		}) (*answer[Done], error) {
			arrival := s.o.Play.Arrive(in.ID)
			defer arrival.Done()
			if !s.buckets.allow("move "+v.ID, s.o.Limits.Moves) {
				return nil, errTooFast
			}
			ack, err := s.o.Play.Move(ctx, v.Player, in.ID, play.Move{Ply: in.Body.Ply, Code: in.Body.Code, Arrival: arrival})
			if err != nil {
				return nil, err
			}
			s.metrics.moves.WithLabelValues("rest").Inc()
			s.metrics.ack.Observe(s.o.Play.Now().Sub(arrival.At).Seconds())
			return reply(doneOf(ack)), nil
		})
	handle(s, a, operation(http.MethodPost, "/api/matches/{id}/acts", "act", "Resign, offer, accept and the like"),
		func(ctx context.Context, v visitor, in *struct {
			MatchPath
			Body ActBody
		}) (*answer[Done], error) {
			received := s.o.Play.Now()
			if !s.buckets.allow("move "+v.ID, s.o.Limits.Moves) {
				return nil, errTooFast
			}
			act := wire.Act{Kind: in.Body.Kind, What: in.Body.What, N: in.Body.N, Side: in.Body.Side}
			ack, err := s.o.Play.Do(ctx, v.Player, in.ID, act.Command(received))
			return reply(doneOf(ack)), err
		})
	s.hintOperation(a)
	s.fairOperations(a)
	op := operation(http.MethodGet, "/api/matches/{id}/record", "getRecord",
		"The record of a match: of the whole truth once it is over, before that as the asker knows it")
	op.Responses = map[string]*huma.Response{"200": {
		Description: "The record",
		Content:     map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	handle(s, a, op, s.record)
}

func doneOf(a play.Ack) Done { return Done{Seq: a.Seq, Ply: a.Ply, Repeated: a.Repeated, Next: a.Next} }

// look returns a match, unless the asker has to wait for it.
func (s *Server) look(ctx context.Context, v visitor, id string) (*play.Snapshot, game.Side, error) {
	snap, side, err := s.o.Play.Look(ctx, v.Player, id)
	if err != nil {
		return nil, side, err
	}
	if side == game.NoSide && veiled(snap) {
		return nil, side, game.Err(delayed, "spectators see this match with a delay, over the socket")
	}
	return snap, side, nil
}

type recordAsk struct {
	MatchPath
	Format   string `query:"format" maxLength:"32" doc:"pgn, wxf, psq, txt, json …; the game's usual one if left out"`
	Notation string `query:"notation" maxLength:"32"`
}

type recordAnswer struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// record writes a match down.
func (s *Server) record(ctx context.Context, v visitor, in *recordAsk) (*recordAnswer, error) {
	snap, side, err := s.look(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	view := snap.View(side)
	line := view.Line.Clone()
	if snap.Over {
		if line, err = snap.Truth(); err != nil {
			return nil, err
		}
	}
	name := in.Format
	if name == "" {
		name = usualFormat(line.Rules().Info())
	}
	format, ok := record.Lookup(name)
	if !ok || format.ReadOnly {
		return nil, game.Err(record.NoFormat, "there is no such format to write")
	}
	g := record.FromLine(line)
	g.Result = record.ResultOf(view.Outcome)
	for i, tag := range [2]string{"White", "Black"} {
		g.SetTag(tag, seatName(wire.SeatOf(view.Seats[i])))
	}
	g.SetTag("Site", snap.ID)
	if notices := snap.Notices(side, 0); len(notices) > 0 {
		g.SetTag("Date", notices[0].At.UTC().Format("2006.01.02"))
	}
	g.SetTag("TimeControl", view.Clock.Control.String())
	if why := view.Outcome.Why; why != "" {
		g.SetTag("Termination", string(why))
	}
	if snap.Over {
		addFair(g, snap, side)
	}
	var b bytes.Buffer
	w, err := record.NewWriter(format.Name, &b, record.WriteOptions{Notation: in.Notation, OpenSecret: snap.Over})
	if err != nil {
		return nil, err
	}
	if err := w.Write(g); err != nil {
		return nil, err
	}
	out := &recordAnswer{ContentType: "text/plain; charset=utf-8", Body: b.Bytes()}
	if format.Binary {
		out.ContentType = "application/octet-stream"
	}
	suffix := format.Name
	if len(format.Suffixes) > 0 {
		suffix = format.Suffixes[0]
	}
	out.Disposition = `attachment; filename="` + snap.ID + "." + suffix + `"`
	return out, nil
}

func usualFormat(in game.Info) string {
	if len(in.Formats) > 0 {
		return in.Formats[0]
	}
	return "json"
}

func seatName(s wire.Seat) string {
	switch {
	case s.Name != "":
		return s.Name
	case s.Level > 0:
		return "level " + string(rune('0'+s.Level))
	}
	return s.Kind
}

// before reads a time of a query; zero is now.
func before(ms int64) time.Time {
	if ms <= 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}
