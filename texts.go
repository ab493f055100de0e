// Package kydai embeds three kinds of files: the texts of the games, their drawings, and the
// documentation. The code is in other packages: package game is the framework, and games/<game>
// contains the rules of a game.
package kydai

import "embed"

// Texts are the rules and lessons of the games as people read them:
// games/<game>/text/rules.<language>.md and games/<game>/text/lessons.json.
//
//go:embed games/*/text
var Texts embed.FS

// Docs is the documentation: docs/*.md and docs/adr for reference, and the guides
// docs/guide/<language>/<reader>.md. The program serves it at /docs.
//
//go:embed docs/*.md docs/adr/*.md docs/guide
var Docs embed.FS

// Looks contains the appearance of boards and pieces: drawings (sprites), style sheets, and data
// about the drawing of each board. Package picture reads these files.
//
//go:embed games/*/ui/sprite.svg games/*/ui/picture.json games/*/ui/*.css
//go:embed ui/src/board/*.css ui/src/style/*.css
var Looks embed.FS
