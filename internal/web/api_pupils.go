package web

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/account"
	"kydai/game"
	"kydai/internal/classes"
	"kydai/internal/events"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// Card is the body of a child's request to sign in: the secret of its login card, or the codes of
// its class and of the child.
type Card struct {
	Card  string `json:"card,omitempty" maxLength:"64" doc:"Secret from the QR code of the card."`
	Class string `json:"class,omitempty" maxLength:"32" doc:"Code of the class, given with code instead of the card's secret."`
	Code  string `json:"code,omitempty" maxLength:"32" doc:"Code of the child, given with the code of the class."`
}

// MyClass is a class as a child sees it.
type MyClass struct {
	Name    string `json:"name"`
	Teacher string `json:"teacher" doc:"Name of the teacher's account."`
	Nick    string `json:"nick" doc:"Nickname of the child."`
}

// ClassExport holds all stored data about a class.
type ClassExport struct {
	Class  ClassHead       `json:"class"`
	Pupils []ExportedPupil `json:"pupils" nullable:"false"`
	Tasks  []ClassTask     `json:"tasks" nullable:"false" doc:"Tasks of the class, with the progress of each child."`
	Simuls []SimulView     `json:"simuls" nullable:"false" doc:"Latest 20 simultaneous exhibitions, with their results."`
	Demo   *wire.Demo      `json:"demo,omitempty" doc:"Content of the demo board; missing if the board shows nothing."`
}

// ExportedPupil holds all stored data about a child.
type ExportedPupil struct {
	ClassPupil
	Matches []wire.Summary `json:"matches" nullable:"false" doc:"Finished matches of the child, latest first, at most 1,000."`
}

func (s *Server) pupilOperations(a huma.API) {
	handle(s, a, operation(http.MethodPost, "/api/session/card", "signInByCard", "Sign a child in with the QR code of its card or with the codes printed on the card"),
		func(ctx context.Context, v visitor, in *struct{ Body Card }) (*signedAnswer, error) {
			all, err := s.classes()
			if err != nil {
				return nil, err
			}
			signed, err := s.showCard(ctx, all, v, &in.Body)
			if err != nil {
				return nil, err
			}
			if v.role == account.Pupil { // sign out the child that used the same tablet before
				if err := s.opts.People.End(ctx, v.ID, v.hash); err != nil && code(err) != people.NoAccount {
					return nil, err
				}
			}
			return &signedAnswer{
				SetCookie: []http.Cookie{*sessionCookie(signed.Secret, v.secure)},
				Body:      Welcome{Me: meOf(&signed.Account)},
			}, nil
		})
	handle(s, a, operation(http.MethodGet, "/api/me/class", "getMyClass", "Get the class of the calling child"),
		func(ctx context.Context, v visitor, _ *none) (*answer[MyClass], error) {
			all, err := s.classes()
			if err != nil {
				return nil, err
			}
			c, p, err := all.Mine(ctx, v.ID)
			if err != nil {
				return nil, err
			}
			names, err := s.opts.Play.Ratings().Names(ctx, []string{c.Teacher})
			return reply(MyClass{Name: c.Name, Teacher: names[c.Teacher], Nick: p.Nick}), err
		})
	op := operation(http.MethodGet, classPath+"/{id}/export", "exportClass", "Export all stored data of a class, as JSON or as a table")
	text := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	op.Responses = map[string]*huma.Response{"200": {
		Description: "ClassExport as JSON, or a table with one row per child",
		Content:     map[string]*huma.MediaType{"application/json": text, "text/csv": text},
	}}
	a.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[ClassExport](), true, "")
	handle(s, a, op, s.exportClass)
}

// showCard signs in a child. The child shows either its login card, or the code of its class
// together with its own code.
func (s *Server) showCard(ctx context.Context, all *classes.Service, v visitor, c *Card) (people.Signed, error) {
	now := s.opts.Play.Now()
	var p classes.Pupil
	var err error
	if c.Card != "" {
		p, err = all.SignIn(ctx, c.Card)
	} else {
		p, err = all.SignInByCode(ctx, c.Class, c.Code, v.address, now)
	}
	if err != nil {
		return people.Signed{}, err
	}
	return s.opts.People.SignInPupil(ctx, p.Player, now)
}

// classEvent returns an error if the visitor is a child and may not enter the tournament (event),
// because its organiser does not teach the child.
func (s *Server) classEvent(ctx context.Context, all *events.Service, who events.Caller, id string) error {
	if visitorOf(ctx).role != account.Pupil {
		return nil
	}
	e, err := all.Event(ctx, who, id)
	if err != nil {
		return err
	}
	if teaches, err := s.opts.Classes.Teaches(ctx, e.Organiser, who.ID); err != nil || teaches {
		return err
	}
	return game.Err(play.NotForYou, "you can enter the events of your teacher")
}

// exportMost is the maximum number of matches per child in an export.
const exportMost = 1000

// exportClass returns all stored data about a class for download.
func (s *Server) exportClass(ctx context.Context, v visitor, in *struct {
	ClassPath
	As string `query:"as" enum:"json,csv" default:"json" doc:"Format of the export."`
}) (*huma.StreamResponse, error) {
	all, err := s.classes()
	if err != nil {
		return nil, err
	}
	if err := s.mayCreate(v); err != nil {
		return nil, err
	}
	c, list, err := all.Look(ctx, v.ID, in.ID)
	if err != nil {
		return nil, err
	}
	out := ClassExport{Class: classHead(&c, v.ID), Pupils: make([]ExportedPupil, len(list))}
	if err := s.exportWork(ctx, v, in.ID, &out); err != nil {
		return nil, err
	}
	rows := [][]string{{"name", "nickname", "since", "games"}}
	for i := range out.Tasks {
		rows[0] = append(rows[0], taskTitle(&out.Tasks[i]))
	}
	for i := range list {
		matches, err := s.allPlayed(ctx, list[i].Player)
		if err != nil {
			return nil, err
		}
		out.Pupils[i] = ExportedPupil{pupilView(&list[i], false), matches}
		row := []string{list[i].Real, list[i].Nick, list[i].Made.UTC().Format(time.DateOnly), strconv.Itoa(len(matches))}
		for n := range out.Tasks {
			row = append(row, taskCell(&out.Tasks[n].List[i].TaskState))
		}
		rows = append(rows, row)
	}
	if in.As == "csv" {
		return s.streamed(ctx, "text/csv; charset=utf-8", "class.csv", func(hc huma.Context) error {
			_, err := hc.BodyWriter().Write(spreadsheet(rows))
			return err
		}), nil
	}
	return s.streamed(ctx, "application/json", "class.json", func(hc huma.Context) error { return json.NewEncoder(hc.BodyWriter()).Encode(out) }), nil
}

// exportWork adds a class's tasks, simuls (simultaneous exhibitions) and demo board to an export.
func (s *Server) exportWork(ctx context.Context, v visitor, id string, out *ClassExport) error {
	var err error
	if out.Tasks, err = s.classTasks(ctx, v.ID, id); err != nil {
		return err
	}
	simuls, err := s.opts.Classes.Simuls(ctx, v.ID, id)
	if err != nil {
		return err
	}
	out.Simuls = make([]SimulView, len(simuls))
	for i := range simuls {
		m, err := s.opts.Classes.Simul(ctx, v.Player, id, simuls[i].ID)
		if err != nil {
			return err
		}
		view, err := s.simulView(ctx, v, &m)
		if err != nil {
			return err
		}
		out.Simuls[i] = view.Body
	}
	_, shown, err := s.opts.Classes.DemoOf(ctx, v.ID, id)
	out.Demo = (*wire.Demo)(shown.Demo)
	return err
}

// taskTitle returns the title of the column for a task in an exported table.
func taskTitle(t *ClassTask) string {
	title := cmp.Or(t.Title, t.EventName, t.Kind+" "+t.Game)
	if t.Due != 0 {
		title += " (" + time.UnixMilli(t.Due).UTC().Format(time.DateOnly) + ")"
	}
	return title
}

// taskCell returns a child's progress in a task, as a cell of an exported table.
func taskCell(t *TaskState) string {
	text := map[string]string{classes.NotBegun: "not begun", classes.Begun: "begun", classes.Done: "done"}[t.State]
	if t.Late {
		text += ", late"
	}
	return text
}

// allPlayed returns the finished matches of a child, latest first, at most exportMost of them.
func (s *Server) allPlayed(ctx context.Context, player string) ([]wire.Summary, error) {
	out := []wire.Summary{}
	var after play.Cursor
	for len(out) < exportMost {
		list, next, err := s.opts.Play.Played(play.Late(ctx), play.Player{ID: player}, play.Filter{}, after, exportPage)
		if err != nil {
			return nil, err
		}
		for i := range list {
			out = append(out, wire.SummaryOf(&list[i]))
		}
		if next == (play.Cursor{}) || len(list) == 0 {
			break
		}
		after = next
	}
	return out, nil
}
