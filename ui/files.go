//go:build !noui

// Package ui holds what the build of the web client left in dist/ and the words
// of the pages, as files. The rest of this folder is TypeScript.
//
// Built with the tag noui it holds no files; without Node dist/ is empty.
package ui

import "embed"

// Files are the client as it was built, and its words.
//
//go:embed all:dist i18n/*.json i18n/table/*.json i18n/study/*.json
var Files embed.FS
