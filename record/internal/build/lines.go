package build

import (
	"strings"

	"kydai/record"
	"kydai/record/internal/scan"
)

// Lines is what the readers of simple, line by line formats share.
type Lines struct {
	In      *scan.Input
	Builder Builder
	Game    *record.Game
	count   int    // games begun
	Line    string // the present line
	Again   bool   // the present line is to be read once more
	began   int64  // offset of the present line
}

// Begin starts a new game; false if the stream has failed before.
func (r *Lines) Begin() bool {
	if !r.In.Mark() {
		return false
	}
	r.count++
	r.Game, r.Builder.Cur = nil, Branch{}
	return true
}

// More makes the next line the present one; false at the end.
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

// row is the number of the present line.
func (r *Lines) row() int {
	if r.In.Col == 1 && r.In.Line > 1 {
		return r.In.Line - 1
	}
	return r.In.Line
}

// Fail gives err its place in the present line; nil stays nil.
func (r *Lines) Fail(token string, col int, err error) error {
	return r.Builder.Fail(r.count, token, scan.Place{Line: r.row(), Col: col + 1, Offset: r.began + int64(col)}, err)
}

// Broken reports a stream that failed or a game that is too long.
func (r *Lines) Broken() error { return r.Fail("", len(r.Line), r.In.Err) }

// Kept closes what was read of a game, if there was one.
func (r *Lines) Kept() *record.Game {
	if r.Builder.Cur.Pos != nil {
		r.Builder.Finish()
	}
	return r.Game
}

// SkipTo drops lines until start accepts one.
func (r *Lines) SkipTo(start func(head string, afterBlank bool) bool) {
	if r.Again && start(r.Line, true) {
		return
	}
	r.Again = false
	r.In.SkipTo(start)
}

// Word returns the next word of line from byte i on, where it begins, and
// where to go on. Bytes in stop are words of their own.
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
