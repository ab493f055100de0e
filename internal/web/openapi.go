package web

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/play"
)

//go:generate go test -run ^Test(OpenAPI|AsyncAPI|CodesPage)$ -update .

// OpenAPI returns the OpenAPI document, in JSON. docs/openapi.json is a copy of it.
func OpenAPI() ([]byte, error) {
	doc, err := json.MarshalIndent(described(), "", "  ")
	return append(doc, '\n'), err
}

// described returns the OpenAPI document of the API, without starting a server.
func described() *huma.OpenAPI {
	s := &Server{opts: Options{Play: &play.Service{}}}
	return s.api(http.NewServeMux()).OpenAPI()
}
