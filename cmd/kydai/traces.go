package main

import (
	"context"
	"log/slog"
	"os"

	"kydai/internal/otlp"
	"kydai/internal/trace"
	"kydai/internal/version"
)

// otlpVariable is the standard OpenTelemetry environment variable for the URL of the trace
// collector.
const otlpVariable = "OTEL_EXPORTER_OTLP_ENDPOINT"

// tracer sends traces to a collector. A nil tracer sends nothing.
type tracer struct{ to *otlp.Tracer }

// traces starts a tracer that sends to the collector named by the flag or the environment variable.
// It returns nil if neither names a collector.
func (w *wire) traces(service string, log *slog.Logger) (*tracer, error) {
	endpoint := w.otlp
	if endpoint == "" {
		endpoint = os.Getenv(otlpVariable)
	}
	if endpoint == "" {
		return nil, nil //nolint:nilnil // no trace collector is configured: no tracer and no error
	}
	t, err := otlp.New(otlp.Options{Endpoint: endpoint, Service: service, Version: version.Get().Version, Log: log})
	if err != nil {
		return nil, usage("serve", "--otlp must be an http or https URL")
	}
	return &tracer{t}, nil
}

// on returns the tracer as an interface. The interface is nil if the tracer is nil.
func (t *tracer) on() trace.Tracer {
	if t == nil {
		return nil
	}
	return t.to
}

// close sends the remaining spans. Spans that the collector does not accept are lost.
func (t *tracer) close(ctx context.Context) {
	if t != nil {
		_ = t.to.Close(ctx)
	}
}
