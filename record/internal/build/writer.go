package build

import (
	"io"

	"kydai/record"
)

// NewWriter returns the function for the field NewWriter of a Format. The parameter text is a
// function that formats one game.
func NewWriter(text func(g *record.Game, o record.WriteOptions) (string, error)) func(io.Writer, record.WriteOptions) record.Writer {
	return func(out io.Writer, o record.WriteOptions) record.Writer { return &writer{out, o, text} }
}

type writer struct {
	out  io.Writer
	opts record.WriteOptions
	text func(*record.Game, record.WriteOptions) (string, error)
}

// Write writes one game. If the game cannot be formatted, nothing is written.
func (w *writer) Write(g *record.Game) error {
	text, err := w.text(g, w.opts)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w.out, text)
	return err
}
