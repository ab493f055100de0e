package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
	"strings"
)

// message is a Go struct that is encoded as JSON.
type message struct {
	name   string // name of the type in TypeScript
	goName string // name of the type as package desk writes it, such as "State" or "engine.Thought"
	doc    string
	fields []field
}

// field is one field of a message. Fields of embedded structs are included.
type field struct {
	goName, json, doc string
	kind              kind
	elem              string // name of the message type that the field contains, points to or lists; "" for other fields
	omit              bool   // omit the field from the JSON if it is empty
	tag               reflect.StructTag
}

// kind determines how a field is encoded and decoded.
type kind int

const (
	text kind = iota
	integer
	natural
	truth
	duration
	durations // one duration for each side
	texts
	pair // two strings, one for each side
	options
	squares
	nested
	pointer
	list
)

var kinds = map[string]kind{
	"string": text, "int": integer, "game.Square": integer, "uint64": natural, "bool": truth,
	"time.Duration": duration, "[2]time.Duration": durations, "[]string": texts, "[2]string": pair,
	"map[string]string": options, "[]game.Square": squares,
}

// source maps the names of the structs in the parsed files to their syntax trees.
type source map[string]*ast.StructType

// parse returns the messages that are reachable from Request and Reply, in the order in which it
// finds them. The first file defines these two; messages may also be structs of the other files.
func parse(files ...string) ([]message, error) {
	structs, docs := source{}, map[string]string{}
	for i, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		prefix := ""
		if i > 0 {
			prefix = f.Name.Name + "."
		}
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range g.Specs {
				t, ok := s.(*ast.TypeSpec)
				if !ok {
					continue
				}
				if st, ok := t.Type.(*ast.StructType); ok {
					structs[prefix+t.Name.Name], docs[prefix+t.Name.Name] = st, comment(g.Doc)
				}
			}
		}
	}
	var out []message
	seen := map[string]bool{"": true}
	var visit func(name string) error
	visit = func(name string) error {
		if seen[name] {
			return nil
		}
		seen[name] = true
		fields, err := structs.fields(name)
		if err != nil {
			return err
		}
		out = append(out, message{name: name[strings.LastIndex(name, ".")+1:], goName: name, doc: docs[name], fields: fields})
		for _, f := range fields {
			if err := visit(f.elem); err != nil {
				return err
			}
		}
		return nil
	}
	for _, name := range []string{"Request", "Reply"} {
		if err := visit(name); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s source) fields(name string) ([]field, error) {
	st, ok := s[name]
	if !ok {
		return nil, fmt.Errorf("there is no struct %s", name)
	}
	prefix := name[:strings.LastIndex(name, ".")+1]
	var out []field
	for _, f := range st.Fields.List {
		typ := types.ExprString(f.Type)
		if len(f.Names) == 0 {
			inner, err := s.fields(prefix + typ)
			if err != nil {
				return nil, err
			}
			out = append(out, inner...)
			continue
		}
		if len(f.Names) != 1 || f.Tag == nil {
			return nil, fmt.Errorf("%s.%s has no tag of its own", name, f.Names[0])
		}
		raw, err := strconv.Unquote(f.Tag.Value)
		if err != nil {
			return nil, err
		}
		tag := reflect.StructTag(raw)
		as, how, _ := strings.Cut(tag.Get("json"), ",")
		doc := comment(f.Doc)
		if doc == "" {
			doc = comment(f.Comment)
		}
		next := field{goName: f.Names[0].Name, json: as, doc: doc, omit: how != "", tag: tag}
		if doc == "" {
			next.doc = tag.Get("doc")
		}
		if next.kind, ok = kinds[typ]; !ok {
			next.kind, next.elem = compound(typ)
			if _, ok := s[next.elem]; !ok {
				next.elem = prefix + next.elem
			}
		}
		out = append(out, next)
	}
	return out, nil
}

// compound returns the kind of a field type that consists of messages, such as a list, and the
// name of the message type.
func compound(typ string) (kind, string) {
	if of, ok := strings.CutPrefix(typ, "[]"); ok {
		return list, of
	}
	if of, ok := strings.CutPrefix(typ, "*"); ok {
		return pointer, of
	}
	return nested, typ
}

func comment(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }
