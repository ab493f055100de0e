// Package offline is the rules and the engines behind one function, JSON in
// and JSON out, for a page that has no server: it runs as WebAssembly in a
// Web Worker. Games are sessions inside; what is dealt face down leaves
// them only for a request that may know all, which pages make after the end.
package offline
