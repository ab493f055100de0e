// Package playthrough writes one seeded game of each kind with every value that
// the rules, the views, the notations, the frames of a match and the records
// give on the way, and compares it with games/<g>/testdata/playthrough.golden.
// A change of any of them shows as a diff:
//
//	go test ./test/playthrough -update
package playthrough
