package build

import (
	"strings"

	"kydai/record"
	"kydai/record/internal/scan"
)

// Lines contains the code that the readers of line-based formats share.
type Lines struct {
	In      *scan.Input
	Builder Builder
	Game    *record.Game
	count   int    // number of games begun
	Line    string // current line
	Again   bool   // true if More must return the current line again instead of reading a new line
	began   int64  // offset of the current line in the stream
}

// Begin starts a new game. It returns false if the stream has failed before.
func (r *Lines) Begin() bool {
	if !r.In.Mark() {
		return false
	}
	r.count++
	r.Game, r.Builder.Cur = nil, Branch{}
	return true
}

// More reads the next line into Line. It returns false at the end of the stream.
func (r *Lines) More() bool {
	if r.Again {
		r.Again = false
		return true
	}
	from := r.In.Offset
	line, ok := r.In.ReadLine()
	if ok {
		r.Line, r.began = line, from
	}
	return ok && r.In.Err == nil
}

// row returns the number of the current line.
func (r *Lines) row() int {
	if r.In.Col == 1 && r.In.Line > 1 {
		return r.In.Line - 1
	}
	return r.In.Line
}

// Fail returns err with its place in the current line. If err is nil, it returns nil.
func (r *Lines) Fail(token string, col int, err error) error {
	return r.Builder.Fail(r.count, token, scan.Place{Line: r.row(), Col: col + 1, Offset: r.began + int64(col)}, err)
}

// Broken returns the error of a stream that failed or of a game that is too long.
func (r *Lines) Broken() error { return r.Fail("", len(r.Line), r.In.Err) }

// Kept returns the part of a broken game that was read, or nil.
func (r *Lines) Kept() *record.Game {
	if r.Builder.Cur.Pos != nil {
		r.Builder.Finish()
	}
	return r.Game
}

// SkipTo skips lines until the function start returns true for a line.
func (r *Lines) SkipTo(start func(head string, afterBlank bool) bool) {
	if r.Again && start(r.Line, true) {
		return
	}
	r.Again = false
	r.In.SkipTo(start)
}

// Word returns the next word of a line from byte i on, the index at which the word begins, and the
// index after it. Each byte that the parameter stop contains is a separate word.
func Word(line string, i int, stop string) (text string, at, next int) {
	for i < len(line) && scan.IsSpace(line[i]) {
		i++
	}
	at = i
	for i < len(line) && !scan.IsSpace(line[i]) {
		if strings.IndexByte(stop, line[i]) >= 0 {
			if i == at {
				i++
			}
			break
		}
		i++
	}
	return line[at:i], at, i
}
