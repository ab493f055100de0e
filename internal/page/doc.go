// Package page serves the web client: the HTML shell of each page, and the precompressed files of
// the client's build in dist/. The shell shows the title, the text and the start position before
// any script runs. The package also renders the documentation.
//
// With the build tag noui, or if dist/ is empty because the client was not built, it answers with
// an error that says that the client is missing.
package page
