package web

import (
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kydai/internal/trace"
	"kydai/internal/wire"
)

const (
	apiPath     = "/api/openapi"
	bearerName  = "token"
	cookieName  = "guest"
	sessionName = "session"
	description = "The API lets programs play by REST and WebSocket. A request without a cookie creates a new guest; a bot sends a token. " +
		"The schemas include the messages of the WebSocket at /api/socket: clients send Ask*, the server sends Tell*. " +
		"All times are Unix times in milliseconds, and all durations are milliseconds, unless a field says otherwise. docs/api.md explains the API."
)

// config returns the configuration of the OpenAPI document, without its operations.
func config() huma.Config {
	c := huma.DefaultConfig("kydai", "1")
	c.Info.Description = description
	c.Info.License = &huma.License{Name: "AGPL-3.0-or-later", Identifier: "AGPL-3.0-or-later"}
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = apiPath, "", ""
	c.CreateHooks = nil // leave out links to schemas in responses
	format := c.Formats["application/json"]
	format.Unmarshal = readJSON
	c.Formats = map[string]huma.Format{"application/json": format, "json": format}
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		bearerName:  {Type: "http", Scheme: "bearer", Description: "Token of a bot, created by POST /api/tokens."},
		sessionName: {Type: "apiKey", In: "cookie", Name: secureSession, Description: "Session cookie of a signed-in account; without https its name is " + plainSession},
		cookieName:  {Type: "apiKey", In: "cookie", Name: secureCookie, Description: "Cookie of a guest; without https its name is " + plainCookie},
	}
	c.Security = []map[string][]string{{cookieName: {}}, {sessionName: {}}, {bearerName: {}}, {}}
	return c
}

// api registers the REST operations and serves the OpenAPI document on a mux.
func (s *Server) api(mux *http.ServeMux) huma.API {
	a := humago.New(mux, config())
	for name, m := range messages {
		// The schema is registered under the message's own name, because some messages have the
		// same name as a REST type.
		a.OpenAPI().Components.Schemas.Map()[name] = huma.SchemaFromType(a.OpenAPI().Components.Schemas, reflect.TypeOf(m))
	}
	s.gameOperations(a)
	s.matchOperations(a)
	s.offerOperations(a)
	s.talkOperations(a)
	s.playerOperations(a)
	s.accountOperations(a)
	s.sessionOperations(a)
	s.ratingOperations(a)
	s.ticketOperations(a)
	s.tieOperations(a)
	s.turnOperation(a)
	s.planOperations(a)
	s.reviewOperations(a)
	s.noticeOperations(a)
	s.pushOperations(a)
	s.webhookOperations(a)
	s.appOperations(a)
	s.studyOperations(a)
	s.eventOperations(a)
	s.classOperations(a)
	s.clubOperations(a)
	s.statisticsOperation(a)
	s.liveOperation(a)
	s.adminOperations(a)
	s.streamOperation(a)
	s.pictureOperations(a)
	describe(a.OpenAPI())
	s.docs(a, mux)
	asyncOperation(a.OpenAPI(), mux)
	return a
}

// answer wraps a response body, as the library huma requires.
type answer[T any] struct{ Body T }

func reply[T any](body T) *answer[T] { return &answer[T]{Body: body} }

// operation returns the description of a REST operation for the library huma.
func operation(method, path, id, summary string) huma.Operation {
	return huma.Operation{
		Method: method, Path: path, OperationID: id, Summary: summary, MaxBodyBytes: maxBody,
	}
}

// handle registers a REST operation. It converts errors of the operation to error responses.
func handle[I, O any](s *Server, a huma.API, op huma.Operation, f func(ctx context.Context, v visitor, in *I) (*O, error)) {
	op.Middlewares = append(op.Middlewares, s.only(rights[op.OperationID]))
	huma.Register(a, op, func(ctx context.Context, in *I) (*O, error) {
		ctx, span := trace.Root(ctx, s.opts.Tracer, op.OperationID, "")
		out, err := f(ctx, visitorOf(ctx), in)
		span.End(err)
		if err != nil {
			p := s.problemIn(ctx, err)
			p.Request = trace.Of(ctx).String()
			s.metrics.failed(p)
			return nil, p
		}
		return out, nil
	})
}

// mayCreate returns an error if the visitor has reached the rate limit for creating matches,
// offers, tokens and similar objects.
func (s *Server) mayCreate(v visitor) error {
	return s.allow(v, "creates", s.opts.Limits.Creates)
}

type none struct{}

func (s *Server) gameOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/games", "listGames", "List the games"),
		func(context.Context, visitor, *none) (*answer[[]wire.Game], error) {
			all := []wire.Game{}
			for _, r := range s.opts.Play.Games() {
				all = append(all, wire.GameOf(r, s.opts.Levels(r.Info().Name)))
			}
			return reply(all), nil
		})
	handle(s, a, operation(http.MethodGet, "/api/presence", "getPresence", "Count the players online"),
		func(context.Context, visitor, *none) (*answer[wire.Presence], error) {
			return reply(presenceOf(s.opts.Play.Presence())), nil
		})
}
