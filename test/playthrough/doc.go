// Package playthrough plays one seeded game of each kind and writes all values of rules,
// views, notations, match frames and records. It compares the result with
// games/<g>/testdata/playthrough.golden, so a change of any value shows as a diff:
//
//	go test ./test/playthrough -update
package playthrough
