// Package ui is the web client as Go serves it: the shell of each page, made
// so that a reader sees title, text and first position before any script runs,
// and the files that the build put into dist/, compressed ahead of time.
//
// Built with the tag noui it has no files and answers that it was left out;
// without Node dist/ is empty, and it answers the same.
package ui
