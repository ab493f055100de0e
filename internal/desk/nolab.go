//go:build !lab && js

package desk

import (
	"kydai/engine"
	"kydai/game"
)

// In a module that is built without the lab, these functions replace the lab's algorithms, which
// would make the module a tenth larger.

var errNoLab = game.Err("no-lab", "this module was built without the lab")

func labTexts(*Desk, *game.Line, Request) ([]string, error) { return nil, errNoLab }

func count(Game, *game.Line, Request) (*Counted, error) { return nil, errNoLab }

func tree(Game, *game.Line, Request) (*Branch, *Counted, error) { return nil, nil, errNoLab }

func byAlgorithm(*Desk, *game.Line, Request) (engine.Engine, error) { return nil, errNoLab }
