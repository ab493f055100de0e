//go:build !lab && js

package offline

import (
	"kydai/engine"
	"kydai/game"
)

// The module for a page without the lab leaves its algorithms out: they would
// make it a tenth larger.

const labNodes = 0

var errNoLab = game.Err("no-lab", "this module was built without the lab")

func count(*game.Line, Request) (*Counted, error) { return nil, errNoLab }

func tree(*game.Line, Request) (*Branch, *Counted, error) { return nil, nil, errNoLab }

func byAlgorithm(*game.Line, Request) (engine.Engine, error) { return nil, errNoLab }
