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
	Seen     int64  `json:"seen,omitempty" doc:"last visit, to the hour; absent without a session"`
	Sessions int    `json:"sessions"`
}

// UserDetails is one account as the operator sees it.
type UserDetails struct {
	UserView
	Renamed  int64         `json:"renamed,omitempty" doc:"last change of the name"`
	Online   bool          `json:"online,omitempty"`
	Codes    int           `json:"codes" doc:"recovery codes that are not used yet"`
	Passkeys int           `json:"passkeys"`
	Guests   int           `json:"guests" doc:"guests whose games the account took along"`
	List     []SessionView `json:"list" doc:"its sessions; the address only for administrators"`
}

// NewRole is the body of a request that changes the role of an account.
type NewRole struct {
	Role     string `json:"role" enum:"admin,moderator,organiser,teacher,player"`
	Password string `json:"password" maxLength:"600" doc:"of the caller"`
}

// UserPath holds an account in the path of a request: its id, or "@" and its name.
type UserPath struct {
	ID string `path:"id" maxLength:"200" doc:"player id, or @ and the name of the account"`
}

// SessionPath holds the ids of an account and of a session in the path of a request.
type SessionPath struct {
	PlayerPath
	Session string `path:"session" maxLength:"64" doc:"session id"`
}

func (s *Server) userOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/admin/users", "listUsers", "List the accounts: by name if a beginning is given, otherwise the newest first"), s.users)
	handle(s, a, operation(http.MethodGet, "/api/admin/users/{id}", "getUser", "Get an account and where it is signed in"),
		func(ctx context.Context, v visitor, in *UserPath) (*answer[UserDetails], error) {
			id, err := s.playerNamed(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			view, err := s.userDetails(ctx, v, id)
			return reply(view), err
		})
	handle(s, a, operation(http.MethodPatch, "/api/admin/users/{id}", "setRole", "Give an account a role; the last administrator keeps theirs"),
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
	handle(s, a, operation(http.MethodDelete, "/api/admin/users/{id}/name", "takeName", "Replace the name of an account by a neutral one; its owner may choose another at once"),
		func(ctx context.Context, v visitor, in *PlayerPath) (*answer[Name], error) {
			one, err := s.opts.People.TakeName(ctx, *v.signed, in.ID, s.opts.Play.Now())
			return reply(Name{Name: one.Name.Shown}), err
		})
	handle(s, a, operation(http.MethodDelete, "/api/admin/users/{id}", "deleteUser", "Delete an account; its games stay, against a deleted player without a name"),
		func(ctx context.Context, v visitor, in *struct {
			PlayerPath
			Body Password
		}) (*none, error) {
			return &none{}, s.opts.People.DeleteOther(ctx, *v.signed, in.Body.Password, in.ID, s.opts.Play.Now())
		})
}

// sessionHash decodes the id of a session, which is its hash in hexadecimal.
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
	Name string `query:"name" maxLength:"200" doc:"beginning of the name"`
	Role string `query:"role" maxLength:"16" doc:"only accounts with this role"`
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
