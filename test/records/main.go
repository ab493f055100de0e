// Command records writes a PGN file of random games and reads such a file. run.sh compares the
// speed with that of other programs on the same file.
package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"

	"kydai/game"
	"kydai/games/chess"
	"kydai/record"
	"kydai/record/formats"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "make":
		n, err := strconv.Atoi(args[1])
		if err != nil {
			return err
		}
		return makeGames(n, os.Stdout)
	case len(args) == 1 && args[0] == "read":
		return readGames(os.Stdin)
	}
	return errors.New("usage: records make GAMES >FILE, records read <FILE")
}

// makeGames writes random games of up to 160 plies.
func makeGames(n int, out io.Writer) error {
	rng := rand.New(rand.NewPCG(1, 2))
	w, err := formats.NewWriter("pgn", out, record.WriteOptions{})
	if err != nil {
		return err
	}
	for range n {
		l, err := game.NewLine(chess.Rules{}, game.Setup{})
		if err != nil {
			return err
		}
		for l.Ply() < 160 {
			legal := l.Legal()
			if len(legal) == 0 {
				break
			}
			if err := l.Push(legal[rng.IntN(len(legal))]); err != nil {
				return err
			}
		}
		if err := w.Write(record.FromLine(l)); err != nil {
			return err
		}
	}
	return nil
}

// readGames reads the games and prints the numbers of games and plies, and the last
// position.
func readGames(in io.Reader) error {
	r, err := formats.NewReader("pgn", in, record.ReadOptions{Rules: chess.Rules{}})
	if err != nil {
		return err
	}
	games, plies, last := 0, 0, ""
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			fmt.Println(games, plies, last)
			return nil
		}
		if err != nil {
			return err
		}
		main := g.Main()
		games, plies = games+1, plies+len(main)
		p, err := g.Rules.New(g.Setup)
		if err != nil {
			return err
		}
		for _, n := range main {
			p = p.Play(n.Move)
		}
		last = p.String()
	}
}
