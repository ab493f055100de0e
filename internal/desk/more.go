//go:build study || !js

package desk

import "kydai/engine"

// extension holds the operations that only study modules have.
type extension struct {
	more map[string]Operation
}

// With sets the additional operations, by name. Package study provides them.
func (d *Desk) With(more map[string]Operation) *Desk {
	d.more = more
	return d
}

// further answers a request with an operation that With added. The result done is false if no such
// operation exists.
func (d *Desk) further(q Request, tell func(engine.Thought)) (r Reply, done bool, err error) {
	more := d.more[q.Op]
	if more == nil {
		return Reply{}, false, nil
	}
	line, err := d.line(q)
	if err != nil {
		return Reply{}, true, err
	}
	r, err = more(line, q, tell)
	return r, true, err
}

// studied writes the reply fields that only study modules have.
func (w *writer) studied(v *Reply) { w.studyFields(v) }
