package web

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"kydai/account"
	"kydai/game"
	"kydai/internal/bus"
	"kydai/internal/classes"
	"kydai/internal/clubs"
	"kydai/internal/events"
	"kydai/internal/oauth"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/push"
	"kydai/internal/study"
	"kydai/internal/talk"
	"kydai/internal/ties"
	"kydai/internal/webhook"
	"kydai/internal/wire"
	"kydai/match"
	"kydai/picture"
	"kydai/record"
)

// Error codes of this package.
const (
	badRequest   = "bad-request"   // the request does not match the OpenAPI document
	badToken     = "bad-token"     // the token is unknown or no longer valid
	crossOrigin  = "cross-origin"  // a page of another site sent the request
	tooFast      = "too-fast"      // the client has reached a rate limit
	tooManyConns = "too-many"      // the address has too many connections
	badName      = "bad-name"      // the name is too long or has forbidden characters
	delayed      = "delayed"       // spectators see the requested state only after a delay
	internal     = "internal"      // an error of the server; the log has the details
	noPlace      = "not-found"     // the path does not exist
	notAllowed   = "wrong-method"  // the path exists, but not for this HTTP method
	wrongHost    = "wrong-host"    // the Host header names another host
	httpsOnly    = "https-only"    // the operation needs HTTPS, but the request used plain HTTP
	wrongType    = "wrong-type"    // the Content-Type of the body is not JSON
	busyLane     = "too-much-work" // the client sends commands without waiting for the responses
)

// Problem is an error response. It contains a code for programs, a sentence for people, and the
// fields of RFC 9457 for programs that know only that standard.
type Problem struct { //nolint:errname // Problem is the name of this response in the API, so it does not end in Error
	Code   string `json:"code" doc:"Machine-readable code; docs/api.md lists all codes."`
	Text   string `json:"text" doc:"Error message for people."`
	Type   string `json:"type" enum:"about:blank" doc:"Problem type of RFC 9457, always about:blank; the field code is more precise."`
	Title  string `json:"title" doc:"Name of the HTTP status."`
	Status int    `json:"status" doc:"HTTP status."`
	// Request is the id of the request, as in the header X-Request-Id.
	Request string `json:"request,omitempty" doc:"Id of the request, also written to the server's log."`

	headers http.Header // additional headers of the response
}

// Error returns the error message for people.
func (p *Problem) Error() string { return p.Text }

// GetHeaders returns additional headers of the response.
func (p *Problem) GetHeaders() http.Header { return p.headers }

// GetStatus returns the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// problemType is the media type of error responses (RFC 9457).
const problemType = "application/problem+json"

// ContentType returns the media type of the response.
func (p *Problem) ContentType(string) string { return problemType }

// statuses maps error codes to HTTP statuses. Codes that are not listed have the status 422.
var statuses = map[string]int{
	badRequest:      http.StatusBadRequest,
	wire.BadMessage: http.StatusBadRequest,
	record.NoFormat: http.StatusBadRequest,

	badToken:              http.StatusUnauthorized,
	people.BadSession:     http.StatusUnauthorized,
	account.WrongPassword: http.StatusUnauthorized,
	people.BadPasskey:     http.StatusUnauthorized,
	people.NoAccount:      http.StatusNotFound,
	people.NameTaken:      http.StatusConflict,
	people.HasAccount:     http.StatusConflict,
	account.UsedToken:     http.StatusConflict,
	account.TooSoon:       http.StatusConflict,
	people.LastAdmin:      http.StatusConflict,
	people.HigherRole:     http.StatusForbidden,
	people.OwnAccount:     http.StatusConflict,

	wrongHost: http.StatusMisdirectedRequest,

	crossOrigin:       http.StatusForbidden,
	httpsOnly:         http.StatusForbidden,
	signInFirst:       http.StatusForbidden,
	signOut:           http.StatusForbidden,
	delayed:           http.StatusForbidden,
	play.Sealed:       http.StatusForbidden,
	wrongScope:        http.StatusForbidden,
	match.NotAPlayer:  http.StatusForbidden,
	play.NotForYou:    http.StatusForbidden,
	classes.BadCard:   http.StatusForbidden,
	play.NoHelp:       http.StatusForbidden,
	play.NeedAccount:  http.StatusForbidden,
	play.Nobody:       http.StatusForbidden,
	play.NotYours:     http.StatusForbidden,
	talk.NoText:       http.StatusForbidden,
	talk.NoSecond:     http.StatusConflict,
	ties.NoPlayer:     http.StatusNotFound,
	push.NoDevice:     http.StatusNotFound,
	webhook.NoHook:    http.StatusNotFound,
	webhook.IsOff:     http.StatusConflict,
	oauth.NoApp:       http.StatusNotFound,
	oauth.NoGrant:     http.StatusNotFound,
	study.Bad:         http.StatusBadRequest,
	events.Bad:        http.StatusBadRequest,
	events.WrongState: http.StatusConflict,
	events.RoundOpen:  http.StatusConflict,
	events.NoPairing:  http.StatusConflict,
	clubs.Bad:         http.StatusBadRequest,
	clubs.WrongLink:   http.StatusForbidden,
	clubs.NeedsOwner:  http.StatusConflict,
	clubs.Taken:       http.StatusConflict,
	clubs.KeyChanged:  http.StatusConflict,
	clubs.Untrusted:   http.StatusConflict,
	clubs.NameTaken:   http.StatusConflict,
	clubs.TwoPeople:   http.StatusConflict,
	clubs.OwnFile:     http.StatusConflict,
	clubs.OldFile:     http.StatusConflict,

	play.NotFound:   http.StatusNotFound,
	play.NoSuchGame: http.StatusNotFound,
	picture.NoLook:  http.StatusNotFound,

	match.Stale:          http.StatusConflict,
	match.Ahead:          http.StatusConflict,
	match.NotYourTurn:    http.StatusConflict,
	match.OutOfTime:      http.StatusConflict,
	match.IsPaused:       http.StatusConflict,
	match.NotPaused:      http.StatusConflict,
	match.TooEarly:       http.StatusConflict,
	match.TooLate:        http.StatusConflict,
	match.AlreadyOffered: http.StatusConflict,
	match.NoOffer:        http.StatusConflict,
	match.NoClaim:        http.StatusConflict,
	match.NotOver:        http.StatusConflict,
	play.Conflict:        http.StatusConflict,
	play.Exists:          http.StatusConflict,
	play.NotNow:          http.StatusConflict,
	play.NotLeft:         http.StatusConflict,
	play.NoPlans:         http.StatusConflict,
	play.YourTurn:        http.StatusConflict,
	play.TwoPlans:        http.StatusConflict,
	play.Changed:         http.StatusConflict,

	tooFast:        http.StatusTooManyRequests,
	match.TooOften: http.StatusTooManyRequests,
	play.TooMany:   http.StatusTooManyRequests,
	busyLane:       http.StatusTooManyRequests,

	internal:         http.StatusInternalServerError,
	play.BadRow:      http.StatusInternalServerError,
	play.Draining:    http.StatusServiceUnavailable,
	play.NoMachine:   http.StatusServiceUnavailable,
	play.Unavailable: http.StatusServiceUnavailable,
	play.Unknown:     http.StatusServiceUnavailable,
	play.Busy:        http.StatusServiceUnavailable,
	play.NoRoom:      http.StatusServiceUnavailable,
	play.Damaged:     http.StatusServiceUnavailable,
}

// problem converts any error to an error response. Internal details go only to the log.
func (s *Server) problem(err error) *Problem { return s.problemIn(context.Background(), err) }

// problemIn converts an error of a request to an error response. A timeout is not logged as a
// warning if the client has cancelled the request.
func (s *Server) problemIn(ctx context.Context, err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	gone := errors.Is(ctx.Err(), context.Canceled) || errors.Is(err, context.Canceled)
	if e, ok := errors.AsType[*game.Error](err); ok {
		if e.Code == play.Unavailable && err != error(e) { //nolint:errorlint // true if err wraps e, so that it has more details for the log
			level := slog.LevelWarn
			if gone {
				level = slog.LevelDebug
			}
			s.log.Log(ctx, level, "a component cannot be reached", "err", err)
		}
		p := problemOf(e.Code, e.Text)
		if e.Code == play.Busy || e.Code == play.NoRoom {
			p.headers = http.Header{"Retry-After": {"1"}}
		}
		return p
	}
	if _, ok := errors.AsType[*bus.Error](err); ok {
		return problemOf(play.Unavailable, "a component of this server cannot be reached now; please try again")
	}
	if gone || errors.Is(err, context.DeadlineExceeded) {
		return problemOf(play.Unavailable, "the request took too long; please try again")
	}
	s.log.ErrorContext(ctx, "a request failed", "err", err)
	return problemOf(internal, "internal error of the server")
}

func problemOf(code, text string) *Problem {
	status, ok := statuses[code]
	if !ok {
		status = http.StatusUnprocessableEntity
	}
	return problemWith(status, code, text)
}

// problemWith returns an error response with an explicit HTTP status. problemOf takes the status
// from the map statuses instead.
func problemWith(status int, code, text string) *Problem {
	return &Problem{Code: code, Text: text, Type: "about:blank", Title: http.StatusText(status), Status: status}
}

// refuse sends an error response for a request that huma does not handle.
func refuse(w http.ResponseWriter, p *Problem) {
	w.Header().Set("Content-Type", problemType)
	w.Header().Del("Content-Length")
	for name, values := range p.headers {
		w.Header()[name] = values
	}
	p.Request = w.Header().Get(requestHeader)
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // ignore the error: the client has disconnected
}
