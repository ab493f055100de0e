//go:build noui

package ui

import "embed"

// Files holds the built client and its texts; without the client it is empty.
var Files embed.FS
