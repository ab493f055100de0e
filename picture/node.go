package picture

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
)

// node is an element of a drawing.
type node struct {
	name   string
	attrs  []attr
	parent *node
	kids   []*node
	text   string // text content of an element without children
}

type attr struct{ name, value string }

func (n *node) get(name string) string {
	for i := range n.attrs {
		if n.attrs[i].name == name {
			return n.attrs[i].value
		}
	}
	return ""
}

func (n *node) set(name, value string) {
	for i := range n.attrs {
		if n.attrs[i].name == name {
			n.attrs[i].value = value
			return
		}
	}
	n.attrs = append(n.attrs, attr{name, value})
}

// add appends children and returns n.
func (n *node) add(kids ...*node) *node {
	for _, k := range kids {
		k.parent = n
		n.kids = append(n.kids, k)
	}
	return n
}

// el creates an element; attrs are alternating names and values.
func el(name string, attrs ...string) *node {
	n := &node{name: name}
	for i := 0; i+1 < len(attrs); i += 2 {
		n.attrs = append(n.attrs, attr{attrs[i], attrs[i+1]})
	}
	return n
}

var errMarkup = errors.New("picture: the markup has no one root")

// parse parses XML with one root element. It drops comments and white space.
func parse(text string) (*node, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	top := &node{}
	at := top
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			n := &node{name: t.Name.Local}
			for _, a := range t.Attr {
				if a.Name.Local != "xmlns" && a.Name.Space != "xmlns" {
					n.attrs = append(n.attrs, attr{a.Name.Local, a.Value})
				}
			}
			at.add(n)
			at = n
		case xml.EndElement:
			at = at.parent
		case xml.CharData:
			at.text += strings.TrimSpace(string(t))
		}
	}
	if len(top.kids) != 1 {
		return nil, errMarkup
	}
	root := top.kids[0]
	root.parent = nil
	return root, nil
}

// fragment parses markup with any number of root elements.
func fragment(text string) ([]*node, error) {
	top, err := parse("<g>" + text + "</g>")
	if err != nil {
		return nil, err
	}
	return top.kids, nil
}

// clone copies an element with its children.
func (n *node) clone() *node {
	c := &node{name: n.name, attrs: slices.Clone(n.attrs), text: n.text}
	for _, k := range n.kids {
		c.add(k.clone())
	}
	return c
}

// write writes an element as XML.
func (n *node) write(b *strings.Builder) {
	b.WriteString("<" + n.name)
	for _, a := range n.attrs {
		b.WriteString(" " + a.name + `="`)
		b.WriteString(escaper.Replace(a.value))
		b.WriteByte('"')
	}
	if len(n.kids) == 0 && n.text == "" {
		b.WriteString("/>")
		return
	}
	b.WriteByte('>')
	b.WriteString(escaper.Replace(n.text))
	for _, k := range n.kids {
		k.write(b)
	}
	b.WriteString("</" + n.name + ">")
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
