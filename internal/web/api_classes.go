package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/account"
	"kydai/game"
	"kydai/internal/classes"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/qrcode"
	"kydai/internal/wire"
	"kydai/match"
)

// classPath is the path prefix of requests about classes.
const classPath = "/api/classes"

// ClassHead is a school class in the list of its teacher's classes.
type ClassHead struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Code   string `json:"code" doc:"Code of the class, which a child types before its own code."`
	Made   int64  `json:"made"`
	Pupils int    `json:"pupils" doc:"Number of children in the class."`
	Own    bool   `json:"own,omitempty" doc:"True if the caller created the class and so may delete it and add teachers."`
}

// ClassTeacher is a teacher of a class.
type ClassTeacher struct {
	Player string `json:"player"`
	Name   string `json:"name" doc:"Name of the teacher's account."`
}

// ClassPupil is a child of a class, as the teacher sees it.
type ClassPupil struct {
	Player string `json:"player"`
	Name   string `json:"name" doc:"Real name of the child, visible to the teachers only."`
	Nick   string `json:"nick" doc:"Nickname of the child, visible to everybody."`
	Card   bool   `json:"card,omitempty" doc:"True if the child has a valid sign-in card."`
	Online bool   `json:"online,omitempty"`
	Made   int64  `json:"made"`
}

// ClassView is a school class, as its teacher sees it.
type ClassView struct {
	ClassHead
	List     []ClassPupil   `json:"list" nullable:"false"`
	Teachers []ClassTeacher `json:"teachers" nullable:"false" doc:"Teachers of the class, the teacher who created it first."`
}

// ClassName is the body of a request that sets the name of a class.
type ClassName struct {
	Name string `json:"name" minLength:"1" maxLength:"200"`
}

// ClassCard is a child's login card, to be printed with a QR code. The server stores only hashes of
// the card's secrets, so it can return a card only once.
type ClassCard struct {
	ClassPupil
	Code string `json:"code" doc:"Code of the child, typed after the code of the class."`
	Link string `json:"link" doc:"Sign-in link of the child; its secret is in the URL fragment, which browsers do not send to servers."`
	QR   string `json:"qr" doc:"QR code of the sign-in link, as SVG."`
}

// PastedNames is the body of a request that adds children to a class. The server creates an account
// for each name in the list.
type PastedNames struct {
	Names  string `json:"names" minLength:"1" maxLength:"20000" doc:"Real names of the children, one name per line."`
	Lang   string `json:"lang,omitempty" enum:"vi,en" doc:"Language of the generated nicknames."`
	Origin string `json:"origin,omitempty" maxLength:"200" doc:"Address of this site to print on the cards, such as http://kydai.local:8080; default: the address of the request."`
}

// CardsAsk is the body of a request for new login cards of children in a class.
type CardsAsk struct {
	Players []string `json:"players,omitempty" nullable:"false" maxItems:"60" doc:"Player ids of the children who get new cards; default: all children of the class."`
	Origin  string   `json:"origin,omitempty" maxLength:"200" doc:"Address of this site to print on the cards; default: the address of the request."`
}

// PupilChange holds the new data of a child. Only the teacher can send it.
type PupilChange struct {
	Name string `json:"name,omitempty" maxLength:"200" doc:"New real name of the child."`
	Nick string `json:"nick,omitempty" maxLength:"200"`
}

// ClassPath holds the id of a class in the path of a request.
type ClassPath struct {
	ID string `path:"id" maxLength:"32" doc:"Id of the class."`
}

// PupilPath holds the ids of a class and of a child in the path of a request.
type PupilPath struct {
	ClassPath
	Player string `path:"player" maxLength:"64" doc:"Player id of the child."`
}

var (
	errNoClasses = game.Err(play.NotFound, "this server has no classes")
	errOriginOf  = game.Err(classes.Bad, "the address on the cards is http:// or https:// and a name, such as http://kydai.local:8080")
)

// classes returns the service for school classes, or errNoClasses if this server has none.
func (s *Server) classes() (*classes.Service, error) {
	if s.opts.Classes == nil {
		return nil, errNoClasses
	}
	return s.opts.Classes, nil
}

func classHead(c *classes.Class, by string) ClassHead {
	return ClassHead{ID: c.ID, Name: c.Name, Code: c.Code, Made: wire.Millis(c.Made), Pupils: c.Pupils, Own: c.Teacher == by}
}

func pupilView(p *classes.Pupil, online bool) ClassPupil {
	return ClassPupil{Player: p.Player, Name: p.Real, Nick: p.Nick, Card: p.Card, Online: online, Made: wire.Millis(p.Made)}
}

// cardsOf returns login cards of children, to be printed. The links on the cards begin with origin,
// the URL of this site.
func cardsOf(cards []classes.Card, origin string) ([]ClassCard, error) {
	out := make([]ClassCard, len(cards))
	for i := range cards {
		link := origin + "/classes#" + cards[i].Secret
		picture, err := qrcode.SVG(link)
		if err != nil {
			return nil, errOriginOf
		}
		out[i] = ClassCard{ClassPupil: pupilView(&cards[i].Pupil, false), Code: cards[i].Code, Link: link, QR: string(picture)}
	}
	return out, nil
}

// checkOrigin returns an error if origin cannot be the site URL on login cards. The value "" is
// allowed and means the URL of the request.
func checkOrigin(origin string) error {
	if origin == "" {
		return nil
	}
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || origin != u.Scheme+"://"+u.Host {
		return errOriginOf
	}
	return nil
}

// classView returns a class as its teacher sees it. It returns an error if the player does not
// teach the class.
func (s *Server) classView(ctx context.Context, teacher, id string) (*answer[ClassView], error) {
	c, list, err := s.opts.Classes.Look(ctx, teacher, id)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].Player
	}
	online := s.opts.Play.Online(ids)
	teachers := append([]string{c.Teacher}, c.Also...)
	names, err := s.opts.Play.Ratings().Names(ctx, teachers)
	if err != nil {
		return nil, err
	}
	view := ClassView{ClassHead: classHead(&c, teacher), List: make([]ClassPupil, len(list)), Teachers: make([]ClassTeacher, len(teachers))}
	for i, p := range teachers {
		view.Teachers[i] = ClassTeacher{Player: p, Name: names[p]}
	}
	for i := range list {
		view.List[i] = pupilView(&list[i], online[list[i].Player])
	}
	return reply(view), nil
}

// classCommand registers an operation of a teacher that changes a class. The function do executes
// the operation and returns the id of the class. The response is the changed class.
func classCommand[I any](s *Server, a huma.API, op huma.Operation, do func(ctx context.Context, all *classes.Service, teacher string, now time.Time, in *I) (id string, err error)) {
	handle(s, a, op, func(ctx context.Context, v visitor, in *I) (*answer[ClassView], error) {
		all, err := s.classes()
		if err != nil {
			return nil, err
		}
		id, err := do(ctx, all, v.ID, s.opts.Play.Now(), in)
		if err != nil {
			return nil, err
		}
		return s.classView(ctx, v.ID, id)
	})
}

func (s *Server) classOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, classPath, "listClasses", "List the caller's classes, newest first"),
		func(ctx context.Context, v visitor, _ *none) (*answer[[]ClassHead], error) {
			all, err := s.classes()
			if err != nil {
				return nil, err
			}
			list, err := all.List(ctx, v.ID)
			heads := make([]ClassHead, len(list))
			for i := range list {
				heads[i] = classHead(&list[i], v.ID)
			}
			return reply(heads), err
		})
	classCommand(s, a, operation(http.MethodPost, classPath, "createClass", "Create a class"),
		func(ctx context.Context, all *classes.Service, teacher string, _ time.Time, in *struct{ Body ClassName }) (string, error) {
			c, err := all.Create(ctx, teacher, in.Body.Name)
			return c.ID, err
		})
	classCommand(s, a, operation(http.MethodGet, classPath+"/{id}", "getClass", "Get a class with the real names of its children; for its teachers only"),
		func(_ context.Context, _ *classes.Service, _ string, _ time.Time, in *ClassPath) (string, error) {
			return in.ID, nil
		})
	classCommand(s, a, operation(http.MethodPut, classPath+"/{id}", "renameClass", "Change the name of a class"),
		func(ctx context.Context, all *classes.Service, teacher string, _ time.Time, in *struct {
			ClassPath
			Body ClassName
		}) (string, error) {
			return in.ID, all.Rename(ctx, teacher, in.ID, in.Body.Name)
		})
	handle(s, a, operation(http.MethodDelete, classPath+"/{id}", "dropClass", "Delete a class with the accounts and all data of its children"),
		func(ctx context.Context, v visitor, in *ClassPath) (*none, error) {
			all, err := s.classes()
			if err != nil {
				return nil, err
			}
			return &none{}, all.Drop(ctx, v.ID, in.ID, s.opts.Play.Now())
		})
	classCommand(s, a, operation(http.MethodPatch, classPath+"/{id}/pupils/{player}", "changePupil", "Change the real name or the nickname of a child"),
		func(ctx context.Context, all *classes.Service, teacher string, now time.Time, in *struct {
			PupilPath
			Body PupilChange
		}) (string, error) {
			return in.ID, all.Change(ctx, teacher, in.ID, in.Player, in.Body.Name, in.Body.Nick, now)
		})
	classCommand(s, a, operation(http.MethodDelete, classPath+"/{id}/pupils/{player}", "dropPupil", "Delete a child's account and remove the child from the class"),
		func(ctx context.Context, all *classes.Service, teacher string, now time.Time, in *PupilPath) (string, error) {
			return in.ID, all.Remove(ctx, teacher, in.ID, in.Player, now)
		})
	classCommand(s, a, operation(http.MethodDelete, classPath+"/{id}/cards/{player}", "withdrawCard", "Make the card of a child invalid and sign the child out everywhere"),
		func(ctx context.Context, all *classes.Service, teacher string, _ time.Time, in *PupilPath) (string, error) {
			return in.ID, all.Withdraw(ctx, teacher, in.ID, in.Player)
		})
	s.cardOperations(a)
	s.pupilOperations(a)
	s.taskOperations(a)
	s.simulOperations(a)
	s.demoOperations(a)
}

// cardOperations registers the operations that return printable login cards of children.
func (s *Server) cardOperations(a huma.API) {
	handle(s, a, large(operation(http.MethodPost, classPath+"/{id}/pupils", "addPupils", "Create an account with a nickname and a sign-in card for each pasted name")),
		func(ctx context.Context, v visitor, in *struct {
			calledHost
			ClassPath
			Body PastedNames
		}) (*answer[[]ClassCard], error) {
			return s.printed(v, &in.calledHost, in.Body.Origin, func(all *classes.Service) ([]classes.Card, error) {
				return all.Add(ctx, v.ID, in.ID, in.Body.Names, in.Body.Lang)
			})
		})
	handle(s, a, operation(http.MethodPost, classPath+"/{id}/cards", "makeCards",
		"Create new sign-in cards; old cards become invalid and devices signed in with them are signed out"),
		func(ctx context.Context, v visitor, in *struct {
			calledHost
			ClassPath
			Body CardsAsk
		}) (*answer[[]ClassCard], error) {
			return s.printed(v, &in.calledHost, in.Body.Origin, func(all *classes.Service) ([]classes.Card, error) {
				return all.Cards(ctx, v.ID, in.ID, in.Body.Players)
			})
		})
}

// printed calls the function issue, which creates new login cards, and returns these cards for
// printing. The links on the cards begin with the URL in the parameter origin, or with the URL of
// the request if origin is "".
func (s *Server) printed(v visitor, called *calledHost, origin string, issue func(*classes.Service) ([]classes.Card, error)) (*answer[[]ClassCard], error) {
	all, err := s.classes()
	if err == nil {
		err = checkOrigin(origin)
	}
	if err != nil {
		return nil, err
	}
	cards, err := issue(all)
	if err != nil {
		return nil, err
	}
	out, err := cardsOf(cards, cmp.Or(origin, called.origin(v)))
	return reply(out), err
}

// hidden reports whether a player is a child whom the caller may not see. A child is visible only
// to itself and its teachers.
func (s *Server) hidden(ctx context.Context, v visitor, player string) (bool, error) {
	if s.opts.People == nil || s.opts.Classes == nil || player == v.ID {
		return false, nil
	}
	child, err := s.opts.People.IsPupil(ctx, player)
	if err != nil || !child {
		return false, err
	}
	knows := false
	if v.signed != nil && account.May(v.role, account.HoldClasses) {
		knows, err = s.opts.Classes.Teaches(ctx, v.ID, player)
	}
	return !knows, err
}

// shownTo returns an error if a player of a match is a child whom the spectator may not see. Only
// the child's teachers and the children of the same class may watch.
func (s *Server) shownTo(ctx context.Context, v visitor, seats [2]match.Seat) error {
	if s.opts.People == nil || s.opts.Classes == nil {
		return nil
	}
	for i := range seats {
		if seats[i].Player == "" || seats[i].Kind != match.Human {
			continue
		}
		child, err := s.opts.People.IsPupil(ctx, seats[i].Player)
		if err != nil {
			return err
		}
		if !child {
			continue
		}
		if knows, err := s.opts.Classes.Knows(ctx, v.ID, seats[i].Player); err != nil || !knows {
			return errors.Join(errNoMatch, err)
		}
	}
	return nil
}

// errNoMatch is the error that visitors get who may not see a child's match. It does not reveal
// that the match exists.
var errNoMatch = game.Err(play.NotFound, "there is no such match")

// known returns people.ErrNoAccount if the player is a child whom the caller may not see, as if the
// child's account did not exist.
func (s *Server) known(ctx context.Context, player string) error {
	hidden, err := s.hidden(ctx, visitorOf(ctx), player)
	if err == nil && hidden {
		err = people.ErrNoAccount
	}
	return err
}
