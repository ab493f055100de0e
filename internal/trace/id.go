// Package trace carries the id of a request through a process and from one process to the
// next, so that all log lines and error messages of the request can be found.
package trace

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"strconv"
)

// ID identifies a request, a command on a socket, or one run of a background task. The zero ID
// means no ID. A generated ID is formatted only when its text is needed.
type ID struct {
	number uint64
	text   string
}

// NewID returns a new random ID. It is not a secret and must not be used for protection.
func NewID() ID { return ID{number: rand.Uint64() | 1} }

const (
	digits  = 16 // number of hexadecimal digits of a generated ID
	minText = 8
	maxText = 64
)

// Parse reads an ID from another system: letters, digits, "-" and "_". It returns the
// zero ID for any other text.
func Parse(text string) ID {
	if len(text) < minText || len(text) > maxText {
		return ID{}
	}
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_':
		default:
			return ID{}
		}
	}
	return ID{text: text}
}

// String formats the ID; "" for the zero ID.
func (i ID) String() string {
	if i.number == 0 {
		return i.text
	}
	var buf [digits]byte
	text := strconv.AppendUint(buf[:0], i.number, 16)
	if n := len(text); n < digits { // the text is too short, so add leading zeros
		copy(buf[digits-n:], text)
		for k := range digits - n {
			buf[k] = '0'
		}
	}
	return string(buf[:])
}

type idKey struct{}

// With returns a context that carries the ID of a request.
func With(ctx context.Context, id ID) context.Context { return context.WithValue(ctx, idKey{}, id) }

// Begin returns a context with a new ID, for work that no request started.
func Begin(ctx context.Context) context.Context { return With(ctx, NewID()) }

// Of returns the ID of a context; the zero ID if the context has no ID.
func Of(ctx context.Context) ID {
	id, _ := ctx.Value(idKey{}).(ID)
	return id
}

// Handler returns a slog.Handler that adds the ID of the context to every log line, as the
// attribute "request", and passes the line on to h.
func Handler(h slog.Handler) slog.Handler { return handler{h} }

type handler struct{ slog.Handler }

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if id := Of(ctx).String(); id != "" {
		r = r.Clone()
		r.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler { return handler{h.Handler.WithGroup(name)} }
