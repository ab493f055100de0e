// Package otlp sends traces to a collector with OTLP over HTTP, as JSON. It has its own
// exporter for the OpenTelemetry SDK: the standard exporter needs gRPC, which costs more
// than all other instrumentation (docs/adr/0036).
package otlp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	otel "go.opentelemetry.io/otel/trace"

	"kydai/game"
	"kydai/internal/trace"
)

const (
	tracesPath   = "/v1/traces"
	exportWithin = 10 * time.Second
	maxQueue     = 8192 // maximum number of spans that wait to be sent; further spans are dropped, so that a slow collector cannot slow down the server
)

// Tracer is a trace.Tracer that exports spans to a collector.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   otel.Tracer
}

// Options configure a Tracer. Endpoint is required.
type Options struct {
	// Endpoint is the base URL of a collector, such as http://localhost:4318.
	Endpoint string
	Service  string // name of this service, such as "kydai serve"
	Version  string
	Log      *slog.Logger
	Client   *http.Client // nil means a client with a time limit
}

// New starts a tracer. Call Close to stop it.
func New(o Options) (*Tracer, error) {
	u, err := url.Parse(o.Endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, errors.New("otlp: the endpoint must be an http or https URL")
	}
	if !strings.HasSuffix(u.Path, tracesPath) {
		u.Path = strings.TrimSuffix(u.Path, "/") + tracesPath
	}
	if o.Client == nil {
		o.Client = &http.Client{Timeout: exportWithin}
	}
	p := sdk.NewTracerProvider(sdk.WithBatcher(&exporter{url: u.String(), opts: o}, sdk.WithMaxQueueSize(maxQueue)))
	return &Tracer{provider: p, tracer: p.Tracer("kydai")}, nil
}

// Close sends the remaining spans and stops the tracer.
func (t *Tracer) Close(ctx context.Context) error { return t.provider.Shutdown(ctx) }

var w3c propagation.TraceContext

// Begin implements trace.Tracer.
func (t *Tracer) Begin(ctx context.Context, name, parent string) (context.Context, trace.Recorder) {
	if parent != "" && !otel.SpanContextFromContext(ctx).IsValid() {
		ctx = w3c.Extract(ctx, propagation.MapCarrier{"traceparent": parent})
	}
	ctx, s := t.tracer.Start(ctx, name)
	return ctx, recorder{s}
}

type recorder struct{ span otel.Span }

func (r recorder) Set(key, value string)           { r.span.SetAttributes(attribute.String(key, value)) }
func (r recorder) SetNumber(key string, value int) { r.span.SetAttributes(attribute.Int(key, value)) }

// End ends the span. If err is not nil, the span records only the code of err, because the error's
// text may contain text from a player.
func (r recorder) End(err error) {
	if err != nil {
		code := "error"
		if e, ok := errors.AsType[*game.Error](err); ok {
			code = e.Code
		}
		r.Set(string(trace.Code), code)
		r.span.SetStatus(codes.Error, code)
	}
	r.span.End()
}

func (r recorder) Parent() string {
	c := r.span.SpanContext()
	return fmt.Sprintf("00-%s-%s-%s", c.TraceID(), c.SpanID(), c.TraceFlags())
}
