package web_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kydai/internal/web"
)

// The tests in this file check rules that OpenAPI linters do not know. The rules that linters know
// are in ui/scripts/types/redocly.yaml.

func parsed(t *testing.T, write func() ([]byte, error)) (doc map[string]any) {
	t.Helper()
	text, err := write()
	if err == nil {
		err = json.Unmarshal(text, &doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestLintOpenAPI(t *testing.T) {
	problems := lintOpenAPI(parsed(t, web.OpenAPI))
	for _, p := range problems {
		t.Error(p)
	}
}

var operationID = regexp.MustCompile(`^[a-z][A-Za-z]+$`)

// lintOpenAPI checks that every operation has its own id, a summary, one tag, described parameters,
// error codes and an error response. It also checks that a deprecated operation says when it will
// be removed.
func lintOpenAPI(doc map[string]any) (problems []string) {
	seen := map[string]bool{}
	paths, _ := doc["paths"].(map[string]any)
	for path, methods := range paths {
		for method, op := range methods.(map[string]any) {
			op, _ := op.(map[string]any)
			id, _ := op["operationId"].(string)
			bad := func(format string, args ...any) {
				problems = append(problems, method+" "+path+" "+id+": "+fmt.Sprintf(format, args...))
			}
			if !operationID.MatchString(id) || seen[id] {
				bad("it has no id of its own")
			}
			seen[id] = true
			if summary, _ := op["summary"].(string); summary == "" || strings.HasSuffix(summary, ".") {
				bad("its summary is %q", summary)
			}
			if tags, _ := op["tags"].([]any); len(tags) != 1 || tags[0] == "" {
				bad("it has the tags %v", tags)
			}
			parameters, _ := op["parameters"].([]any)
			for _, p := range parameters {
				p, _ := p.(map[string]any)
				if text, _ := p["description"].(string); text == "" {
					bad("the parameter %v is not described", p["name"])
				}
			}
			if follow(op, "#/responses/default/content/application~1problem+json/schema/$ref") != "#/components/schemas/Problem" {
				bad("it has no error answer")
			}
			if codes, _ := op["x-codes"].([]any); len(codes) == 0 {
				bad("it lists no error codes")
			}
			if op["deprecated"] == true && op["x-sunset"] == nil {
				bad("it is deprecated and does not say when it ends")
			}
		}
	}
	return problems
}

// TestLintDescriptions checks that the description of each field and parameter is a sentence: it
// starts with a capital letter and ends with a full stop or an ellipsis. The clients of the API
// contain these descriptions as comments.
func TestLintDescriptions(t *testing.T) {
	sentence := regexp.MustCompile(`^[A-Z].*[.…]$`)
	var check func(where string, v any)
	count := 0
	check = func(where string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, inner := range v {
				if text, ok := inner.(string); ok && key == "description" {
					if count++; !sentence.MatchString(text) {
						t.Errorf("%s is described as %q", where, text)
					}
				}
				check(where+"/"+key, inner)
			}
		case []any:
			for _, inner := range v {
				check(where, inner)
			}
		}
	}
	for name, write := range map[string]func() ([]byte, error){"openapi": web.OpenAPI, "asyncapi": web.AsyncAPI} {
		doc := parsed(t, write)
		check(name+"/schemas", follow(doc, "#/components/schemas"))
		paths, _ := doc["paths"].(map[string]any)
		for path, methods := range paths {
			for method := range methods.(map[string]any) {
				check(method+" "+path, methods.(map[string]any)[method].(map[string]any)["parameters"])
			}
		}
	}
	if count < 1000 {
		t.Errorf("only %d descriptions were checked", count)
	}
}

// TestLintFinds checks that lintOpenAPI finds each kind of problem.
func TestLintFinds(t *testing.T) {
	doc := parsed(t, func() ([]byte, error) {
		return []byte(`{"paths":{"/a":{"get":{"operationId":"x y","deprecated":true,"parameters":[{"name":"id"}],"responses":{}}}}}`), nil
	})
	if got := lintOpenAPI(doc); len(got) != 7 {
		t.Errorf("found %q", got)
	}
	async := parsed(t, web.AsyncAPI)
	example, _ := follow(async, "#/components/messages/AskMove/examples/0/payload").(map[string]any)
	schema, _ := follow(async, "#/components/schemas/AskMove").(map[string]any)
	for _, change := range []func(){
		func() { example["ply"] = "4" }, func() { delete(example, "ply") }, func() { example["ply"], example["other"] = 4.0, 1.0 },
	} {
		change()
		if got := violations(async, schema, example, "x"); len(got) == 0 {
			t.Errorf("nothing is wrong with %v", example)
		}
	}
}

// TestLintAsyncAPI checks that every message has a name, a payload and an
// example, and that every operation has a summary and messages.
func TestLintAsyncAPI(t *testing.T) {
	doc := parsed(t, web.AsyncAPI)
	messages, _ := follow(doc, "#/components/messages").(map[string]any)
	if len(messages) < 20 {
		t.Fatalf("there are %d messages", len(messages))
	}
	for name, m := range messages {
		m, _ := m.(map[string]any)
		schema, _ := m["payload"].(map[string]any)
		if m["name"] != name || schema == nil {
			t.Errorf("%s has the name %v and the payload %v", name, m["name"], schema)
		}
		examples, _ := m["examples"].([]any)
		if len(examples) == 0 {
			t.Errorf("%s has no example", name)
		}
		for _, e := range examples {
			for _, problem := range violations(doc, schema, e.(map[string]any)["payload"], name) {
				t.Error(problem)
			}
		}
	}
	operations, _ := doc["operations"].(map[string]any)
	for name, op := range operations {
		op, _ := op.(map[string]any)
		if list, _ := op["messages"].([]any); len(list) == 0 || op["summary"] == "" {
			t.Errorf("the operation %s has %d messages and the summary %v", name, len(list), op["summary"])
		}
	}
}

// violations returns the differences between a value and a JSON schema. It supports only the parts
// of JSON Schema that the documents of this API use.
func violations(doc, schema map[string]any, v any, at string) (all []string) {
	if ref, ok := schema["$ref"].(string); ok {
		next, _ := follow(doc, ref).(map[string]any)
		return violations(doc, next, v, at)
	}
	if list, ok := schema["allOf"].([]any); ok {
		for _, one := range list {
			all = append(all, violations(doc, one.(map[string]any), v, at)...)
		}
		return all
	}
	if enum, ok := schema["enum"].([]any); ok && !slices.Contains(enum, v) {
		all = append(all, fmt.Sprintf("%s: %v is none of %v", at, v, enum))
	}
	kind, ok := "", true
	switch v := v.(type) {
	case map[string]any:
		kind = "object"
		properties, _ := schema["properties"].(map[string]any)
		required, _ := schema["required"].([]any)
		for _, name := range required {
			if _, there := v[name.(string)]; !there {
				all = append(all, fmt.Sprintf("%s has no %s", at, name))
			}
		}
		for name, value := range v {
			next, known := properties[name].(map[string]any)
			switch {
			case known:
				all = append(all, violations(doc, next, value, at+"."+name)...)
			case schema["additionalProperties"] == false:
				all = append(all, at+": "+name+" is not known")
			}
		}
	case []any:
		kind = "array"
		items, _ := schema["items"].(map[string]any)
		for i, value := range v {
			all = append(all, violations(doc, items, value, fmt.Sprint(at, ".", i))...)
		}
	case string:
		kind = "string"
	case bool:
		kind = "boolean"
	case float64:
		kind, ok = "number", schema["type"] == "integer" && v == float64(int64(v)) || schema["type"] == "number"
	}
	if want := schema["type"]; want != nil && want != kind && (kind != "number" || !ok) {
		all = append(all, fmt.Sprintf("%s is %v, not of type %v", at, v, want))
	}
	return all
}
