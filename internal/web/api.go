package web

import (
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kydai/internal/wire"
	"kydai/play"
)

const (
	apiPath     = "/api/openapi"
	bearerName  = "token"
	cookieName  = "guest"
	description = "Play by REST and WebSocket. Who comes without a cookie is a new guest; a bot shows a token. " +
		"The messages of the WebSocket at /api/socket are among the schemas: Ask* are sent by the client, Tell* by the server. " +
		"docs/api.md explains both."
)

// config is the document without its operations.
func config() huma.Config {
	c := huma.DefaultConfig("kydai", "1")
	c.Info.Description = description
	c.Info.License = &huma.License{Name: "AGPL-3.0-or-later", Identifier: "AGPL-3.0-or-later"}
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = apiPath, "", ""
	c.CreateHooks = nil // no links to schemas in answers
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		bearerName: {Type: "http", Scheme: "bearer", Description: "a bot's token, from POST /api/tokens"},
		cookieName: {Type: "apiKey", In: "cookie", Name: secureCookie, Description: "a guest's cookie; without https it is called " + plainCookie},
	}
	c.Security = []map[string][]string{{cookieName: {}}, {bearerName: {}}, {}}
	return c
}

// api puts the operations of REST on a mux, and its document.
func (s *Server) api(mux *http.ServeMux) huma.API {
	a := humago.New(mux, config())
	for name, m := range messages {
		// A name of its own: some messages are called as what they tell of.
		a.OpenAPI().Components.Schemas.Map()[name] = huma.SchemaFromType(a.OpenAPI().Components.Schemas, reflect.TypeOf(m))
	}
	s.gameOperations(a)
	s.matchOperations(a)
	s.offerOperations(a)
	s.playerOperations(a)
	s.streamOperation(a)
	s.docs(a, mux)
	return a
}

// messages are those of the WebSocket, by their names in the document.
var messages = map[string]any{
	"AskHello":     wire.Hello{},
	"AskWatch":     wire.Watch{},
	"AskUnwatch":   wire.Unwatch{},
	"AskMove":      wire.Move{},
	"AskAct":       wire.Act{},
	"AskLobby":     wire.LobbyAsk{},
	"AskPing":      wire.Ping{},
	"AskFair":      wire.FairAsk{},
	"AskCommit":    wire.FairCommit{},
	"AskOpen":      wire.FairOpen{},
	"TellWelcome":  wire.Welcome{},
	"TellMatch":    wire.MatchTold{},
	"TellEvents":   wire.Events{},
	"TellAck":      wire.Ack{},
	"TellError":    wire.Error{},
	"TellLobby":    wire.Lobby{},
	"TellPresence": wire.Presence{},
	"TellHere":     wire.Here{},
	"TellStarted":  wire.Started{},
	"TellPong":     wire.Pong{},
	"TellFair":     wire.Fair{},
	"BotEvent":     wire.BotEvent{},
}

// answer is a body.
type answer[T any] struct{ Body T }

func reply[T any](body T) *answer[T] { return &answer[T]{Body: body} }

// operation describes one, for its handler.
func operation(method, path, id, summary string) huma.Operation {
	return huma.Operation{
		Method: method, Path: path, OperationID: id, Summary: summary, MaxBodyBytes: maxBody,
	}
}

// handle registers an operation. Its errors become problems here.
func handle[I, O any](s *Server, a huma.API, op huma.Operation, f func(ctx context.Context, v visitor, in *I) (*O, error)) {
	huma.Register(a, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := f(ctx, visitorOf(ctx), in)
		if err != nil {
			p := s.problem(err)
			s.metrics.failed(p)
			return nil, p
		}
		return out, nil
	})
}

// mayCreate keeps an address from making too many things.
func (s *Server) mayCreate(v visitor) error {
	if s.ending.Err() != nil {
		return problemOf(play.Draining, "this server is about to stop; please ask again")
	}
	if !s.buckets.allow("create "+v.address, s.o.Limits.Creates) {
		return errTooFast
	}
	return nil
}

type none struct{}

func (s *Server) gameOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/games", "listGames", "The games that can be played"),
		func(context.Context, visitor, *none) (*answer[[]wire.Game], error) {
			all := []wire.Game{}
			for _, r := range s.o.Play.Games() {
				all = append(all, wire.GameOf(r, s.o.Levels(r.Info().Name)))
			}
			return reply(all), nil
		})
	handle(s, a, operation(http.MethodGet, "/api/presence", "getPresence", "How many are there"),
		func(context.Context, visitor, *none) (*answer[wire.Presence], error) {
			return reply(presenceOf(s.o.Play.Presence())), nil
		})
}
