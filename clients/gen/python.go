package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// reserved lists the Python keywords that a name in the API could be equal to.
var reserved = []string{"as", "from", "in", "is", "not", "or", "and", "class", "def", "del", "import", "pass", "with", "global"}

// python writes the client for Python.
func python(head string, a *api) ([]byte, error) {
	b := bytes.NewBufferString(head)
	for _, o := range a.operations {
		pyOperation(b, o)
	}
	for _, m := range a.models {
		pyModel(b, m)
	}
	return b.Bytes(), nil
}

func pyOperation(b *bytes.Buffer, o operation) {
	args := []string{"self"}
	path := `"` + o.path + `"`
	for _, f := range o.inPath {
		args = append(args, pyName(f.name)+": str")
		path = strings.Replace(path, "{"+f.name+"}", "{_quote("+pyName(f.name)+")}", 1)
	}
	if len(o.inPath) > 0 {
		path = "f" + path
	}
	rest := ""
	if o.body != "" {
		args = append(args, "body: "+o.body)
		rest = ", body=body"
	}
	if len(o.inQuery) > 0 {
		args = append(args, "*")
		var parts []string
		for _, f := range o.inQuery {
			args = append(args, pyName(f.name)+": "+pyType(f.schema)+" | None = None")
			parts = append(parts, fmt.Sprintf("%q: %s", f.name, pyName(f.name)))
		}
		rest += ", query={" + strings.Join(parts, ", ") + "}"
	}
	result, method := "None", "_none"
	switch o.kind {
	case asJSON:
		result, method = pyType(o.answer), "_one"
	case asPage: // the second element of the tuple, a string, is the cursor of the next page
		result, method = "tuple["+pyType(o.answer)+", str]", "_page"
	case asLines:
		result, method = "Iterator["+pyType(o.answer)+"]", "_lines"
	case asBytes:
		result, method = "bytes", "_raw"
	case asNothing:
	}
	text := o.text + "."
	if o.deprecated {
		text += " Deprecated."
	}
	fmt.Fprintf(b, "\n    def %s(%s) -> %s:\n        \"\"\"%s\"\"\"\n        return self.%s(%q, %s%s)\n",
		pyName(o.id), strings.Join(args, ", "), result, text, method, o.method, path, rest)
}

// pyModel writes a model as a Python TypedDict. At run time the value is an ordinary dict, but type
// checkers know its keys.
func pyModel(b *bytes.Buffer, m model) {
	plain := slices.ContainsFunc(m.fields, func(f field) bool { return slices.Contains(reserved, f.name) })
	if plain {
		fmt.Fprintf(b, "\n\n%s = TypedDict(\"%s\", {\n", m.name, m.name)
	} else {
		fmt.Fprintf(b, "\n\nclass %s(TypedDict):\n", m.name)
	}
	if !plain && m.text != "" {
		fmt.Fprintf(b, "    \"\"\"%s\"\"\"\n", m.text)
	}
	if len(m.fields) == 0 && !plain {
		b.WriteString("    pass\n")
	}
	for _, f := range m.fields {
		kind := pyType(f.schema)
		if !f.required {
			kind = "NotRequired[" + kind + "]"
		}
		text := f.comment()
		if text != "" {
			text = "  # " + text
		}
		if plain {
			fmt.Fprintf(b, "    %q: %q,%s\n", f.name, kind, text)
		} else {
			fmt.Fprintf(b, "    %s: %s%s\n", f.name, kind, text)
		}
	}
	if plain {
		b.WriteString("})\n")
	}
}

func pyType(s *schema) string {
	switch {
	case s.Ref != "":
		return s.refTo()
	case s.Type == "array":
		return "list[" + pyType(s.Items) + "]"
	case s.Type == "object" && s.values() != nil:
		return "dict[str, " + pyType(s.values()) + "]"
	}
	return map[string]string{"string": "str", "integer": "int", "number": "float", "boolean": "bool"}[s.Type]
}

// pyName returns a name in snake case. It appends an underscore to a Python keyword.
func pyName(name string) string {
	all := words(name)
	for i := range all {
		all[i] = strings.ToLower(all[i])
	}
	name = strings.Join(all, "_")
	if slices.Contains(reserved, name) {
		name += "_"
	}
	return name
}
