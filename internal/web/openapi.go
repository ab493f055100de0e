package web

import (
	"encoding/json"
	"net/http"

	"kydai/play"
)

//go:generate go test -run ^TestOpenAPI$ -update .

// OpenAPI is the document of the API, as docs/openapi.json has it.
func OpenAPI() ([]byte, error) {
	s := &Server{o: Options{Play: &play.Service{}}}
	doc, err := json.MarshalIndent(s.api(http.NewServeMux()).OpenAPI(), "", "  ")
	return append(doc, '\n'), err
}
