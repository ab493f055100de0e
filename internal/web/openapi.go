package web

import (
	"encoding/json"
	"net/http"

	"kydai/internal/play"
)

//go:generate go test -run ^TestOpenAPI$ -update .

// OpenAPI returns the OpenAPI document, as in docs/openapi.json.
func OpenAPI() ([]byte, error) {
	s := &Server{opts: Options{Play: &play.Service{}}}
	doc, err := json.MarshalIndent(s.api(http.NewServeMux()).OpenAPI(), "", "  ")
	return append(doc, '\n'), err
}
