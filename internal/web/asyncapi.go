package web

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// The AsyncAPI document describes the WebSocket and the bots' stream. It is generated from the same
// structs as the OpenAPI document. It contains the schemas of all messages.

const schemaRef = "#/components/schemas/"

// AsyncAPI returns the AsyncAPI document, in JSON. docs/asyncapi.json is a copy of it.
func AsyncAPI() ([]byte, error) {
	return asyncAPI(described())
}

type object = map[string]any

func asyncAPI(from *huma.OpenAPI) ([]byte, error) {
	schemas, err := plainSchemas(from)
	if err != nil {
		return nil, err
	}
	names := slices.Sorted(maps.Keys(messages))
	used, all := object{}, object{}
	for _, name := range names {
		all[name] = object{
			"name": name, "contentType": "application/json", "payload": object{"$ref": schemaRef + name},
			"examples": []object{{"name": name, "payload": messages[name]}},
		}
		collect(schemas, name, used)
	}
	of := func(prefix string) (in object) {
		in = object{}
		for _, name := range names {
			if strings.HasPrefix(name, prefix) {
				in[name] = object{"$ref": "#/components/messages/" + name}
			}
		}
		return in
	}
	socket := of("Ask")
	maps.Copy(socket, of("Tell"))
	var security []object
	for _, name := range slices.Sorted(maps.Keys(from.Components.SecuritySchemes)) {
		security = append(security, object{"$ref": "#/components/securitySchemes/" + name})
	}
	operation := func(action, channel, prefix, summary string) object {
		var list []object
		for _, name := range slices.Sorted(maps.Keys(of(prefix))) {
			list = append(list, object{"$ref": "#/channels/" + channel + "/messages/" + name})
		}
		return object{"action": action, "channel": object{"$ref": "#/channels/" + channel}, "summary": summary, "messages": list, "security": security}
	}
	schemes := object{}
	for name, s := range from.Components.SecuritySchemes {
		schemes[name] = object{"type": s.Type, "scheme": s.Scheme, "description": s.Description}
		if s.In != "" {
			schemes[name] = object{"type": "httpApiKey", "in": s.In, "name": s.Name, "description": s.Description}
		}
	}
	doc, err := json.MarshalIndent(object{
		"asyncapi":           "3.0.0",
		"info":               object{"title": "kydai", "version": from.Info.Version, "description": asyncText, "license": object{"name": "AGPL-3.0-or-later", "url": "https://www.gnu.org/licenses/agpl-3.0.html"}},
		"defaultContentType": "application/json",
		"channels": object{
			"socket": object{"address": "/api/socket", "description": "WebSocket; each message is one JSON object in a text frame.", "messages": socket},
			"stream": object{"address": "/api/bot/stream", "description": "Response to a GET request of a bot: lines of JSON.", "messages": of("Bot")},
		},
		"operations": object{
			"ask":    operation("receive", "socket", "Ask", "Messages from a client to the server"),
			"tell":   operation("send", "socket", "Tell", "Messages from the server to a client"),
			"stream": operation("send", "stream", "Bot", "Events in the matches of a bot"),
		},
		"components": object{"messages": all, "schemas": used, "securitySchemes": schemes},
	}, "", "  ")
	return append(doc, '\n'), err
}

const asyncText = "This document describes the messages of the WebSocket and of the bots' stream, as the server receives and sends them. " +
	"The field t names the message. New server versions add fields and messages; clients must ignore unknown fields and messages. docs/api.md explains the messages."

// plainSchemas returns the schemas of the OpenAPI document as plain JSON values.
func plainSchemas(from *huma.OpenAPI) (object, error) {
	text, err := json.Marshal(from.Components.Schemas.Map())
	if err != nil {
		return nil, err
	}
	all := object{}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	besideRefs(all)
	return all, nil
}

// besideRefs rewrites all schemas in which a reference ($ref) stands beside other keywords: it
// moves the reference into allOf. OpenAPI 3.1 allows other keywords beside a reference, but
// AsyncAPI does not.
func besideRefs(v any) {
	switch v := v.(type) {
	case object:
		for _, inner := range v {
			besideRefs(inner)
		}
		if ref, ok := v["$ref"]; ok && len(v) > 1 {
			delete(v, "$ref")
			v["allOf"] = []any{object{"$ref": ref}}
		}
	case []any:
		for _, inner := range v {
			besideRefs(inner)
		}
	}
}

// collect copies a schema, and all schemas that it refers to, from one map to another.
func collect(from object, name string, to object) {
	if _, there := to[name]; there {
		return
	}
	to[name] = from[name]
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case object:
			if ref, ok := v["$ref"].(string); ok {
				collect(from, strings.TrimPrefix(ref, schemaRef), to)
			}
			for _, inner := range v {
				walk(inner)
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	walk(from[name])
}

// asyncOperation serves the AsyncAPI document. The first request generates the document.
func asyncOperation(from *huma.OpenAPI, mux *http.ServeMux) {
	made := sync.OnceValues(func() ([]byte, error) { return asyncAPI(from) })
	mux.HandleFunc("GET /api/asyncapi.json", func(w http.ResponseWriter, _ *http.Request) {
		doc, err := made()
		if err != nil {
			refuse(w, problemOf(internal, "the document could not be made"))
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(doc) // ignore the error: the client has disconnected
	})
}
