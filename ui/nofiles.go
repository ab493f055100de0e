//go:build noui

package ui

import "embed"

// Files are the client as it was built, and its words.
var Files embed.FS
