//go:build noui

package ui

import "embed"

// Files is empty, because the build tag noui leaves the web client out.
var Files embed.FS
