package record

import (
	"slices"

	"kydai/game"
)

// Game is one recorded game.
type Game struct {
	Tags   []Tag // tags in file order, except those whose values are in Setup or Result or come from the rules
	Rules  game.Rules
	Setup  game.Setup
	Root   Node // root of the tree, before the first move; Root.After holds comments on the start position
	Result Result
}

// Tag is a name and a value with information about the game, such as the name of a player.
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Node is a move in the tree, with its comments and annotation signs.
type Node struct {
	Move   game.Move // complete move; NoMove at the root
	Before []string  // comments before the move
	After  []string  // comments after the move
	NAGs   []int     // numeric annotation glyphs, 0 to 255
	Next   []*Node   // nodes of the moves that follow: the main continuation first, then the variations
}

// Result is the result of a game in the form used in records.
type Result string

// The results. The empty Result means Unknown.
const (
	FirstWins  Result = "1-0"
	SecondWins Result = "0-1"
	Drawn      Result = "1/2-1/2"
	Unknown    Result = "*"
)

// ResultOf converts an outcome to a Result.
func ResultOf(o game.Outcome) Result {
	switch {
	case !o.Over():
		return Unknown
	case o.Winner == game.First:
		return FirstWins
	case o.Winner == game.Second:
		return SecondWins
	}
	return Drawn
}

// Known returns r, or Unknown if r is empty.
func (r Result) Known() Result {
	if r == "" {
		return Unknown
	}
	return r
}

// ParseResult parses a result as people write it.
func ParseResult(s string) (Result, bool) {
	switch s {
	case "*":
		return Unknown, true
	case "1-0":
		return FirstWins, true
	case "0-1":
		return SecondWins, true
	case "1/2-1/2", "1/2", "½-½":
		return Drawn, true
	}
	return Unknown, false
}

// Add appends a move to the continuations of n and returns its node; the first continuation is
// the main line. The move must be complete and belong to the position after n.
func (n *Node) Add(m game.Move) *Node {
	next := &Node{Move: m}
	n.Next = append(n.Next, next)
	return next
}

// Main lists the nodes of the main line, without the root.
func (g *Game) Main() []*Node {
	var line []*Node
	for n := &g.Root; len(n.Next) > 0; {
		n = n.Next[0]
		line = append(line, n)
	}
	return line
}

// Tag returns the value of the first tag with the given name, or "" if there is no such tag.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag sets the first tag with that name, or adds a tag.
func (g *Game) SetTag(name, value string) {
	for i := range g.Tags {
		if g.Tags[i].Name == name {
			g.Tags[i].Value = value
			return
		}
	}
	g.Tags = append(g.Tags, Tag{name, value})
}

// SetPlayers sets the tags for the names of the players, first side first. The tags are named
// after the sides of the game: White and Black, Red and Black, X and O.
func (g *Game) SetPlayers(names [2]string) {
	for i, tag := range SideTags(g.Rules.Info()) {
		g.SetTag(tag, names[i])
	}
}

// FromLine creates the record of a line. The record contains the line's secret, which is the list
// of its hidden pieces. Writers write the secret only if WriteOptions.OpenSecret is set.
func FromLine(l *game.Line) *Game {
	g := &Game{Rules: l.Rules(), Setup: l.Setup(), Result: ResultOf(l.Outcome())}
	at := &g.Root
	for i := range l.Ply() {
		at = at.Add(l.Move(i))
	}
	if out := l.Outcome(); out.Over() {
		g.SetTag("Termination", string(out.Why))
	}
	return g
}

// Line plays the moves of the main line. If a move cannot be played, for example because the game
// has already ended by the rules, it returns the
// line up to that point and an *Error.
func (g *Game) Line() (*game.Line, error) {
	l, err := game.NewLine(g.Rules, g.Setup)
	if err != nil {
		return nil, NewError(g.Setup.Start, err)
	}
	for _, n := range g.Main() {
		if err := l.Push(n.Move); err != nil {
			p := l.Position()
			e := NewError(p.Encode(n.Move), err)
			e.Ply, e.Position = l.Ply(), p.String()
			return l, e
		}
	}
	return l, nil
}

// View returns the record as side s may know it. It omits the secret, which lists the hidden
// pieces, and the variations, because variations would reveal face-down pieces. A record of a game
// without hidden pieces is returned unchanged.
func (g *Game) View(s game.Side) (*Game, error) {
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return nil, err
	}
	if _, hidden := start.(game.Hidden); !hidden {
		return g, nil
	}
	v := &Game{Tags: g.Tags, Rules: g.Rules, Result: g.Result}
	v.Setup = game.Setup{Start: g.Setup.Start, Options: map[string]string{}}
	for name, value := range g.Setup.Options {
		v.Setup.Options[name] = value
	}
	v.Setup.Options[game.ViewOption] = s.String()
	v.Root.After = g.Root.After
	p, at := start, &v.Root
	for _, n := range g.Main() {
		at = at.Add(game.SeenBy(p, n.Move, s))
		at.Before, at.After, at.NAGs = n.Before, n.After, n.NAGs
		p = p.Play(n.Move)
	}
	return v, nil
}

// Equal reports whether two records have the same contents. The order of tags matters, except for
// the tags of the Roster. A missing option equals its default value.
func (g *Game) Equal(h *Game) bool {
	in := g.Rules.Info()
	if in.Name != h.Rules.Info().Name || g.Result.Known() != h.Result.Known() ||
		g.Setup.Start != h.Setup.Start || g.Setup.Secret != h.Setup.Secret {
		return false
	}
	for _, s := range []game.Setup{g.Setup, h.Setup} {
		for name := range s.Options {
			if in.Lookup(g.Setup, name) != in.Lookup(h.Setup, name) {
				return false
			}
		}
	}
	return slices.Equal(RosterFirst(in, g.Tags), RosterFirst(in, h.Tags)) && equalTrees(&g.Root, &h.Root)
}

// equalTrees uses its own stack instead of recursion, because main lines are long.
func equalTrees(a, b *Node) bool {
	todo := [][2]*Node{{a, b}}
	for len(todo) > 0 {
		x, y := todo[len(todo)-1][0], todo[len(todo)-1][1]
		todo = todo[:len(todo)-1]
		if x.Move != y.Move || len(x.Next) != len(y.Next) || !slices.Equal(x.NAGs, y.NAGs) ||
			!slices.Equal(x.Before, y.Before) || !slices.Equal(x.After, y.After) {
			return false
		}
		for i := range x.Next {
			todo = append(todo, [2]*Node{x.Next[i], y.Next[i]})
		}
	}
	return true
}
