package text

import (
	"io"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

// reader reads plain text: optional headers "Key: value", then codes with or without move
// numbers. A blank line or a result ends a game.
type reader struct {
	build.Lines
	opts    record.ReadOptions
	rules   game.Rules
	started bool
	said    string // notation of the moves, from the reader's options or from a header
	from    int    // index of the byte in the current line at which reading continues
}

func newReader(in io.Reader, o record.ReadOptions) (record.Reader, error) {
	if o.Rules == nil && o.Find == nil {
		return nil, o.NeedRules()
	}
	return &reader{Lines: build.Lines{In: scan.New(in)}, opts: o}, nil
}

// Next implements Reader.
func (r *reader) Next() (*record.Game, error) {
	if !r.Begin() {
		return nil, io.EOF
	}
	r.started, r.rules, r.said = false, r.opts.Rules, r.opts.Notation
	err := r.game()
	if r.Game == nil && err == nil {
		return nil, io.EOF
	}
	if err == nil && !r.started {
		err = r.start()
	}
	g := r.Kept()
	if err != nil {
		r.from = 0
		r.SkipTo(func(_ string, afterBlank bool) bool { return afterBlank })
	}
	return g, err
}

func (r *reader) game() error {
	blank := true // true if the current line is the first line or follows a blank line
	for r.More() {
		line := scan.Clean(r.Line)
		head := headerLine.FindStringSubmatch(line)
		switch {
		case line == "":
			if r.started {
				return nil
			}
			blank = true
			continue
		case r.from == 0 && line[0] == '#':
			continue
		case head != nil && r.from == 0:
			if r.started || r.Game != nil && blank {
				r.Again = true
				return nil
			}
			if err := r.header(scan.Clean(head[1]), scan.Clean(head[2])); err != nil {
				return r.Fail(line, 0, err)
			}
		default:
			if done, err := r.moves(); done || err != nil {
				return err
			}
		}
		blank = false
	}
	return r.Broken()
}

// begun creates the game when its first header or move is read.
func (r *reader) begun() error {
	if r.Game != nil {
		return nil
	}
	if r.rules == nil {
		return game.Err(record.WrongGame, "the record does not say which game it is")
	}
	r.Game = &record.Game{Rules: r.rules, Result: record.Unknown}
	return nil
}

func (r *reader) start() error {
	r.started = true
	if err := r.Builder.Start(r.Game, readsText(r.Game.Rules, r.said)); err != nil {
		return r.Fail(r.Game.Setup.Start, 0, err)
	}
	return nil
}

// readsText returns the MoveReader for plain text. It tries the program's own move codes such as
// e2e4 first, unless the parameter notation names a notation.
func readsText(rules game.Rules, notation string) build.MoveReader {
	mr := build.Reads(rules, notation)
	mr.CodeFirst = mr.CodeFirst || notation == ""
	return mr
}

func (r *reader) header(key, value string) error {
	if key == headerGame && r.Game == nil {
		rules, err := r.opts.Named(value)
		if err != nil {
			return err
		}
		r.rules = rules
		return r.begun()
	}
	if err := r.begun(); err != nil {
		return err
	}
	if value == "" || key == headerGame {
		return nil
	}
	if n, ok := build.NotationTag(r.rules, record.Tag{Name: key, Value: value}); ok {
		r.said = n
		return nil
	}
	if name, ok := strings.CutPrefix(key, headerOption); ok {
		key = build.OptionTag(strings.TrimSpace(name))
	}
	if key = headerName(key); key == headerStart {
		key = build.TagFEN
	}
	return build.TakeOnce(r.Game, record.Tag{Name: key, Value: value})
}

// moves reads the words of the current line. If it reaches the result of the game, it stops and
// returns true; it returns false if the line contains no result.
func (r *reader) moves() (done bool, err error) {
	if err := r.begun(); err != nil {
		return false, r.Fail(r.Line, 0, err)
	}
	if !r.started {
		if err := r.start(); err != nil {
			return false, err
		}
	}
	for {
		text, at, next := build.Word(r.Line, r.from, "")
		r.from = next
		if text == "" {
			r.from = 0
			return false, nil
		}
		if res, ok := record.ParseResult(text); ok {
			if res != record.Unknown {
				r.Game.Result = res
			}
			if rest, _, _ := build.Word(r.Line, next, ""); rest != "" {
				r.Again = true
			} else {
				r.from = 0
			}
			return true, nil
		}
		bad, err := r.Builder.PlayToken(text)
		if err != nil {
			bad, err = r.unglue(bad, err)
		}
		if err != nil {
			return false, r.Fail(bad, at, err)
		}
	}
}

// unglue plays several stones that are written without spaces, such as h8h9i8. It is called if the
// text could not be read as one move. If a stone cannot be placed, unglue returns the text that
// failed and the error.
func (r *reader) unglue(text string, err error) (string, error) {
	for played := false; ; played = true {
		part := text
		for i := 1; i < len(text); i++ {
			if isDigit(text[i-1]) && !isDigit(text[i]) {
				part = text[:i]
				break
			}
		}
		m, partErr := r.Builder.Cur.Pos.Decode(part)
		switch {
		case partErr != nil && played:
			return part, partErr
		case partErr != nil || m.From() != game.NoSquare:
			return text, err
		}
		if partErr = r.Builder.Push(m); partErr != nil {
			return part, partErr
		}
		if text = text[len(part):]; text == "" {
			return "", nil
		}
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
