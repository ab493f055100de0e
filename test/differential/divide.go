package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"kydai/game"
)

// Depths to which move sequences are counted (perft): deepDepth in positions with at most deepMoves
// moves, usualDepth in all other positions.
const (
	usualDepth = 3
	deepDepth  = 4
	deepMoves  = 12
)

// engine is a running UCI engine that supports "go perft".
type engine struct {
	in    io.Writer
	lines *bufio.Scanner
	wait  func() error
}

func startEngine(ctx context.Context, program, variant string) (*engine, error) {
	cmd := exec.CommandContext(ctx, program)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	e := &engine{in: in, lines: bufio.NewScanner(out), wait: cmd.Wait}
	if err := e.send(fmt.Sprintf("uci\nsetoption name UCI_Chess960 value %t\nisready", variant == "960")); err != nil {
		return nil, err
	}
	for e.lines.Scan() {
		if e.lines.Text() == "readyok" {
			return e, nil
		}
	}
	return nil, fmt.Errorf("%s does not answer: %w", program, e.gone())
}

func (e *engine) send(lines string) error {
	_, err := io.WriteString(e.in, lines+"\n")
	return err
}

func (e *engine) gone() error {
	if err := e.lines.Err(); err != nil {
		return err
	}
	return io.ErrUnexpectedEOF
}

func (e *engine) close() error {
	if err := e.send("quit"); err != nil {
		return err
	}
	return e.wait()
}

// divide asks the engine for the number of move sequences (perft) after each legal move.
func (e *engine) divide(position string, depth int) (map[string]uint64, error) {
	if err := e.send(fmt.Sprintf("position fen %s\ngo perft %d", position, depth)); err != nil {
		return nil, err
	}
	counts := map[string]uint64{}
	for e.lines.Scan() {
		name, value, ok := strings.Cut(e.lines.Text(), ": ")
		if !ok {
			continue
		}
		if name == "Nodes searched" {
			return counts, nil
		}
		if n, err := strconv.ParseUint(value, 10, 64); err == nil {
			counts[name] = n
		}
	}
	return nil, e.gone()
}

// counter is implemented by positions that can count move sequences (perft) themselves. Perft also
// counts moves after a draw by insufficient material, as other engines do. Position.Legal returns
// no moves in such positions.
type counter interface{ Perft(depth int) uint64 }

// divide computes kydai's own number of move sequences (perft) after each legal move. It uses the
// rules, and Perft only in positions that are drawn by insufficient material.
func divide(p game.Position, depth int) map[string]uint64 {
	counts := map[string]uint64{}
	for _, m := range p.Legal() {
		counts[p.Encode(m)] = lines(p.Play(m), depth-1)
	}
	return counts
}

func lines(p game.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	legal := p.Legal()
	if len(legal) == 0 && p.Outcome().Why == game.Material {
		if c, ok := p.(counter); ok {
			return c.Perft(depth)
		}
	}
	if depth == 1 {
		return uint64(len(legal))
	}
	n := uint64(0)
	for _, m := range legal {
		n += lines(p.Play(m), depth-1)
	}
	return n
}

// divideAll compares the move sequence counts (perft divide) of kydai and an engine in the given
// number of positions, each from a different game. It returns an error if any count differs.
func divideAll(w *walker, count int, program string, limit time.Duration, f *fault) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	e, err := startEngine(ctx, program, w.campaign.variant)
	if err != nil {
		return err
	}
	t := tally{depths: map[int]int{}}
	for games := 0; t.positions < count; games++ {
		if games > 10*count+patience {
			return fmt.Errorf("only %d positions found", t.positions)
		}
		p, err := w.somewhere()
		if err != nil {
			return err
		}
		if err := t.compare(e, p, f); err != nil {
			return err
		}
	}
	if err := e.close(); err != nil {
		return err
	}
	fmt.Printf("%s %s: %d divides compared (by depth %v), %d moves, %d lines of play, %d differences; %d faults seeded\n",
		w.campaign.game, w.campaign.variant, t.positions, t.depths, t.moves, t.nodes, t.differences, f.made)
	if t.differences > 0 {
		return fmt.Errorf("%d divides differ", t.differences)
	}
	return nil
}

// somewhere returns a random position of a new game; nil if no position of the game has a legal
// move.
func (w *walker) somewhere() (game.Position, error) {
	var last game.Position
	met := 0
	err := w.play(func(p game.Position, legal []game.Move, _ string) bool {
		if met++; len(legal) > 0 && w.rng.IntN(met) == 0 { // reservoir sampling: each position is chosen with equal probability
			last = p
		}
		return true
	})
	return last, err
}

// tally counts the compared data.
type tally struct {
	positions, moves, differences int
	nodes                         uint64
	depths                        map[int]int
}

func (t *tally) compare(e *engine, p game.Position, f *fault) error {
	if p == nil {
		return nil
	}
	depth := usualDepth
	if len(p.Legal()) <= deepMoves {
		depth = deepDepth
	}
	ours := divide(p, depth)
	if f.kind == "drop" && f.due(10) {
		ours[slices.Min(slices.Collect(maps.Keys(ours)))]++
	}
	theirs, err := e.divide(p.String(), depth)
	if err != nil {
		return fmt.Errorf("%s: %w", p, err)
	}
	t.positions++
	t.depths[depth]++
	t.moves += len(ours)
	for _, n := range ours {
		t.nodes += n
	}
	if maps.Equal(ours, theirs) {
		return nil
	}
	t.differences++
	fmt.Fprintf(os.Stderr, "DIFFERENCE at depth %d: %s\n", depth, p)
	for _, code := range slices.Sorted(maps.Keys(ours)) {
		if n, ok := theirs[code]; !ok || n != ours[code] {
			fmt.Fprintf(os.Stderr, "  %s: ours %d, theirs %d\n", code, ours[code], n)
		}
	}
	for _, code := range slices.Sorted(maps.Keys(theirs)) {
		if _, ok := ours[code]; !ok {
			fmt.Fprintf(os.Stderr, "  %s: ours not legal, theirs %d\n", code, theirs[code])
		}
	}
	return nil
}
