package otlp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// exporter sends spans to a collector as OTLP/JSON.
type exporter struct {
	url  string
	opts Options
}

// Types for the JSON form of OTLP:
// https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding.
type (
	body struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource   resource     `json:"resource"`
		ScopeSpans []scopeSpans `json:"scopeSpans"`
	}
	resource struct {
		Attributes []keyValue `json:"attributes"`
	}
	scopeSpans struct {
		Scope struct {
			Name string `json:"name"`
		} `json:"scope"`
		Spans []span `json:"spans"`
	}
	span struct {
		TraceID      string     `json:"traceId"`
		SpanID       string     `json:"spanId"`
		ParentSpanID string     `json:"parentSpanId,omitempty"`
		Name         string     `json:"name"`
		Kind         int        `json:"kind"`
		Start        string     `json:"startTimeUnixNano"`
		End          string     `json:"endTimeUnixNano"`
		Attributes   []keyValue `json:"attributes,omitempty"`
		Status       *status    `json:"status,omitempty"`
	}
	status struct {
		Code    int    `json:"code"`
		Message string `json:"message,omitempty"`
	}
	keyValue struct {
		Key   string         `json:"key"`
		Value map[string]any `json:"value"`
	}
)

const (
	kindInternal = 1
	statusError  = 2
)

func text(key, value string) keyValue {
	return keyValue{Key: key, Value: map[string]any{"stringValue": value}}
}

func nanos(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

func spanOf(s sdk.ReadOnlySpan) span {
	out := span{
		TraceID: s.SpanContext().TraceID().String(), SpanID: s.SpanContext().SpanID().String(), Name: s.Name(), Kind: kindInternal,
		Start: nanos(s.StartTime()), End: nanos(s.EndTime()),
	}
	if p := s.Parent(); p.HasSpanID() {
		out.ParentSpanID = p.SpanID().String()
	}
	for _, a := range s.Attributes() {
		if a.Value.Type() == attribute.INT64 {
			out.Attributes = append(out.Attributes, keyValue{string(a.Key), map[string]any{"intValue": strconv.FormatInt(a.Value.AsInt64(), 10)}})
			continue
		}
		out.Attributes = append(out.Attributes, text(string(a.Key), a.Value.AsString()))
	}
	if s.Status().Code == codes.Error {
		out.Status = &status{Code: statusError, Message: s.Status().Description}
	}
	return out
}

// ExportSpans implements sdk.SpanExporter.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	rs := resourceSpans{Resource: resource{Attributes: []keyValue{text("service.name", e.opts.Service), text("service.version", e.opts.Version)}}}
	ss := scopeSpans{}
	ss.Scope.Name = "kydai"
	for _, s := range spans {
		ss.Spans = append(ss.Spans, spanOf(s))
	}
	rs.ScopeSpans = []scopeSpans{ss}
	data, err := json.Marshal(body{ResourceSpans: []resourceSpans{rs}})
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := e.opts.Client.Do(r)
	if err == nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
		_ = resp.Body.Close()
		if resp.StatusCode/100 != 2 {
			err = fmt.Errorf("otlp: the collector answers %d", resp.StatusCode)
		}
	}
	if err != nil && e.opts.Log != nil {
		e.opts.Log.DebugContext(ctx, "traces could not be sent; they are lost", "spans", len(spans), "err", err)
	}
	return err
}

// Shutdown implements sdk.SpanExporter.
func (e *exporter) Shutdown(context.Context) error { return nil }
