package main

import (
	"bytes"
	"fmt"
	"go/format"
	"strings"
)

// golang writes the client for Go.
func golang(head string, a *api) ([]byte, error) {
	b := bytes.NewBufferString(head)
	for _, o := range a.operations {
		goOperation(b, o)
	}
	for _, m := range a.models {
		goComment(b, "", m.name, m.text, a.use(m.name))
		fmt.Fprintf(b, "type %s struct {\n", m.name)
		goFields(b, m.fields, true)
		b.WriteString("}\n")
	}
	return format.Source(b.Bytes())
}

func goOperation(b *bytes.Buffer, o operation) {
	name := goName(o.id)
	args := []string{"ctx context.Context"}
	path := ""
	for i, piece := range pieces(o.path) {
		if i%2 == 0 {
			path += fmt.Sprintf(" + %q", piece)
			continue
		}
		path += " + url.PathEscape(" + piece + ")"
		args = append(args, piece+" string")
	}
	path = strings.TrimPrefix(path, " + ")
	query, body := "nil", "nil"
	if len(o.inQuery) > 0 {
		args, query = append(args, "query *"+name+"Query"), "query.values()"
	}
	if o.body != "" {
		args, body = append(args, "body "+o.body), "body"
	}
	b.WriteByte('\n')
	goComment(b, "", name, o.text+".", "")
	if o.deprecated {
		b.WriteString("//\n// Deprecated: the operation will be removed; the header Sunset of responses gives the date.\n")
	}
	call := fmt.Sprintf("ctx, c, %q, %s, %s, %s", o.method, path, query, body)
	result, f := "error", "none("
	switch o.kind {
	case asJSON:
		result, f = "("+goType(o.answer)+", error)", "one["+goType(o.answer)+"]("
	case asPage: // the second result, a string, is the cursor of the next page
		result, f = "("+goType(o.answer)+", string, error)", "page["+goType(o.answer)+"]("
	case asLines:
		result, f = "iter.Seq2["+goType(o.answer)+", error]", "lines["+goType(o.answer)+"]("
	case asBytes:
		result, f = "([]byte, error)", "raw("
	case asNothing:
	}
	fmt.Fprintf(b, "func (c *Client) %s(%s) %s {\n\treturn %s%s)\n}\n", name, strings.Join(args, ", "), result, f, call)
	if len(o.inQuery) == 0 {
		return
	}
	fmt.Fprintf(b, "\n// %sQuery holds the query parameters of %s. Zero values are not sent.\ntype %sQuery struct {\n", name, name, name)
	goFields(b, o.inQuery, false)
	fmt.Fprintf(b, "}\n\nfunc (q *%sQuery) values() url.Values {\n\tv := url.Values{}\n\tif q == nil {\n\t\treturn v\n\t}\n", name)
	for _, f := range o.inQuery {
		fmt.Fprintf(b, "\tput(v, %q, q.%s)\n", f.name, goName(f.name))
	}
	b.WriteString("\treturn v\n}\n")
}

func goFields(b *bytes.Buffer, all []field, tags bool) {
	for _, f := range all {
		text := f.comment()
		if text != "" {
			goComment(b, "\t", "", text, "")
		}
		kind, omit := goType(f.schema), ""
		if !f.required {
			omit = ",omitempty"
			if f.schema.Ref != "" {
				kind = "*" + kind
			}
		}
		fmt.Fprintf(b, "\t%s %s", goName(f.name), kind)
		if tags {
			fmt.Fprintf(b, " `json:\"%s%s\"`", f.name, omit)
		}
		b.WriteByte('\n')
	}
}

// goComment writes a Go comment about a name. If text is empty, the comment consists of name and
// otherwise.
func goComment(b *bytes.Buffer, indent, name, text, otherwise string) {
	switch {
	case text == "":
		text = name + " " + otherwise
	case name != "":
		text = name + ": " + strings.ToLower(text[:1]) + text[1:]
	}
	line := indent + "//"
	for _, word := range strings.Fields(text) {
		if len(line)+len(word) > 96 {
			b.WriteString(line + "\n")
			line = indent + "//"
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}

func goType(s *schema) string {
	switch {
	case s.Ref != "":
		return s.refTo()
	case s.Type == "array":
		return "[]" + goType(s.Items)
	case s.Type == "object" && s.values() != nil:
		return "map[string]" + goType(s.values())
	}
	return map[string]string{"string": "string", "integer": "int64", "number": "float64", "boolean": "bool"}[s.Type]
}

// goName is an exported name.
func goName(name string) string {
	all := words(name)
	for i, w := range all {
		switch strings.ToLower(w) {
		case "id", "url":
			all[i] = strings.ToUpper(w)
		default:
			all[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(all, "")
}
