// Package playthrough writes one seeded game of each kind with all values of
// rules, views, notations, match frames and records, and compares it with
// games/<g>/testdata/playthrough.golden. A change of any value shows as a diff:
//
//	go test ./test/playthrough -update
package playthrough
