package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/oauth"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// NewApp is the body of a request that registers an app.
type NewApp struct {
	Name      string   `json:"name" minLength:"1" maxLength:"200" doc:"Name of the app, shown to players; the app also plays games under this name."`
	Redirects []string `json:"redirects" minItems:"1" maxItems:"5" doc:"Allowed redirect addresses: https, http at 127.0.0.1 or [::1] with any port, or a scheme that contains a dot."`
}

// AppView is an app of the caller.
type AppView struct {
	ID        string   `json:"id" doc:"OAuth client_id of the app."`
	Name      string   `json:"name"`
	Redirects []string `json:"redirects"`
	Created   int64    `json:"created"`
}

// GrantView is a grant: the permission that the caller has given to an app.
type GrantView struct {
	ID      string   `json:"id"`
	App     string   `json:"app" doc:"Name of the app."`
	Client  string   `json:"client" doc:"OAuth client_id of the app."`
	Scopes  []string `json:"scopes" enum:"read,play,talk"`
	Created int64    `json:"created"`
	Until   int64    `json:"until" doc:"Expiry of the grant if the app does not use it before, as Unix time in milliseconds."`
}

// AppPath holds the id of an app or a grant in the path of a request.
type AppPath struct {
	ID string `path:"id" maxLength:"16" doc:"Id of the app or of the grant."`
}

var errNoOAuth = game.Err(play.NotFound, "this server has no apps")

// apps returns the service for OAuth apps, or errNoOAuth if this server has none.
func (s *Server) apps() (*oauth.Service, error) {
	if s.opts.OAuth == nil {
		return nil, errNoOAuth
	}
	return s.opts.OAuth, nil
}

func (s *Server) appOperations(a huma.API) {
	handle(s, a, operation(http.MethodPost, "/api/me/apps", "makeApp", "Register an app to which players can grant rights"),
		func(ctx context.Context, v visitor, in *struct{ Body NewApp }) (*answer[AppView], error) {
			o, err := s.apps()
			if err != nil {
				return nil, err
			}
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			name, err := checkName(in.Body.Name)
			if err != nil {
				return nil, err
			}
			made, err := o.AddApp(ctx, v.ID, name, in.Body.Redirects)
			if err != nil {
				return nil, err
			}
			return reply(appView(&made)), nil
		})
	handle(s, a, operation(http.MethodGet, "/api/me/apps", "listApps", "List the apps that the caller has registered"),
		func(ctx context.Context, v visitor, _ *none) (*answer[[]AppView], error) {
			list, err := s.listApps(ctx, v)
			return reply(list), err
		})
	handle(s, a, operation(http.MethodDelete, "/api/me/apps/{id}", "dropApp", "Delete an app with all rights that players have granted to it"),
		func(ctx context.Context, v visitor, in *AppPath) (*none, error) {
			o, err := s.apps()
			if err != nil {
				return nil, err
			}
			return &none{}, o.DropApp(ctx, v.ID, in.ID)
		})
	handle(s, a, operation(http.MethodGet, "/api/me/grants", "listGrants", "List the rights that the caller has granted to apps, newest first"),
		func(ctx context.Context, v visitor, _ *none) (*answer[[]GrantView], error) {
			list, err := s.listGrants(ctx, v)
			return reply(list), err
		})
	handle(s, a, operation(http.MethodDelete, "/api/me/grants/{id}", "dropGrant", "Revoke the rights granted to an app and close its open connections"),
		func(ctx context.Context, v visitor, in *AppPath) (*none, error) {
			o, err := s.apps()
			if err != nil {
				return nil, err
			}
			return &none{}, o.DropGrant(ctx, v.ID, in.ID)
		})
}

func appView(a *oauth.App) AppView {
	return AppView{ID: a.ID, Name: a.Name, Redirects: a.Redirects, Created: wire.Millis(a.Created)}
}

func (s *Server) listApps(ctx context.Context, v visitor) ([]AppView, error) {
	o, err := s.apps()
	if err != nil {
		return nil, err
	}
	list, err := o.Apps(ctx, v.ID)
	views := make([]AppView, len(list))
	for i := range list {
		views[i] = appView(&list[i])
	}
	return views, err
}

func (s *Server) listGrants(ctx context.Context, v visitor) ([]GrantView, error) {
	o, err := s.apps()
	if err != nil {
		return nil, err
	}
	list, err := o.Grants(ctx, v.ID)
	views := make([]GrantView, len(list))
	for i := range list {
		g := &list[i]
		views[i] = GrantView{ID: g.ID, App: g.AppName, Client: g.App, Scopes: g.Scopes, Created: wire.Millis(g.Created), Until: wire.Millis(g.Until)}
	}
	return views, err
}

// exportApps adds the apps and grants of an account to the export of its data.
func (s *Server) exportApps(ctx context.Context, v visitor, head *Export) (err error) {
	if s.opts.OAuth == nil {
		return nil
	}
	if head.Apps, err = s.listApps(ctx, v); err != nil {
		return err
	}
	head.Grants, err = s.listGrants(ctx, v)
	return err
}
