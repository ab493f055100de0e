package trace

import "context"

// Tracer records spans (timed parts of a request). A nil Tracer records nothing and costs nothing.
type Tracer interface {
	// Begin starts a span. The parent of the new span is the span in ctx. If ctx has no span, the
	// parameter parent gives the parent span as a W3C traceparent header, or is "".
	Begin(ctx context.Context, name, parent string) (context.Context, Recorder)
}

// Recorder is a span that is being recorded.
type Recorder interface {
	Set(key, value string)
	SetNumber(key string, value int)
	End(err error)
	Parent() string // returns this span as a W3C traceparent header, to be the parent of other spans
}

// Attr is the name of an attribute. Values are numbers and words from kydai's own tables,
// never a move, a position, a name, a token, a cookie or an address.
type Attr string

// The attributes.
const (
	Request Attr = "kydai.request" // id of the request
	Code    Attr = "kydai.code"    // code of the error
	Game    Attr = "kydai.game"    // name of the game
	Lane    Attr = "kydai.lane"    // name of the queue in which a change of the store waits
	Size    Attr = "kydai.size"    // number of changes in one batch
	Class   Attr = "kydai.class"   // priority of an engine job
)

// Span is a timed part of the work for a request. A nil Span records nothing.
type Span struct{ r Recorder }

type active struct {
	tracer Tracer
	span   *Span
}

type activeKey struct{}

// Root starts the first span of a request in this process. The parameter parent gives the span of
// the calling process as a W3C traceparent header, or is "".
func Root(ctx context.Context, t Tracer, name, parent string) (context.Context, *Span) {
	if t == nil {
		return ctx, nil
	}
	return begin(ctx, t, name, parent)
}

// Start starts a child of the span in ctx. If ctx has no span, it returns nil.
func Start(ctx context.Context, name string) (context.Context, *Span) {
	a, ok := ctx.Value(activeKey{}).(active)
	if !ok {
		return ctx, nil
	}
	return begin(ctx, a.tracer, name, "")
}

func begin(ctx context.Context, t Tracer, name, parent string) (context.Context, *Span) {
	id := Of(ctx)
	ctx, r := t.Begin(ctx, name, parent)
	s := &Span{r}
	if id != (ID{}) {
		s.Set(Request, id.String())
	}
	return context.WithValue(ctx, activeKey{}, active{t, s}), s
}

// Parent returns the span in ctx in the form of W3C traceparent, to be sent to another process; ""
// if ctx has no span.
func Parent(ctx context.Context) string {
	if a, ok := ctx.Value(activeKey{}).(active); ok {
		return a.span.r.Parent()
	}
	return ""
}

// Set sets a text attribute.
func (s *Span) Set(key Attr, value string) {
	if s != nil {
		s.r.Set(string(key), value)
	}
}

// SetNumber sets a number attribute.
func (s *Span) SetNumber(key Attr, value int) {
	if s != nil {
		s.r.SetNumber(string(key), value)
	}
}

// End ends the span. The parameter err is the error of the work that the span measured, or nil.
// Only the code of the error is recorded.
func (s *Span) End(err error) {
	if s != nil {
		s.r.End(err)
	}
}
