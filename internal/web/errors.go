package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kydai/bus"
	"kydai/game"
	"kydai/internal/wire"
	"kydai/match"
	"kydai/play"
	"kydai/record"
)

// Codes of the errors of this package.
const (
	badRequest   = "bad-request"   // the request is not as the document says
	badToken     = "bad-token"     // the token is not, or no longer, known
	crossOrigin  = "cross-origin"  // a request from another site
	tooFast      = "too-fast"      // more than a client may ask
	tooManyConns = "too-many"      // connections from one address
	badName      = "bad-name"      //
	delayed      = "delayed"       // shown to spectators with a delay only
	internal     = "internal"      // our fault; the log knows more
	noPlace      = "not-found"     // no such address
	notAllowed   = "wrong-method"  //
	busyLane     = "too-much-work" // the client does not wait for answers
)

// Problem is an error as it is sent: a code for programs and a sentence for
// people.
type Problem struct { //nolint:errname // it is what goes over the wire, and is called so there
	status int
	Code   string `json:"code" doc:"for programs; docs/api.md lists them"`
	Text   string `json:"text" doc:"a sentence for people"`
}

// Error returns the sentence.
func (p *Problem) Error() string { return p.Text }

// GetStatus returns the HTTP status.
func (p *Problem) GetStatus() int { return p.status }

// statuses is the one place where codes become HTTP statuses. Codes that are
// not listed are the asker's fault: 422.
var statuses = map[string]int{
	badRequest:      http.StatusBadRequest,
	wire.BadMessage: http.StatusBadRequest,
	record.NoFormat: http.StatusBadRequest,

	badToken: http.StatusUnauthorized,

	crossOrigin:      http.StatusForbidden,
	delayed:          http.StatusForbidden,
	match.NotAPlayer: http.StatusForbidden,
	play.NotForYou:   http.StatusForbidden,
	play.NoHelp:      http.StatusForbidden,
	play.Nobody:      http.StatusForbidden,
	play.NotYours:    http.StatusForbidden,

	play.NotFound:   http.StatusNotFound,
	play.NoSuchGame: http.StatusNotFound,

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
}

// problem makes of any error what may be sent. What was not meant for the asker
// stays in the log.
func (s *Server) problem(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if e, ok := errors.AsType[*game.Error](err); ok {
		if e.Code == play.Unavailable && err != error(e) { //nolint:errorlint // whether there is more to it
			s.log.Warn("a part cannot be reached", "err", err)
		}
		return problemOf(e.Code, e.Text)
	}
	if _, ok := errors.AsType[*bus.Error](err); ok {
		return problemOf(play.Unavailable, "a part of this server cannot be reached now; please try again")
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return problemOf(play.Unavailable, "that took too long; please try again")
	}
	s.log.Error("a request failed", "err", err)
	return problemOf(internal, "something went wrong here")
}

func problemOf(code, text string) *Problem {
	status, ok := statuses[code]
	if !ok {
		status = http.StatusUnprocessableEntity
	}
	return &Problem{status: status, Code: code, Text: text}
}

// refuse answers a request outside of huma.
func refuse(w http.ResponseWriter, p *Problem) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Del("Content-Length")
	w.WriteHeader(p.status)
	_ = json.NewEncoder(w).Encode(p) // who has gone needs no answer
}

// Errors that huma makes, of bodies and parameters that are wrong, look like
// all others.
func init() {
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		code := badRequest
		switch status {
		case http.StatusNotFound:
			code = noPlace
		case http.StatusMethodNotAllowed:
			code = notAllowed
		case http.StatusInternalServerError:
			code, msg, errs = internal, "something went wrong here", nil
		}
		texts := []string{msg}
		for _, err := range errs {
			if err != nil && len(texts) < 5 {
				texts = append(texts, err.Error())
			}
		}
		return &Problem{status: status, Code: code, Text: strings.Join(texts, "; ")}
	}
	huma.DefaultArrayNullable = false
}
