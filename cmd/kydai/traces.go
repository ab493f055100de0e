package main

import (
	"context"
	"log/slog"
	"os"

	"kydai/internal/otlp"
	"kydai/internal/trace"
	"kydai/internal/version"
)

// otlpVariable is the standard variable for the collector's URL.
const otlpVariable = "OTEL_EXPORTER_OTLP_ENDPOINT"

// tracer sends traces; a nil one sends none.
type tracer struct{ to *otlp.Tracer }

// traces starts the tracer that the flags or the standard variable ask for.
func (w *wire) traces(service string, log *slog.Logger) (*tracer, error) {
	endpoint := w.otlp
	if endpoint == "" {
		endpoint = os.Getenv(otlpVariable)
	}
	if endpoint == "" {
		return nil, nil //nolint:nilnil // not there
	}
	t, err := otlp.New(otlp.Options{Endpoint: endpoint, Service: service, Version: version.Get().Version, Log: log})
	if err != nil {
		return nil, usage("serve", "--otlp must be an http or https URL")
	}
	return &tracer{t}, nil
}

// on returns the tracer as an interface that is nil if there is none.
func (t *tracer) on() trace.Tracer {
	if t == nil {
		return nil
	}
	return t.to
}

// close sends what is left; what the collector does not take is lost.
func (t *tracer) close(ctx context.Context) {
	if t != nil {
		_ = t.to.Close(ctx)
	}
}
