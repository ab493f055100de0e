package main

import (
	"bytes"
	"fmt"
	"strings"
)

// javaScript writes the client as a module that browsers and Node load as it is.
func javaScript(head string, a *api) ([]byte, error) {
	b := bytes.NewBufferString(head)
	for _, o := range a.operations {
		var args []string
		var path strings.Builder
		for i, piece := range pieces(o.path) {
			if i%2 == 1 {
				args = append(args, piece)
				piece = "${encodeURIComponent(" + piece + ")}"
			}
			path.WriteString(piece)
		}
		if o.body != "" {
			args = append(args, "body")
		}
		rest := map[bool]string{true: ", body", false: ", undefined"}[o.body != ""]
		if len(o.inQuery) > 0 {
			args = append(args, "query")
			rest += ", query"
		}
		rest = strings.TrimSuffix(rest, ", undefined")
		method := map[kind]string{asNothing: "none", asJSON: "one", asPage: "page", asLines: "lines", asBytes: "raw"}[o.kind]
		fmt.Fprintf(b, "\n  %s(%s) {\n    return this.#%s('%s', `%s`%s)\n  }\n", o.id, strings.Join(args, ", "), method, o.method, path.String(), rest)
	}
	b.WriteString("}\n")
	return b.Bytes(), nil
}

// typeScript writes the types of the module.
func typeScript(head string, a *api) ([]byte, error) {
	b := bytes.NewBufferString(head)
	for _, o := range a.operations {
		var args []string
		for _, f := range o.inPath {
			args = append(args, f.name+": string")
		}
		if o.body != "" {
			args = append(args, "body: "+o.body)
		}
		if len(o.inQuery) > 0 {
			var parts []string
			for _, f := range o.inQuery {
				parts = append(parts, tsKey(f)+": "+tsType(f.schema))
			}
			args = append(args, "query?: { "+strings.Join(parts, "; ")+" }")
		}
		result := map[kind]string{asNothing: "Promise<void>", asBytes: "Promise<Response>"}[o.kind]
		switch o.kind {
		case asJSON:
			result = "Promise<" + tsType(o.answer) + ">"
		case asPage:
			result = "Promise<{ items: " + tsType(o.answer) + "; next?: string }>"
		case asLines:
			result = "AsyncGenerator<" + tsType(o.answer) + ">"
		case asNothing, asBytes:
		}
		text := o.text
		if o.deprecated {
			text += " @deprecated"
		}
		fmt.Fprintf(b, "  /** %s */\n  %s(%s): %s\n", text, o.id, strings.Join(args, ", "), result)
	}
	b.WriteString("}\n")
	for _, m := range a.models {
		b.WriteByte('\n')
		if m.text != "" {
			fmt.Fprintf(b, "/** %s */\n", m.text)
		}
		fmt.Fprintf(b, "export interface %s {\n", m.name)
		for _, f := range m.fields {
			if f.text != "" {
				fmt.Fprintf(b, "  /** %s */\n", f.text)
			}
			fmt.Fprintf(b, "  %s: %s\n", tsKey(f), tsType(f.schema))
		}
		b.WriteString("}\n")
	}
	return b.Bytes(), nil
}

func tsKey(f field) string {
	key := f.name
	if strings.Contains(key, "-") {
		key = "'" + key + "'"
	}
	if !f.required {
		key += "?"
	}
	return key
}

func tsType(s *schema) string {
	switch {
	case s.Ref != "":
		return s.refTo()
	case len(s.Enum) > 0:
		// A newer server may send other values, so the type accepts every string. With (string &
		// {}), editors still suggest the known values.
		return "'" + strings.Join(s.Enum, "' | '") + "' | (string & {})"
	case s.Type == "array":
		return strings.Replace("("+tsType(s.Items)+")[]", "("+s.Items.refTo()+")", s.Items.refTo(), 1)
	case s.Type == "object" && s.values() != nil:
		return "Record<string, " + tsType(s.values()) + ">"
	}
	return map[string]string{"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}[s.Type]
}
