//go:build !noui

// Package ui embeds the files that the build of the web client has written to
// dist/, and the texts of the pages. The rest of this folder is TypeScript.
//
// With the build tag noui it contains no files. If the client was not built, dist/ is empty.
package ui

import "embed"

// Files contains the built web client and the texts of its pages.
//
//go:embed all:dist i18n/*.json i18n/table/*.json i18n/study/*.json
var Files embed.FS
