//go:build noui

package ui

import "embed"

var embedded embed.FS
