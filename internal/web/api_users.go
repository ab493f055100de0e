package web

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/account"
	"kydai/game"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// UserView is an account as the operator sees it in a list.
type UserView struct {
	Player   string `json:"player"`
	Name     string `json:"name"`
	Role     string `json:"role" enum:"admin,moderator,organiser,teacher,player"`
	Created  int64  `json:"created"`
	Seen     int64  `json:"seen,omitempty" doc:"Time of the last visit, to the hour, as Unix time in milliseconds; missing without a session."`
	Sessions int    `json:"sessions"`
}

// UserDetails is one account as the operator sees it.
type UserDetails struct {
	UserView
	Renamed  int64         `json:"renamed,omitempty" doc:"Time of the last change of the name, as Unix time in milliseconds."`
	Online   bool          `json:"online,omitempty"`
	Codes    int           `json:"codes" doc:"Number of unused recovery codes."`
	Passkeys int           `json:"passkeys"`
	Guests   int           `json:"guests" doc:"Number of guests whose games the account took over."`
	List     []SessionView `json:"list" doc:"Sessions of the account; only administrators see the IP addresses."`
}

// NewRole is the body of a request that changes the role of an account.
type NewRole struct {
	Role     string `json:"role" enum:"admin,moderator,organiser,teacher,player"`
	Password string `json:"password" maxLength:"600" doc:"Password of the caller."`
}

// UserPath holds an account in the path of a request: its id, or "@" and its name.
type UserPath struct {
	ID string `path:"id" maxLength:"200" doc:"Player id, or @ followed by the name of an account."`
}

// SessionPath holds the ids of an account and of a session in the path of a request.
type SessionPath struct {
	PlayerPath
	Session string `path:"session" maxLength:"64" doc:"Id of the session."`
}

func (s *Server) userOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/admin/users", "listUsers", "List accounts: by name if the parameter name is given, otherwise newest first"), s.users)
	handle(s, a, operation(http.MethodGet, "/api/admin/users/{id}", "getUser", "Get an account with its sessions"),
		func(ctx context.Context, v visitor, in *UserPath) (*answer[UserDetails], error) {
			id, err := s.playerNamed(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			view, err := s.userDetails(ctx, v, id)
			return reply(view), err
		})
	handle(s, a, operation(http.MethodPatch, "/api/admin/users/{id}", "setRole", "Set the role of an account; the last administrator cannot lose the role"),
		func(ctx context.Context, v visitor, in *struct {
			PlayerPath
			Body NewRole
		}) (*none, error) {
			return &none{}, s.opts.People.GiveRole(ctx, *v.signed, in.Body.Password, in.ID, account.Role(in.Body.Role), s.opts.Play.Now())
		})
	handle(s, a, operation(http.MethodDelete, "/api/admin/users/{id}/sessions", "endUserSessions", "End all sessions of an account"),
		func(ctx context.Context, v visitor, in *PlayerPath) (*none, error) {
			return &none{}, s.opts.People.EndAllOther(ctx, *v.signed, in.ID, s.opts.Play.Now())
		})
	handle(s, a, operation(http.MethodDelete, "/api/admin/users/{id}/sessions/{session}", "endUserSession", "End one session of an account"),
		func(ctx context.Context, v visitor, in *SessionPath) (*none, error) {
			hash, err := sessionHash(in.Session)
			if err != nil {
				return nil, err
			}
			return &none{}, s.opts.People.EndOther(ctx, *v.signed, in.ID, hash, s.opts.Play.Now())
		})
	handle(s, a, operation(http.MethodDelete, "/api/admin/users/{id}/name", "takeName", "Replace the name of an account with a neutral name; its owner may choose a new name at once"),
		func(ctx context.Context, v visitor, in *PlayerPath) (*answer[Name], error) {
			one, err := s.opts.People.TakeName(ctx, *v.signed, in.ID, s.opts.Play.Now())
			return reply(Name{Name: one.Name.Shown}), err
		})
	handle(s, a, operation(http.MethodDelete, "/api/admin/users/{id}", "deleteUser", "Delete an account; its games stay, with a deleted player without a name"),
		func(ctx context.Context, v visitor, in *struct {
			PlayerPath
			Body Password
		}) (*none, error) {
			return &none{}, s.opts.People.DeleteOther(ctx, *v.signed, in.Body.Password, in.ID, s.opts.Play.Now())
		})
}

// sessionHash decodes the id of a session. The id is the session's hash in hexadecimal.
func sessionHash(text string) (hash people.Hash, err error) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(hash) {
		return hash, play.ErrNotFound
	}
	copy(hash[:], raw)
	return hash, nil
}

func userView(u *people.User) UserView {
	view := UserView{Player: u.ID, Name: u.Name.Shown, Role: string(u.Role), Created: wire.Millis(u.Created), Sessions: u.Sessions}
	if !u.Seen.IsZero() {
		view.Seen = wire.Millis(u.Seen)
	}
	return view
}

func (s *Server) users(ctx context.Context, _ visitor, in *struct {
	Name string `query:"name" maxLength:"200" doc:"First characters of the name."`
	Role string `query:"role" maxLength:"16" doc:"Return only accounts with this role."`
	Paging
}) (*page[UserView], error) {
	f := people.UserFilter{Prefix: account.SearchKey(in.Name), Role: account.Role(in.Role)}
	switch {
	case in.Name != "" && f.Prefix == "":
		return pageOf(nil, "", each(userView)), nil // no account name can begin with this text
	case f.Prefix != "":
		key, err := base64.RawURLEncoding.DecodeString(in.Cursor)
		if err != nil {
			return nil, game.Err(play.BadCursor, "the cursor is not valid; start the list again without one")
		}
		f.Key = string(key)
	default:
		after, err := play.ParseCursor(in.Cursor)
		if err != nil {
			return nil, err
		}
		f.After = people.After{At: after.Ended, ID: after.ID}
	}
	list, err := s.opts.People.Users(ctx, f, in.Limit+1)
	list, next := cut(list, in.Limit, func(last *people.User) string {
		if f.Prefix != "" {
			return base64.RawURLEncoding.EncodeToString([]byte(last.Name.Key))
		}
		return play.Cursor{Ended: last.Created, ID: last.ID}.String()
	})
	return pageOf(list, next, each(userView)), err
}

func (s *Server) userDetails(ctx context.Context, v visitor, id string) (UserDetails, error) {
	one, err := s.opts.People.Account(ctx, id)
	if err != nil {
		return UserDetails{}, err
	}
	list, err := s.opts.People.Sessions(ctx, id)
	if err != nil {
		return UserDetails{}, err
	}
	u := people.User{Account: one, Sessions: len(list)}
	if len(list) > 0 {
		u.Seen = list[0].Seen
	}
	out := UserDetails{UserView: userView(&u), Online: s.opts.Play.Online([]string{id})[id], List: []SessionView{}}
	if !one.Renamed.IsZero() {
		out.Renamed = wire.Millis(one.Renamed)
	}
	for i := range list {
		view := sessionView(&list[i], v)
		if !account.May(v.role, account.RunServer) {
			view.Address = ""
		}
		out.List = append(out.List, view)
	}
	if out.Codes, err = s.opts.People.CodesLeft(ctx, id); err != nil {
		return out, err
	}
	keys, err := s.opts.People.Passkeys(ctx, id)
	if err != nil {
		return out, err
	}
	guests, err := s.opts.Play.Ratings().Belonging(ctx, id)
	out.Passkeys, out.Guests = len(keys), len(guests)
	return out, err
}
