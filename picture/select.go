package picture

import "strings"

// selector is a chain of compound selectors. The last one applies to the element itself, the others
// to elements around it.
type selector struct {
	chain  []compound
	weight int
}

// compound is a compound selector such as "tag.class[attribute]", and its relation to the compound
// selector before it.
type compound struct {
	relation byte // combinator between this compound and the one before it: ' ', '>', '~' or '+'
	tag      string
	classes  []string
	attrs    []attr // the value "*" means that the attribute must be present, with any value
	root     bool
}

// readSelector parses one selector. It returns false if a part of it is not supported.
func readSelector(text string) (selector, bool) {
	var s selector
	relation := byte(' ')
	text = strings.NewReplacer(">", " > ", "~", " ~ ", "+", " + ").Replace(text)
	for _, word := range strings.Fields(text) {
		if word == ">" || word == "~" || word == "+" {
			relation = word[0]
			continue
		}
		c, weight, ok := readCompound(word)
		if !ok {
			return s, false
		}
		c.relation = relation
		relation = ' '
		s.chain = append(s.chain, c)
		s.weight += weight
	}
	return s, len(s.chain) > 0
}

func readCompound(word string) (c compound, weight int, ok bool) {
	for word != "" {
		end := strings.IndexAny(word[1:], ".[:#") + 1
		if word[0] == '[' {
			end = strings.IndexByte(word, ']') + 1
		}
		if end <= 0 {
			end = len(word)
		}
		part := word[:end]
		word = word[end:]
		switch part[0] {
		case '.':
			c.classes = append(c.classes, part[1:])
			weight += 100
		case '[':
			name, value, valued := strings.Cut(strings.Trim(part, "[]"), "=")
			if !valued {
				value = "*"
			}
			c.attrs = append(c.attrs, attr{name, strings.Trim(value, `"'`)})
			weight += 100
		case ':':
			if part != ":root" {
				return c, 0, false
			}
			c.root = true
			weight += 100
		case '#', '&':
			return c, 0, false
		default:
			c.tag = part
			weight++
		}
	}
	if c.tag == "*" {
		c.tag = ""
		weight--
	}
	return c, weight, true
}

func (c *compound) matches(n *node) bool {
	if c.tag != "" && c.tag != n.name || c.root && n.parent != nil {
		return false
	}
	for _, class := range c.classes {
		if !hasWord(n.get("class"), class) {
			return false
		}
	}
	for _, a := range c.attrs {
		if got := n.get(a.name); got == "" || a.value != "*" && got != a.value {
			return false
		}
	}
	return true
}

func hasWord(list, word string) bool {
	for w := range strings.SplitSeq(list, " ") {
		if w == word {
			return true
		}
	}
	return false
}

// matches reports whether the selector matches the element.
func (s selector) matches(n *node) bool { return matchChain(s.chain, n) }

func matchChain(chain []compound, n *node) bool {
	last := len(chain) - 1
	c := &chain[last]
	if !c.matches(n) {
		return false
	}
	if last == 0 {
		return true
	}
	rest := chain[:last]
	switch c.relation {
	case '>':
		return n.parent != nil && matchChain(rest, n.parent)
	case '~', '+':
		before := n.before()
		if c.relation == '+' && len(before) > 1 {
			before = before[len(before)-1:]
		}
		for _, b := range before {
			if matchChain(rest, b) {
				return true
			}
		}
		return false
	}
	for p := n.parent; p != nil; p = p.parent {
		if matchChain(rest, p) {
			return true
		}
	}
	return false
}

// before lists the earlier siblings of an element.
func (n *node) before() []*node {
	if n.parent == nil {
		return nil
	}
	for i, k := range n.parent.kids {
		if k == n {
			return n.parent.kids[:i]
		}
	}
	return nil
}
