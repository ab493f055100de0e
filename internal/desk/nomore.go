//go:build !study && js

package desk

import "kydai/engine"

// A module that is built only for play leaves out the operations of study modules: the types of
// these operations alone would add 5 kB.

type extension struct{}

// With panics, because added operations need a module built with the tag study.
func (d *Desk) With(map[string]Operation) *Desk { panic("this module was built without the tag study") }

func (d *Desk) further(Request, func(engine.Thought)) (Reply, bool, error) {
	return Reply{}, false, nil
}

func (w *writer) studied(*Reply) {}
