package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// api is the part of the OpenAPI document from which the clients are generated.
type api struct {
	models     []model
	operations []operation
}

// model is a JSON object.
type model struct {
	name, text string
	fields     []field
}

// field is a property of a model, or a parameter of an operation.
type field struct {
	name, text string
	required   bool
	schema     *schema
}

// operation is one request of the API and the form of its response.
type operation struct {
	id, text, method, path string
	deprecated             bool
	inPath, inQuery        []field
	body                   string // name of the model of the request body; "" if the request has no body
	kind                   kind
	answer                 *schema // schema of the response; set for the kinds asJSON, asPage and asLines
}

// kind is the form of a successful response.
type kind int

const (
	asNothing kind = iota
	asJSON
	asPage  // a list, and the cursor of the next page in a header
	asLines // lines of JSON until the connection ends
	asBytes
)

// schema is the part of JSON Schema that the document uses.
type schema struct {
	Ref, Type, Format, Description string
	Enum                           []string
	Items                          *schema
	Properties                     map[string]*schema
	Required                       []string
	AdditionalProperties           any
}

// refTo is the name of the model that a schema refers to.
func (s *schema) refTo() string { return strings.TrimPrefix(s.Ref, "#/components/schemas/") }

// values is the schema of the values of an object without fixed properties, or nil.
func (s *schema) values() *schema {
	in, ok := s.AdditionalProperties.(map[string]any)
	if !ok {
		return nil
	}
	kind, _ := in["type"].(string)
	ref, _ := in["$ref"].(string)
	return &schema{Type: kind, Ref: ref}
}

func (s *schema) UnmarshalJSON(text []byte) error {
	type plain schema
	in := struct {
		*plain
		Ref string `json:"$ref"`
	}{plain: (*plain)(s)}
	err := json.Unmarshal(text, &in)
	s.Ref = in.Ref
	return err
}

type content map[string]struct{ Schema *schema }

type document struct {
	Paths map[string]map[string]struct {
		OperationID, Summary string
		Deprecated           bool
		Parameters           []struct {
			Name, In, Description string
			Required              bool
			Schema                *schema
		}
		RequestBody *struct{ Content content }
		Responses   map[string]struct {
			Content content
			Headers map[string]any
		}
	}
	Components struct{ Schemas map[string]*schema }
}

// load reads the OpenAPI document. It returns an error for a parameter in an unknown place, so that
// no generated client silently lacks a parameter.
func load(file string) (*api, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, err
	}
	a := &api{}
	for _, name := range slices.Sorted(maps.Keys(d.Components.Schemas)) {
		s := d.Components.Schemas[name]
		m := model{name: name, text: s.Description}
		for _, p := range slices.Sorted(maps.Keys(s.Properties)) {
			m.fields = append(m.fields, field{name: p, text: s.Properties[p].Description, required: slices.Contains(s.Required, p), schema: s.Properties[p]})
		}
		a.models = append(a.models, m)
	}
	for path, methods := range d.Paths {
		for method, o := range methods {
			op := operation{id: o.OperationID, text: o.Summary, method: strings.ToUpper(method), path: path, deprecated: o.Deprecated}
			for _, p := range o.Parameters {
				f := field{name: p.Name, text: p.Description, required: p.Required, schema: p.Schema}
				switch p.In {
				case "path":
					op.inPath = append(op.inPath, f)
				case "query":
					op.inQuery = append(op.inQuery, f)
				case "header": // a client does not need header parameters: they serve HTTP caches
				default:
					return nil, fmt.Errorf("%s: a parameter in %s", op.id, p.In)
				}
			}
			if o.RequestBody != nil {
				op.body = o.RequestBody.Content["application/json"].Schema.refTo()
			}
			for status, r := range o.Responses {
				if status[0] == '2' {
					op.kind, op.answer = answerOf(r.Content)
					if _, ok := r.Headers["Next-Cursor"]; ok {
						op.kind = asPage
					}
				}
			}
			a.operations = append(a.operations, op)
		}
	}
	slices.SortFunc(a.operations, func(x, y operation) int { return strings.Compare(x.id, y.id) })
	return a, nil
}

func answerOf(c content) (kind, *schema) {
	if s, ok := c["application/json"]; ok {
		return asJSON, s.Schema
	}
	if s, ok := c["application/x-ndjson"]; ok && s.Schema.Ref != "" {
		return asLines, s.Schema
	}
	if len(c) > 0 {
		return asBytes, nil
	}
	return asNothing, nil
}

// pieces splits a URL path at its parameters. In the result, elements with an even index are plain
// text and elements with an odd index are parameter names.
func pieces(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '{' || r == '}' })
}

// words splits a name in camel case.
func words(name string) (all []string) {
	start := 0
	for i := 1; i <= len(name); i++ {
		if i == len(name) || name[i] >= 'A' && name[i] <= 'Z' && (name[i-1] < 'A' || name[i-1] > 'Z') {
			all = append(all, name[start:i])
			start = i
		}
	}
	return all
}
