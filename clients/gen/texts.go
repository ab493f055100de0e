package main

import (
	"slices"
	"strings"
)

// comment returns the description of a field, followed by the values that it may have.
func (f *field) comment() string {
	switch len(f.schema.Enum) {
	case 0:
		return f.text
	case 1:
		return strings.TrimSpace(f.text + " Always " + f.schema.Enum[0] + ".")
	}
	return strings.TrimSpace(f.text + " One of: " + strings.Join(f.schema.Enum, ", ") + ".")
}

// use returns a predicate that says where the API uses a model, for example "is the response of
// getGame.". It names at most two operations or models.
func (a *api) use(name string) string {
	var bodies, answers, entries, parts []string
	for _, o := range a.operations {
		if o.body == name {
			bodies = append(bodies, goName(o.id))
		}
		switch {
		case o.answer == nil || !refers(o.answer, name):
		case o.answer.Ref != "" && o.kind != asLines:
			answers = append(answers, goName(o.id))
		default:
			entries = append(entries, goName(o.id))
		}
	}
	for _, m := range a.models {
		if m.name != name && slices.ContainsFunc(m.fields, func(f field) bool { return refers(f.schema, name) }) {
			parts = append(parts, m.name)
		}
	}
	switch {
	case len(bodies) > 0:
		return "is the request body of " + several(bodies) + "."
	case len(answers) > 0:
		return "is the result of " + several(answers) + "."
	case len(entries) > 0:
		return "is an entry in the result of " + several(entries) + "."
	case name == "Problem":
		return "is the body of the response to a failed request."
	case strings.HasPrefix(name, "Ask"):
		return "is a message from a client, sent over the WebSocket."
	case strings.HasPrefix(name, "Tell"):
		return "is a message from the server, sent over the WebSocket."
	case len(parts) > 0:
		return "is a part of " + several(parts) + "."
	}
	return "is an object of the API."
}

// refers reports whether a schema is a model, or a list or an object whose values are this model.
func refers(s *schema, name string) bool {
	return s != nil && (s.Ref != "" && s.refTo() == name || refers(s.Items, name) || refers(s.values(), name))
}

// several joins names. It shortens a list of more than two names.
func several(names []string) string {
	switch len(names) {
	case 1:
		return names[0]
	case 2:
		return names[0] + " and " + names[1]
	}
	return names[0] + ", " + names[1] + " and others"
}
