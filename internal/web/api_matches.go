package web

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/wire"
	"kydai/match"
	"kydai/record"
	"kydai/record/formats"
)

// MatchPath holds the id of a match in the path of a request.
type MatchPath struct {
	ID string `path:"id" maxLength:"64" doc:"Id of the match."`
}

// MoveBody is the body of a REST request that plays a move.
type MoveBody struct {
	Ply  int    `json:"ply" minimum:"0" doc:"Number of moves played before this move."`
	Code string `json:"code" maxLength:"64"`
}

// ActBody is the body of a REST request that executes a command other than a move, such as
// resigning; see AskAct.
type ActBody struct {
	Kind  string `json:"kind" enum:"resign,abort,claim,left,redo,offer,accept,decline,withdraw"`
	What  string `json:"what,omitempty" enum:"draw,takeback,pause,resume,rematch"`
	Count int    `json:"n,omitempty"`
	Side  string `json:"side,omitempty" enum:"first,second"`
}

// Done confirms that a change of a match has been stored.
type Done struct {
	Seq      int    `json:"seq" doc:"Number of events in the match so far."`
	Ply      int    `json:"ply" doc:"Number of moves played so far."`
	Repeated bool   `json:"repeated,omitempty" doc:"True if the server had already executed the same request."`
	Next     string `json:"next,omitempty" doc:"Match id of the rematch."`
}

// Named holds the id of a created object.
type Named struct {
	ID string `json:"id"`
}

// eventWait limits how long a request for a match waits for the name of the match's tournament
// (event). If the database is slow or unreachable, the response omits the name.
const eventWait = 300 * time.Millisecond

// eventOf returns the tournament (event) that a match belongs to, or "". Every tournament board has
// a time limit for the first move. So eventOf does not ask the database about matches without this
// limit.
func (s *Server) eventOf(ctx context.Context, v *wire.View) string {
	if s.opts.Events == nil || v.First == 0 {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, eventWait)
	defer cancel()
	event, err := s.opts.Events.EventOf(ctx, v.ID)
	if err != nil {
		return ""
	}
	return event
}

func (s *Server) matchOperations(a huma.API) {
	handle(s, a, large(operation(http.MethodPost, "/api/matches", "startMatch", "Start a match that needs no opponent's consent, such as one against an engine")),
		func(ctx context.Context, v visitor, in *struct{ Body wire.NewMatch }) (*answer[Named], error) {
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			n, err := in.Body.Play()
			if err != nil {
				return nil, err
			}
			v.Fair = in.Body.Fair
			id, err := s.opts.Play.Start(ctx, v.Player, n)
			return reply(Named{ID: id}), err
		})
	handle(s, a, operation(http.MethodGet, "/api/matches/{id}", "getMatch", "Get a match as the caller may see it"),
		func(ctx context.Context, v visitor, in *MatchPath) (*answer[wire.View], error) {
			snap, side, err := s.look(ctx, v, in.ID)
			if err != nil {
				return nil, err
			}
			view := wire.NewView(snap, side)
			view.Event = s.eventOf(ctx, view)
			return reply(*view), nil
		})
	handle(s, a, operation(http.MethodPost, "/api/matches/{id}/moves", "playMove", "Play a move; sending the same move again is safe"),
		func(ctx context.Context, v visitor, in *struct {
			MatchPath
			Body MoveBody
		}) (*answer[Done], error) {
			arrival := s.opts.Play.Arrive(in.ID)
			defer arrival.Done()
			if err := s.mayMove(v); err != nil {
				return nil, err
			}
			ack, err := s.opts.Play.Move(ctx, v.Player, in.ID, play.Move{Ply: in.Body.Ply, Code: in.Body.Code, Arrival: arrival})
			if err != nil {
				p := s.problemIn(ctx, err)
				s.metrics.failedMove(p)
				return nil, p
			}
			s.metrics.moves.WithLabelValues("rest").Inc()
			s.metrics.ack.Observe(s.opts.Play.Now().Sub(arrival.At).Seconds())
			return reply(doneOf(ack)), nil
		})
	handle(s, a, operation(http.MethodPost, "/api/matches/{id}/acts", "act", "Execute a command other than a move: resign, offer, accept, takeback"),
		func(ctx context.Context, v visitor, in *struct {
			MatchPath
			Body ActBody
		}) (*answer[Done], error) {
			received := s.opts.Play.Now()
			if err := s.mayMove(v); err != nil {
				return nil, err
			}
			act := wire.Act{Kind: in.Body.Kind, What: in.Body.What, Count: in.Body.Count, Side: in.Body.Side}
			ack, err := s.opts.Play.Do(ctx, v.Player, in.ID, act.Command(received))
			return reply(doneOf(ack)), err
		})
	s.hintOperation(a)
	s.fairOperations(a)
	op := operation(http.MethodGet, "/api/matches/{id}/record", "getRecord",
		"Get the record of a match: as the caller sees it during the match, complete once the match is over")
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Record of the match in the requested format",
		Content:     map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	handle(s, a, op, s.record)
}

func doneOf(a play.Ack) Done { return Done{Seq: a.Seq, Ply: a.Ply, Repeated: a.Repeated, Next: a.Next} }

// look returns a match and the side whose view the visitor gets. It returns an error if the visitor
// may not see the match. It also returns an error if spectators see the match only with a delay,
// because this delay exists only on the WebSocket.
func (s *Server) look(ctx context.Context, v visitor, id string) (*play.Snapshot, game.Side, error) {
	snap, side, err := s.opts.Play.Look(ctx, v.Player, id)
	if err != nil {
		return nil, side, err
	}
	if side == game.NoSide {
		if err := s.shownTo(ctx, v, snap.View(game.NoSide).Seats); err != nil {
			return nil, side, err
		}
	}
	if side == game.NoSide && snap.Veiled() {
		return nil, side, game.Err(delayed, "spectators see this match with a delay, over the WebSocket only")
	}
	return snap, side, nil
}

type recordAsk struct {
	MatchPath
	Format   string `query:"format" maxLength:"32" doc:"Record format: pgn, wxf, psq, txt, json …; default: the first format of the game."`
	Notation string `query:"notation" maxLength:"32" doc:"Notation of the moves; default: the notation of the format."`
}

type recordAnswer struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
	name        string // file name for the download
}

// record returns the record of a match for download.
func (s *Server) record(ctx context.Context, v visitor, in *recordAsk) (*recordAnswer, error) {
	snap, side, err := s.look(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	view := snap.View(side)
	line := view.Line.Clone()
	if snap.Open() {
		if line, err = snap.Truth(); err != nil {
			return nil, err
		}
	}
	name := in.Format
	if name == "" {
		name = usualFormat(line.Rules().Info())
	}
	format, ok := formats.Lookup(name)
	if !ok || format.ReadOnly {
		return nil, game.Err(record.NoFormat, "this format is unknown or cannot be written")
	}
	g := record.FromLine(line)
	g.Result = record.ResultOf(view.Outcome)
	g.SetPlayers([2]string{seatName(view.Seats[0]), seatName(view.Seats[1])})
	g.SetTag("Site", snap.ID)
	if notices := snap.Notices(side, 0); len(notices) > 0 {
		g.SetTag("Date", notices[0].At.UTC().Format("2006.01.02"))
	}
	g.SetTag("TimeControl", view.Clock.Control.String())
	if why := view.Outcome.Why; why != "" {
		g.SetTag("Termination", string(why))
	}
	if snap.Open() {
		addFair(g, snap, side)
	}
	var b bytes.Buffer
	w, err := formats.NewWriter(format.Name, &b, record.WriteOptions{Notation: in.Notation, OpenSecret: snap.Open()})
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
	out.name = snap.ID + "." + suffix
	out.Disposition = `attachment; filename="` + out.name + `"`
	return out, nil
}

func usualFormat(in game.Info) string {
	if len(in.Formats) > 0 {
		return in.Formats[0]
	}
	return "json"
}

func seatName(s match.Seat) string {
	switch {
	case s.Name != "":
		return s.Name
	case s.Deleted:
		return "deleted player"
	case s.Level > 0:
		return "level " + strconv.Itoa(s.Level)
	}
	return s.Kind.String()
}

// before converts a time in a request, in Unix milliseconds. It returns the zero Time for 0, which
// means that the request gives no time.
func before(ms int64) time.Time {
	if ms <= 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}
