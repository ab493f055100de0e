package main

import (
	"flag"
	"fmt"
	"strings"

	"kydai/game"
)

func showCommand() command {
	return command{
		name:  "show",
		args:  "GAME [flags]",
		short: "draw a position in the terminal",
		long: `Draws the board and prints whose turn it is. Pieces of the first side are capital
letters. [Brackets] mark the target square of the last move, (parentheses) its
start square. Hidden pieces are shown as a spectator sees them.`,
		examples: func() []string {
			list := []string{"kydai show " + exampleGame(1)}
			for i, r := range allGames() {
				if _, deals := r.(game.Dealer); deals {
					list = append(list, fmt.Sprintf("kydai show %s --seed 7 --moves %q", r.Info().Name, exampleMoves(r, 7, 2)))
				} else if i == 0 {
					list = append(list, fmt.Sprintf("kydai show %s --moves %q", r.Info().Name, exampleMoves(r, 0, 2)))
				}
			}
			return list
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			var from start
			from.bind(fs)
			return func(a *app, args []string) error { return a.show(args, &from) }
		},
	}
}

func (a *app) show(args []string, from *start) error {
	if len(args) != 1 {
		return usage("show", "show needs a game")
	}
	r, err := findGame("show", args[0])
	if err != nil {
		return err
	}
	line, err := from.line("show", r)
	if err != nil {
		return err
	}
	if from.options[game.ViewOption] == "" {
		line = line.View(game.NoSide) // only public information: the last move may have revealed a piece to one side only
	}
	in, p := r.Info(), line.Position()
	if grid, ok := game.GridOf(p); ok {
		b := newBoard(in, grid, a.color)
		b.mark(line)
		a.printf("%s\n", b.draw())
	}
	a.facts(in, line)
	return nil
}

// facts prints the lines below the board: the last move, the side to move or the result, and the
// position as text.
func (a *app) facts(in game.Info, line *game.Line) {
	p := line.Position()
	if n := line.Ply(); n > 0 {
		a.field("last move", lastMove(line))
	}
	for _, m := range game.MarksOf(p) {
		a.field(m.Kind, markText(in, p, m))
	}
	if o := line.Outcome(); o.Over() {
		a.field("result", outcomeText(in, o))
	} else {
		legal := line.Legal()
		a.field("to move", fmt.Sprintf("%s, %s", sideName(in, p.Turn()), plural(len(legal), "legal move")))
		if choices := offBoard(p, legal); len(choices) > 0 {
			a.field("choices", strings.Join(choices, " "))
		}
		if c := game.ClaimOf(line); c.Over() {
			a.field("claim", "a draw may be claimed: "+spoken(string(c.Why)))
		}
	}
	a.field("position", p.String())
}

// lastMove returns the last move as a code and, if the game has one, in its
// default notation.
func lastMove(line *game.Line) string {
	last := line.Ply() - 1
	before, m := line.At(last), line.Move(last)
	text := before.Encode(m)
	if n, ok := game.NotationOf(line.Rules(), ""); ok {
		if written := n.Write(before, m); written != text {
			text += " (" + written + ")"
		}
	}
	return text
}

// offBoard lists the codes of legal moves that have no target square, such as a pass.
func offBoard(p game.Position, legal []game.Move) []string {
	var codes []string
	for _, m := range legal {
		if !m.OnBoard() {
			codes = append(codes, p.Encode(m))
		}
	}
	return codes
}

func markText(in game.Info, p game.Position, m game.Mark) string {
	width := in.Width
	if g, ok := game.GridOf(p); ok {
		width = g.Width
	}
	text := squareNames(in, width, m.Squares)
	if len(m.Because) > 0 {
		text += " because of " + squareNames(in, width, m.Because)
	}
	return text
}

func squareNames(in game.Info, width int, squares []game.Square) string {
	names := make([]string, 0, len(squares))
	for _, s := range squares {
		names = append(names, fileName(int(s)%width)+rankName(in, int(s)/width))
	}
	return strings.Join(names, " ")
}

func sideName(in game.Info, s game.Side) string {
	if s == game.NoSide {
		return "nobody"
	}
	return in.Sides[s.Index()]
}

// outcomeText describes the result of a game.
func outcomeText(in game.Info, o game.Outcome) string {
	why := spoken(string(o.Why))
	if o.Winner == game.NoSide {
		return "draw, " + why
	}
	return sideName(in, o.Winner) + " wins, " + why
}

// spoken converts a code such as "draw-agreed" to words.
func spoken(code string) string { return strings.ReplaceAll(code, "-", " ") }

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
