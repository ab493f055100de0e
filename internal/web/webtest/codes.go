// Package webtest checks error responses in tests. Each error code must be one that the OpenAPI
// document lists for the operation.
package webtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"kydai/internal/web"
)

// listed holds the error codes of each operation, by method and path, and the set of all codes.
type listed struct {
	routes     *http.ServeMux
	operations map[string][]string
	all        map[string]web.Meaning
}

var document = sync.OnceValues(func() (*listed, error) {
	text, err := web.OpenAPI()
	if err != nil {
		return nil, err
	}
	var doc struct {
		Paths map[string]map[string]struct {
			Codes []string `json:"x-codes"`
		}
		Codes map[string]web.Meaning `json:"x-codes"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	l := &listed{routes: http.NewServeMux(), operations: map[string][]string{}, all: doc.Codes}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			pattern := strings.ToUpper(method) + " " + path
			l.operations[pattern] = op.Codes
			l.routes.Handle(pattern, http.NotFoundHandler())
		}
	}
	return l, nil
})

// Undeclared returns an error if the response to a request has an error code that the OpenAPI
// document does not list for the operation.
func Undeclared(r *http.Request, status int, header http.Header, body []byte) error {
	if header.Get("Content-Type") != "application/problem+json" {
		return nil
	}
	l, err := document()
	if err != nil {
		return err
	}
	var p web.Problem
	if err := json.Unmarshal(body, &p); err != nil {
		return fmt.Errorf("%s %s: %w in %q", r.Method, r.URL.Path, err, body)
	}
	if _, ok := l.all[p.Code]; !ok {
		return fmt.Errorf("%s %s: the code %q (%d) has no meaning in internal/web/codes_texts.go", r.Method, r.URL.Path, p.Code, status)
	}
	_, pattern := l.routes.Handler(r)
	if pattern == "" {
		return nil // the path belongs to the socket or to no route, so it has no list of codes
	}
	for _, code := range l.operations[pattern] {
		if code == p.Code {
			return nil
		}
	}
	return fmt.Errorf("%s: the document does not list the code %q (%d); add it in internal/web/codes.go", pattern, p.Code, status)
}

// Checked wraps a handler and compares all its error responses with the OpenAPI document. It
// reports problems at the end of the test, because a handler may respond after the test function
// has returned.
func Checked(t testing.TB, next http.Handler) http.Handler {
	t.Helper()
	var mu sync.Mutex
	found := map[string]bool{}
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for problem := range found {
			t.Error(problem)
		}
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := r.Clone(r.Context()) // copy the request, because the handler may change its path
		seen := &seen{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, r)
		if err := Undeclared(asked, seen.status, w.Header(), seen.body.Bytes()); err != nil && seen.body.Len() > 0 {
			mu.Lock()
			defer mu.Unlock()
			found[err.Error()] = true
		}
	})
}

// seen is a response writer that keeps a copy of an error response's body, so that Checked can
// examine it.
type seen struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// Unwrap gives http.ResponseController access to the original response writer.
func (s *seen) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// WriteHeader stores the status and passes it on to the original response writer.
func (s *seen) WriteHeader(status int) {
	s.status = status
	s.ResponseWriter.WriteHeader(status)
}

func (s *seen) Write(data []byte) (int, error) {
	if s.status >= http.StatusBadRequest {
		s.body.Write(data)
	}
	return s.ResponseWriter.Write(data)
}
