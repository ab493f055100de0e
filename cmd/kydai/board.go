package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kydai/game"
)

// ANSI escape codes for colours.
const (
	reset     = "\x1b[0m"
	bold      = "\x1b[1m"
	faint     = "\x1b[2m"
	firstInk  = "\x1b[1;33m"
	secondInk = "\x1b[1;36m"
	markPaper = "\x1b[41m"
	lastPaper = "\x1b[7m"
)

// board draws a position as a grid of letters. It works for every game.
type board struct {
	info   game.Info
	grid   game.Grid
	color  bool
	to     map[int]bool // indexes of the target squares of the last move
	from   map[int]bool
	marked map[int]bool
}

func newBoard(in game.Info, g game.Grid, color bool) *board {
	return &board{info: in, grid: g, color: color, to: map[int]bool{}, from: map[int]bool{}, marked: map[int]bool{}}
}

// mark stores the squares that draw highlights: the squares of the last move, and the squares that
// the position marks.
func (b *board) mark(line *game.Line) {
	if n := line.Ply(); n > 0 {
		m := line.Move(n - 1)
		b.to[int(m.To())] = true
		b.from[int(m.From())] = true
	}
	for _, m := range game.MarksOf(line.Position()) {
		for _, s := range m.Squares {
			b.marked[int(s)] = true
		}
	}
}

// draw returns the board as text, with the ranks from top to bottom and with coordinates.
func (b *board) draw() string {
	var out strings.Builder
	w, wide := b.grid.Width, b.cellWidth()
	frame := strings.Repeat("─", w*(wide+1)+1)
	if !b.info.Points {
		fmt.Fprintf(&out, "    ┌%s┐\n", frame)
	}
	for rank := b.grid.Height - 1; rank >= 0; rank-- {
		edge := "│"
		if b.info.Points {
			edge = " "
		}
		row := edge
		for file := range w {
			row += b.gap(rank, file) + b.cell(rank, file, wide)
		}
		row += b.gap(rank, w) + edge
		fmt.Fprintf(&out, " %2s %s\n", rankName(b.info, rank), strings.TrimRight(row, " "))
	}
	if !b.info.Points {
		fmt.Fprintf(&out, "    └%s┘\n", frame)
	}
	row := "    "
	for file := range w {
		row += fmt.Sprintf(" %*s", wide, fileName(file))
	}
	fmt.Fprintf(&out, " %s\n", strings.TrimRight(row, " "))
	return out.String()
}

// cellWidth returns the width of the longest piece letter, which is 1 in most games.
func (b *board) cellWidth() int {
	wide := 1
	for _, c := range b.grid.Cells {
		wide = max(wide, utf8.RuneCountInString(c))
	}
	return wide
}

// gap returns the character to print before the square at this file and rank: a bracket next to a
// square of the last move, a grid line, or a space.
func (b *board) gap(rank, file int) string {
	left, right := rank*b.grid.Width+file-1, rank*b.grid.Width+file
	hasLeft, hasRight := file > 0, file < b.grid.Width
	switch {
	case hasLeft && b.to[left]:
		return "]"
	case hasRight && b.to[right]:
		return "["
	case hasLeft && b.from[left]:
		return ")"
	case hasRight && b.from[right]:
		return "("
	case b.info.Points && hasLeft && hasRight:
		return b.ink(faint, "─")
	}
	return " "
}

func (b *board) cell(rank, file, wide int) string {
	sq := rank*b.grid.Width + file
	text := b.grid.Cells[sq]
	if text == "" {
		return b.empty(rank, file, wide)
	}
	ink := secondInk
	if r, _ := utf8.DecodeRuneInString(text); unicode.IsUpper(r) {
		ink = firstInk
	}
	switch {
	case b.marked[sq]:
		ink += markPaper
	case b.to[sq]:
		ink += lastPaper
	}
	return b.ink(ink, text) + strings.Repeat(" ", wide-utf8.RuneCountInString(text))
}

func (b *board) empty(rank, file, wide int) string {
	if !b.info.Points {
		return b.ink(faint, "·") + strings.Repeat(" ", wide-1)
	}
	const crossings = "└┴┘├┼┤┌┬┐"
	row, col := 1, 1
	switch rank {
	case 0:
		row = 0
	case b.grid.Height - 1:
		row = 2
	}
	switch file {
	case 0:
		col = 0
	case b.grid.Width - 1:
		col = 2
	}
	line := ""
	if wide > 1 && col < 2 {
		line = strings.Repeat("─", wide-1)
	}
	return b.ink(faint, string([]rune(crossings)[row*3+col])+line)
}

func (b *board) ink(code, text string) string {
	if !b.color {
		return text
	}
	return code + text + reset
}

// fileName returns the letter of a file: a, b, c and so on.
func fileName(file int) string { return string(rune('a' + file)) }

func rankName(in game.Info, rank int) string {
	if !in.RankZero {
		rank++
	}
	return strconv.Itoa(rank)
}
