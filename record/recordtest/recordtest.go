// Package recordtest contains code that the tests of all record formats share: random records,
// readers and writers that fail the test on an error, and the fuzz test that every format runs.
package recordtest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games"
	"kydai/record"
	"kydai/record/formats"
)

// Reader opens a reader on a text.
func Reader(t *testing.T, format, text string, rules game.Rules) record.Reader {
	t.Helper()
	r, err := formats.NewReader(format, strings.NewReader(text), record.ReadOptions{Rules: rules, Find: Find})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Tree formats the tree of a game in a notation that only the tests use. Tests can therefore detect
// an error that a reader and its writer have in common.
func Tree(g *record.Game) string {
	var b strings.Builder
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return err.Error()
	}
	var walk func(n *record.Node, p game.Position)
	walk = func(n *record.Node, p game.Position) {
		fmt.Fprintf(&b, "%s", strings.Join(append([]string{""}, n.After...), "|"))
		for i, next := range n.Next {
			if i > 0 {
				b.WriteString(" <")
			}
			b.WriteString(" " + strings.Join(append(next.Before, ""), "~") + p.Encode(next.Move))
			for _, nag := range next.NAGs {
				fmt.Fprintf(&b, "$%d", nag)
			}
			if i == 0 && len(n.Next) > 1 {
				b.WriteString(" ")
			}
			walk(next, p.Play(next.Move))
			if i > 0 {
				b.WriteString(">")
			}
		}
	}
	walk(&g.Root, start)
	return strings.TrimSpace(b.String())
}

// Next reads one game, which must be broken, and returns the part that was read and the error.
func Next(t *testing.T, r record.Reader) (*record.Game, *record.Error) {
	t.Helper()
	g, err := r.Next()
	var e *record.Error
	if !errors.As(err, &e) {
		t.Fatalf("error is %v", err)
	}
	return g, e
}

// All lists all games, including examples.
var All = append(games.All(), games.Examples()...)

// Find finds rules by the name of their game.
func Find(name string) (game.Rules, bool) {
	for _, r := range All {
		if r.Info().Name == name {
			return r, true
		}
	}
	return nil, false
}

// ReadAll reads every game and fails the test on the first error.
func ReadAll(t *testing.T, format, text string, rules game.Rules) []*record.Game {
	t.Helper()
	r, err := formats.NewReader(format, strings.NewReader(text), record.ReadOptions{Rules: rules, Find: Find})
	if err != nil {
		t.Fatal(err)
	}
	var list []*record.Game
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%v\nin\n%s", err, text)
		}
		list = append(list, g)
	}
}

// Write writes the games of list and returns the text.
func Write(t *testing.T, format string, o record.WriteOptions, list ...*record.Game) string {
	t.Helper()
	var b bytes.Buffer
	w, err := formats.NewWriter(format, &b, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range list {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// Each calls f with every node of a tree.
func Each(n *record.Node, f func(*record.Node)) {
	for todo := []*record.Node{n}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], at.Next...)
		f(at)
	}
}
