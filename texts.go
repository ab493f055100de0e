// Package kydai holds the texts of the games as files. The packages below this
// one do the work: game is the frame, games/<game> the rules of a game.
package kydai

import "embed"

// Texts are the rules and lessons of the games as people read them:
// games/<game>/text/rules.<language>.md and games/<game>/text/lessons.json.
//
//go:embed games/*/text
var Texts embed.FS
