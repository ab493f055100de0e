package web

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/classes"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// SimulTerms are the terms of all matches in a simul: a simultaneous exhibition of one teacher
// against several children.
type SimulTerms struct {
	Game    string            `json:"game" maxLength:"64"`
	Start   string            `json:"start,omitempty" maxLength:"1000" doc:"Start position as text; default: the standard position of the game."`
	Options map[string]string `json:"options,omitempty" doc:"Options of the game's rules."`
	Clock   string            `json:"clock,omitempty" maxLength:"32" doc:"Time control, such as 30+30 (minutes + seconds per move) or 60+0; default: no clock."`
	Side    string            `json:"side,omitempty" enum:"first,second,both" doc:"Side of the teacher; both alternates the sides over the boards. Default: first."`
}

// NewSimul is the body of a request that creates a simul (simultaneous exhibition).
type NewSimul struct {
	SimulTerms
	Players []string `json:"players,omitempty" nullable:"false" maxItems:"60" doc:"Player ids of the children who play; default: all children who are online."`
}

// SimulHead is a simul (simultaneous exhibition) in a list.
type SimulHead struct {
	ID string `json:"id"`
	SimulTerms
	Mine bool  `json:"mine,omitempty" doc:"True if the caller is the teacher who plays the exhibition."`
	Made int64 `json:"made"`
}

// SimulView is a simul (simultaneous exhibition) with its boards.
type SimulView struct {
	SimulHead
	Boards []SimulBoard `json:"boards" nullable:"false"`
}

// SimulBoard is one board of a simul (simultaneous exhibition), as its teacher sees it.
type SimulBoard struct {
	Match   string   `json:"match"`
	Number  int      `json:"number" doc:"Number of the board, starting at 1."`
	Player  string   `json:"player" doc:"Player id of the child."`
	Name    string   `json:"name" doc:"Real name of the child."`
	Nick    string   `json:"nick"`
	Side    string   `json:"side" enum:"first,second" doc:"Side of the teacher."`
	State   string   `json:"state" enum:"waiting,seated,ended"`
	Result  string   `json:"result,omitempty" enum:"win,draw,loss,none" doc:"Result of the teacher once the game is over; none means an aborted game."`
	Seq     int      `json:"seq" doc:"Number of events in the match so far."`
	Ply     int      `json:"ply"`
	Turn    bool     `json:"turn,omitempty" doc:"True if it is the teacher's turn."`
	Width   int      `json:"width"`
	Height  int      `json:"height"`
	Cells   []string `json:"cells" nullable:"false" doc:"Board content, one text per square as in a match."`
	ToMove  string   `json:"toMove" enum:"first,second,none"`
	Offered string   `json:"offered,omitempty" doc:"Open offer of the child, such as draw."`
}

// SimulPath holds the ids of a class and of a simul in the path of a request.
type SimulPath struct {
	ClassPath
	Simul string `path:"simul" maxLength:"32" doc:"Id of the simultaneous exhibition."`
}

func simulHead(m *classes.Simul, by string) SimulHead {
	return SimulHead{ID: m.ID, SimulTerms: SimulTerms(m.Terms), Mine: m.Teacher == by, Made: wire.Millis(m.Made)}
}

// resultFor returns the result of an ended match from the point of view of one side.
func resultFor(side, winner, reason string) string {
	switch {
	case winner == side:
		return "win"
	case winner == "first" || winner == "second":
		return "loss"
	case reason == string(game.ByAbort) || reason == string(play.Abandoned):
		return "none"
	}
	return "draw"
}

// simulView returns a simul (simultaneous exhibition) with its matches, as its teacher sees them.
func (s *Server) simulView(ctx context.Context, v visitor, m *classes.Simul) (*answer[SimulView], error) {
	_, list, err := s.opts.Classes.Look(ctx, v.ID, m.Class)
	if err != nil {
		return nil, err
	}
	pupils := map[string]*classes.Pupil{}
	for i := range list {
		pupils[list[i].Player] = &list[i]
	}
	out := SimulView{SimulHead: simulHead(m, v.ID), Boards: []SimulBoard{}}
	for i := range m.Boards {
		b := &m.Boards[i]
		p := pupils[b.Pupil]
		if p == nil {
			continue // the child was deleted during the simul
		}
		one := SimulBoard{Match: b.Match, Number: b.Number, Player: b.Pupil, Name: p.Real, Nick: p.Nick, Side: "first", State: string(b.State), Cells: []string{}, ToMove: "none"}
		if b.Players[1] != b.Pupil {
			one.Side = "second"
		}
		if b.State != classes.Waiting {
			if err := s.lookAtBoard(ctx, m.Teacher, &one); err != nil {
				return nil, err
			}
		}
		if b.State == classes.Ended {
			one.Result = resultFor(one.Side, b.Winner, b.Reason)
		}
		out.Boards = append(out.Boards, one)
	}
	return reply(out), nil
}

// lookAtBoard fills in the fields of a simul board that depend on its match: the position, the side
// to move, offers and the result, as the teacher sees them.
func (s *Server) lookAtBoard(ctx context.Context, teacher string, b *SimulBoard) error {
	snap, side, err := s.opts.Play.Look(ctx, play.Player{ID: teacher}, b.Match)
	if err != nil {
		return err
	}
	view := wire.NewView(snap, side)
	b.Seq, b.Ply, b.Turn, b.ToMove = view.Seq, view.Ply, view.Turn == b.Side, view.Turn
	b.Width, b.Height, b.Cells = view.Width, view.Height, view.Cells
	if view.Result != nil {
		b.State, b.Result = string(classes.Ended), resultFor(b.Side, view.Result.Winner, view.Result.Why)
	}
	for _, o := range view.Offers {
		if o.By != b.Side {
			b.Offered = o.What
		}
	}
	return nil
}

func (s *Server) simulOperations(a huma.API) {
	const path = classPath + "/{id}/simuls"
	handle(s, a, operation(http.MethodGet, path, "listSimuls", "List the latest simultaneous exhibitions of a class"),
		func(ctx context.Context, v visitor, in *ClassPath) (*answer[[]SimulHead], error) {
			all, err := s.classes()
			if err != nil {
				return nil, err
			}
			list, err := all.Simuls(ctx, v.ID, in.ID)
			out := make([]SimulHead, len(list))
			for i := range list {
				out[i] = simulHead(&list[i], v.ID)
			}
			return reply(out), err
		})
	simul := func(op huma.Operation, do func(ctx context.Context, all *classes.Service, v visitor, in *SimulPath) (classes.Simul, error)) {
		handle(s, a, op, func(ctx context.Context, v visitor, in *SimulPath) (*answer[SimulView], error) {
			all, err := s.classes()
			if err != nil {
				return nil, err
			}
			m, err := do(ctx, all, v, in)
			if err != nil {
				return nil, err
			}
			return s.simulView(ctx, v, &m)
		})
	}
	handle(s, a, operation(http.MethodPost, path, "startSimul", "Start a simultaneous exhibition of the teacher against the named children, or against all children who are online"),
		func(ctx context.Context, v visitor, in *struct {
			ClassPath
			Body NewSimul
		}) (*answer[SimulView], error) {
			all, err := s.classes()
			if err == nil {
				err = s.mayCreate(v)
			}
			if err != nil {
				return nil, err
			}
			m, err := all.StartSimul(ctx, v.Player, in.ID, classes.Terms(in.Body.SimulTerms), in.Body.Players)
			if err != nil {
				return nil, err
			}
			return s.simulView(ctx, v, &m)
		})
	simul(operation(http.MethodGet, path+"/{simul}", "getSimul", "Get a simultaneous exhibition with its boards"),
		func(ctx context.Context, all *classes.Service, v visitor, in *SimulPath) (classes.Simul, error) {
			return all.Simul(ctx, v.Player, in.ID, in.Simul)
		})
	simul(operation(http.MethodDelete, path+"/{simul}", "endSimul", "End the unfinished games of a simultaneous exhibition without a result"),
		func(ctx context.Context, all *classes.Service, v visitor, in *SimulPath) (classes.Simul, error) {
			return all.EndSimul(ctx, v.Player, in.ID, in.Simul)
		})
}

// demoOperations registers the operations that show and change a class's demo board, and those that
// add and remove additional teachers.
func (s *Server) demoOperations(a huma.API) {
	show := func(ctx context.Context, v visitor, id string, d *classes.Demo) (*answer[wire.DemoTold], error) {
		all, err := s.classes()
		if err != nil {
			return nil, err
		}
		shown, err := all.Show(ctx, v.ID, id, d)
		if err != nil {
			return nil, err
		}
		return reply(wire.DemoTold{T: wire.TellDemo, ID: id, Version: shown.Version, Demo: (*wire.Demo)(shown.Demo)}), nil
	}
	handle(s, a, large(operation(http.MethodPut, classPath+"/{id}/demo", "showDemo", "Change the content of a class's demo board; subscribed clients receive the change at once")),
		func(ctx context.Context, v visitor, in *struct {
			ClassPath
			Body wire.Demo
		}) (*answer[wire.DemoTold], error) {
			d := classes.Demo(in.Body)
			return show(ctx, v, in.ID, &d)
		})
	handle(s, a, operation(http.MethodDelete, classPath+"/{id}/demo", "endDemo", "Remove the demo board of a class"),
		func(ctx context.Context, v visitor, in *ClassPath) (*answer[wire.DemoTold], error) {
			return show(ctx, v, in.ID, nil)
		})
	classCommand(s, a, operation(http.MethodPost, classPath+"/{id}/teachers", "addTeacher", "Add a teacher to a class by account name; only for the teacher who created the class"),
		func(ctx context.Context, all *classes.Service, v string, _ time.Time, in *struct {
			ClassPath
			Body ClassName
		}) (string, error) {
			return in.ID, all.Invite(ctx, v, in.ID, in.Body.Name)
		})
	handle(s, a, operation(http.MethodDelete, classPath+"/{id}/teachers/{player}", "dropTeacher", "Remove a teacher from a class; for the teacher who created the class and for the removed teacher"),
		func(ctx context.Context, v visitor, in *TeacherPath) (*none, error) {
			all, err := s.classes()
			if err != nil {
				return nil, err
			}
			return &none{}, all.Dismiss(ctx, v.ID, in.ID, in.Player)
		})
}

// TeacherPath holds the ids of a class and of a teacher in the path of a request.
type TeacherPath struct {
	ClassPath
	Player string `path:"player" maxLength:"64" doc:"Player id of the teacher."`
}
