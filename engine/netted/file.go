//go:build !js

package netted

import (
	"errors"
	"io/fs"
	"os"

	"kydai/engine"
	"kydai/engine/nnue"
	"kydai/game"
)

const optEvalFile = "EvalFile"

// Values of the option EvalFile that name no file.
const (
	valueDefault = ""          // the net that comes with the program if nets are fast, otherwise by hand
	valueEmpty   = "<empty>"   // the same: UCI writes an empty value like this
	valueNone    = "<none>"    // by hand
	valueHand    = "hand"      // by hand
	valueShipped = "<shipped>" // the net that comes with the program, also if nets are slow here
)

var _ engine.Adjustable = (*Engine)(nil)

// New creates an engine that evaluates with the net that comes with the program. It evaluates by hand
// if there is no such net, or if the processor has no vector instructions for nets.
func New(g Game) *Engine {
	if nnue.Fast() {
		return NewShipped(g)
	}
	return newHand(g)
}

// NewShipped creates an engine that evaluates with the net that comes with the program, also if nets
// are slow on this processor, so that it searches the same positions everywhere. It evaluates by hand
// if there is no such net.
func NewShipped(g Game) *Engine {
	e := newHand(g)
	if net := g.shipped(); net != nil {
		if err := e.Use(net); err != nil {
			panic(err) // the net is a part of the program, and a test creates this engine
		}
	}
	return e
}

func (g *Game) shipped() *nnue.Net {
	if g.Shipped == nil {
		return nil
	}
	return g.Shipped()
}

// Shipped reads the net that comes with the program, the file shipped/default.net of a game's engine.
// It returns nil if there is no such file.
func Shipped(files fs.FS) *nnue.Net {
	file, err := fs.ReadFile(files, "shipped/default.net")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		var net *nnue.Net
		if net, err = nnue.Parse(file); err == nil {
			return net
		}
	}
	panic(err) // the file is a part of the program, and a test reads it
}

// Options lists the options that SetOption accepts.
func (e *Engine) Options() []engine.Option {
	return append(e.Engine.Options(), engine.Option{Name: optEvalFile, Kind: "string", Default: valueEmpty})
}

// SetOption sets an option by name. It returns an error if the name or the value is invalid, or if
// the net file cannot be read. The values of EvalFile are the name of a file; "hand" or "<none>" for
// the evaluation by hand; "<shipped>" for the net that comes with the program; and "" for that net
// where nets are fast, otherwise by hand.
func (e *Engine) SetOption(name, value string) error {
	if name != optEvalFile {
		return e.Engine.SetOption(name, value)
	}
	switch value {
	case valueDefault, valueEmpty:
		e.adopt(New(e.game).start)
	case valueNone, valueHand:
		e.adopt(e.game.Hand)
	case valueShipped:
		if e.game.shipped() == nil {
			return game.Err("bad-option", "no net of ", e.game.Name, " comes with the program")
		}
		e.adopt(NewShipped(e.game).start)
	default:
		return e.load(value)
	}
	return nil
}

// load makes the engine evaluate with the net in a file.
func (e *Engine) load(name string) error {
	f, err := os.Open(name) //nolint:gosec // the file that the user of the engine names
	if err != nil {
		return game.Err("bad-option", "the net ", name, " cannot be opened")
	}
	defer f.Close() //nolint:errcheck // read-only
	net, err := nnue.Read(f)
	if err != nil {
		return err
	}
	return e.Use(net)
}
