package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/clubs"
	"kydai/internal/play"
	"kydai/internal/qrcode"
	"kydai/internal/wire"
)

// clubPath is the path prefix of requests about clubs.
const clubPath = "/api/clubs"

// ClubText is the description of a club, written by its organisers.
type ClubText struct {
	Name  string `json:"name" minLength:"1" maxLength:"200"`
	Place string `json:"place,omitempty" maxLength:"400" doc:"Description of the place where the club meets."`
	About string `json:"about,omitempty" maxLength:"8000"`
}

func (v *ClubText) club(id string) clubs.Club {
	return clubs.Club{ID: id, Name: v.Name, Place: v.Place, About: v.About}
}

// ClubHead is a club in a list of clubs.
type ClubHead struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Place   string `json:"place,omitempty"`
	Made    int64  `json:"made"`
	Members int    `json:"members" doc:"Number of members."`
}

// ClubMember is an account that is a member of a club or has asked to join.
type ClubMember struct {
	Player string `json:"player"`
	Name   string `json:"name"`
	Role   string `json:"role" enum:"owner,organiser,member,asked" doc:"Role in the club; asked means a request to join, which only organisers see."`
	Since  int64  `json:"since"`
}

// ClubEntry is a tournament (event) in the calendar of a club.
type ClubEntry struct {
	Starts int64       `json:"starts"`
	Event  *EventHead  `json:"event,omitempty" doc:"Event of this server; missing if the entry is an imported result."`
	Result *ClubResult `json:"result,omitempty" doc:"Result imported from another server; missing if the entry is an event of this server."`
}

// ClubResult is a tournament (event) on another server. A club imports it from a signed file.
type ClubResult struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Server string `json:"server" doc:"Name of the other server as stated in the file; only the key proves who signed."`
	Key    string `json:"key" doc:"Fingerprint of the key that signed the file."`
	Signed string `json:"signed" doc:"Date of the signature as stated in the file."`
}

// ClubSeason is a season in the league of a club.
type ClubSeason struct {
	Season int    `json:"season,omitempty" doc:"Number of the season, starting at 1."`
	Name   string `json:"name" minLength:"1" maxLength:"200"`
	Starts int64  `json:"starts"`
	Ends   int64  `json:"ends" doc:"First moment after the season, as Unix time in milliseconds."`
	Rule   string `json:"rule" enum:"score,place" doc:"Scoring of the league: score adds the points of the standings; place gives 10, 8, 6, 5, 4, 3, 2, 1 points to the first eight."`
	Best   int    `json:"best,omitempty" minimum:"0" maximum:"100" doc:"Number of best events that count for each person; missing or 0 counts all events."`
}

// ClubView is a club with all the data that its page shows.
type ClubView struct {
	ClubHead
	About    string       `json:"about,omitempty"`
	Role     string       `json:"role,omitempty" enum:"owner,organiser,member,asked" doc:"Role of the caller in the club."`
	List     []ClubMember `json:"list" nullable:"false" doc:"Members of the club: the owner, then the organisers, then the others."`
	Calendar []ClubEntry  `json:"calendar" nullable:"false" doc:"Events of the club by date; only organisers see drafts."`
	Seasons  []ClubSeason `json:"seasons" nullable:"false" doc:"League seasons of the club, newest first."`
}

// ClubLink is the link with which accounts can join a club.
type ClubLink struct {
	Link string `json:"link"`
	QR   string `json:"qr" doc:"QR code of the link, as SVG."`
}

// ClubJoin is the body of a request to join a club.
type ClubJoin struct {
	Link string `json:"link,omitempty" maxLength:"64" doc:"Secret from the club's link; without the secret, the organisers decide about the request."`
}

// ClubRole is the role of a member.
type ClubRole struct {
	Role string `json:"role" enum:"owner,organiser,member" doc:"New role of the member: member accepts a request to join; owner hands the club over."`
}

// ClubPath holds the id of a club in the path of a request.
type ClubPath struct {
	ID string `path:"id" maxLength:"32" doc:"Id of the club."`
}

// ClubMemberPath holds the ids of a club and of a member in the path of a request.
type ClubMemberPath struct {
	ClubPath
	Player string `path:"player" maxLength:"64" doc:"Player id of the member."`
}

var errNoClubs = game.Err(play.NotFound, "this server has no clubs")

// clubs returns the service for clubs, or errNoClubs if this server has none.
func (s *Server) clubs() (*clubs.Service, error) {
	if s.opts.Clubs == nil {
		return nil, errNoClubs
	}
	return s.opts.Clubs, nil
}

func clubHead(c *clubs.Club) ClubHead {
	return ClubHead{ID: c.ID, Name: c.Name, Place: c.Place, Made: wire.Millis(c.Made), Members: c.Members}
}

func resultView(r *clubs.Result) ClubResult {
	return ClubResult{ID: r.ID, Name: r.Name, Server: r.Server, Key: clubs.Fingerprint(r.Key), Signed: r.Signed}
}

func seasonView(x *clubs.Season) ClubSeason {
	return ClubSeason{Season: x.Number, Name: x.Name, Starts: wire.Millis(x.Starts), Ends: wire.Millis(x.Ends), Rule: string(x.Rule), Best: x.Best}
}

// clubView returns a club as a visitor sees it.
func (s *Server) clubView(ctx context.Context, v visitor, id string) (*answer[ClubView], error) {
	all := s.opts.Clubs
	c, role, err := all.Look(ctx, v.ID, id)
	if err != nil {
		return nil, err
	}
	out := ClubView{ClubHead: clubHead(&c), About: c.About, Role: string(role), List: []ClubMember{}, Calendar: []ClubEntry{}, Seasons: []ClubSeason{}}
	members, err := all.Members(ctx, role, id)
	if err != nil {
		return nil, err
	}
	for i := range members {
		m := &members[i]
		out.List = append(out.List, ClubMember{m.Player, m.Name, string(m.Role), wire.Millis(m.Since)})
	}
	calendar, err := all.Calendar(ctx, role, id)
	if err != nil {
		return nil, err
	}
	for i := range calendar {
		e := ClubEntry{Starts: wire.Millis(calendar[i].Starts)}
		if calendar[i].Result.ID != "" {
			r := resultView(&calendar[i].Result)
			e.Result = &r
		} else {
			h := headView(&calendar[i].Event)
			e.Event = &h
		}
		out.Calendar = append(out.Calendar, e)
	}
	seasons, err := all.Seasons(ctx, id)
	for i := range seasons {
		out.Seasons = append(out.Seasons, seasonView(&seasons[i]))
	}
	return reply(out), err
}

// clubCommand registers an operation that changes a club. The response is the changed club. The
// parameter limited is true for operations that any visitor can request: then the rate limit for
// creating things applies.
func clubCommand[I any](s *Server, a huma.API, op huma.Operation, limited bool, do func(ctx context.Context, all *clubs.Service, v visitor, in *I) (id string, err error)) {
	handle(s, a, op, func(ctx context.Context, v visitor, in *I) (*answer[ClubView], error) {
		all, err := s.clubs()
		if err == nil && limited {
			err = s.mayCreate(v)
		}
		if err != nil {
			return nil, err
		}
		id, err := do(ctx, all, v, in)
		if err != nil {
			return nil, err
		}
		return s.clubView(ctx, v, id)
	})
}

func (s *Server) clubOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, clubPath, "listClubs", "List clubs, newest first"),
		func(ctx context.Context, v visitor, in *struct {
			Mine   bool   `query:"mine" doc:"Return only clubs of which the caller is a member."`
			Event  string `query:"event" maxLength:"32" doc:"Return only the club of the event with this id, without paging."`
			Cursor string `query:"cursor" maxLength:"600" doc:"Cursor from the header Next-Cursor of the previous page; keep the other parameters the same."`
			Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"Maximum number of entries per page."`
		}) (*page[ClubHead], error) {
			all, err := s.clubs()
			if err != nil {
				return nil, err
			}
			if in.Event != "" {
				c, err := all.Of(ctx, in.Event)
				if errors.Is(err, clubs.ErrNoClub) {
					return pageOf(nil, "", each(clubHead)), nil
				}
				return pageOf([]clubs.Club{c}, "", each(clubHead)), err
			}
			var q clubs.Query
			if in.Mine {
				q.Player = v.ID
			}
			if in.Cursor != "" {
				at, err := play.ParseCursor(in.Cursor)
				if err != nil {
					return nil, err
				}
				q.Before = clubs.Club{Made: at.Ended, ID: at.ID}
			}
			list, err := all.List(ctx, q, in.Limit+1)
			if err != nil {
				return nil, err
			}
			list, next := cut(list, in.Limit, func(c *clubs.Club) string { return play.Cursor{Ended: c.Made, ID: c.ID}.String() })
			return pageOf(list, next, each(clubHead)), nil
		})
	clubCommand(s, a, operation(http.MethodPost, clubPath, "createClub", "Create a club whose owner is the caller"), true,
		func(ctx context.Context, all *clubs.Service, v visitor, in *struct{ Body ClubText }) (string, error) {
			c, err := all.Create(ctx, v.ID, in.Body.club(""))
			return c.ID, err
		})
	clubCommand(s, a, operation(http.MethodGet, clubPath+"/{id}", "getClub", "Get a club with its members, calendar and league seasons"), false,
		func(_ context.Context, _ *clubs.Service, _ visitor, in *ClubPath) (string, error) { return in.ID, nil })
	clubCommand(s, a, operation(http.MethodPut, clubPath+"/{id}", "alterClub", "Change the name, place and description of a club; for organisers only"), true,
		func(ctx context.Context, all *clubs.Service, v visitor, in *struct {
			ClubPath
			Body ClubText
		}) (string, error) {
			return in.ID, all.Alter(ctx, v.ID, in.Body.club(in.ID))
		})
	handle(s, a, operation(http.MethodDelete, clubPath+"/{id}", "closeClub", "Delete a club, whose events stay; for the owner only"),
		func(ctx context.Context, v visitor, in *ClubPath) (*none, error) {
			all, err := s.clubs()
			if err != nil {
				return nil, err
			}
			return &none{}, all.Close(ctx, v.ID, in.ID)
		})
	s.clubMemberOperations(a)
	s.clubEventOperations(a)
	s.clubResultOperations(a)
	s.clubNameOperations(a)
}

// clubMemberOperations registers the operations on the members of a club.
func (s *Server) clubMemberOperations(a huma.API) {
	clubCommand(s, a, operation(http.MethodPost, clubPath+"/{id}/members", "joinClub", "Join a club with its link, or send a request to its organisers"), true,
		func(ctx context.Context, all *clubs.Service, v visitor, in *struct {
			ClubPath
			Body ClubJoin
		}) (string, error) {
			return in.ID, all.Join(ctx, v.ID, in.ID, in.Body.Link)
		})
	clubCommand(s, a, operation(http.MethodPut, clubPath+"/{id}/members/{player}", "setClubRole",
		"Accept a request to join as an organiser, or change a member's role as the owner"), false,
		func(ctx context.Context, all *clubs.Service, v visitor, in *struct {
			ClubMemberPath
			Body ClubRole
		}) (string, error) {
			return in.ID, all.SetRole(ctx, v.ID, in.ID, in.Player, clubs.Role(in.Body.Role))
		})
	clubCommand(s, a, operation(http.MethodDelete, clubPath+"/{id}/members/{player}", "leaveClub",
		"Leave a club or, as an organiser, remove a member or a request to join"), false,
		func(ctx context.Context, all *clubs.Service, v visitor, in *ClubMemberPath) (string, error) {
			return in.ID, all.Remove(ctx, v.ID, in.ID, in.Player)
		})
	type linkPath struct {
		calledHost
		ClubPath
	}
	link := func(ctx context.Context, v visitor, in *linkPath) (*answer[ClubLink], error) {
		c, role, err := s.opts.Clubs.Look(ctx, v.ID, in.ID)
		switch {
		case err != nil:
			return nil, err
		case !role.Runs():
			return nil, game.Err(clubs.NotForYou, "only the organisers of the club see its link")
		}
		address := in.origin(v) + "/club/" + c.ID + "#" + c.Link
		picture, err := qrcode.SVG(address)
		if err != nil {
			return nil, errOriginOf
		}
		return reply(ClubLink{Link: address, QR: string(picture)}), nil
	}
	handle(s, a, operation(http.MethodGet, clubPath+"/{id}/link", "getClubLink", "Get the link with which accounts join a club; for organisers only"),
		func(ctx context.Context, v visitor, in *linkPath) (*answer[ClubLink], error) {
			if _, err := s.clubs(); err != nil {
				return nil, err
			}
			return link(ctx, v, in)
		})
	handle(s, a, operation(http.MethodPost, clubPath+"/{id}/link", "renewClubLink", "Create a new link with which accounts join a club; the old link becomes invalid"),
		func(ctx context.Context, v visitor, in *linkPath) (*answer[ClubLink], error) {
			all, err := s.clubs()
			if err == nil {
				err = all.RenewLink(ctx, v.ID, in.ID)
			}
			if err != nil {
				return nil, err
			}
			return link(ctx, v, in)
		})
}

// ExportedName is a name in the results of a club that was linked to the account.
type ExportedName struct {
	Club   string `json:"club"`
	Name   string `json:"name"`
	Counts bool   `json:"counts" doc:"True if the link between the name and the account is confirmed."`
}

// exportClubs adds the account's clubs to its export, and the names in results that were linked to
// the account.
func (s *Server) exportClubs(ctx context.Context, v visitor, head *Export) error {
	if s.opts.Clubs == nil {
		return nil
	}
	list, err := s.opts.Clubs.List(ctx, clubs.Query{Player: v.ID}, clubs.MaxJoined)
	for i := range list {
		head.Clubs = append(head.Clubs, clubHead(&list[i]))
		names, err := s.opts.Clubs.Names(ctx, v.ID, list[i].ID)
		if err != nil {
			return err
		}
		for j := range names {
			if names[j].Player == v.ID {
				head.Names = append(head.Names, ExportedName{list[i].ID, names[j].Name, names[j].Counts()})
			}
		}
	}
	return err
}

func ofMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
