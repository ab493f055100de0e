// Package page serves the web client: the HTML shell of each page, which shows
// title, text and start position before any script runs, and the files of the
// build in dist/, which are compressed in advance. It also renders the
// documentation.
//
// With the build tag noui, or if dist/ is empty because the client was not
// built, it answers that the client was left out.
package page
