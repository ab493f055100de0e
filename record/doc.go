// Package record is the model of games on file: what a record holds, what a
// format is, and what is wrong with a file.
//
// A record is a Game: tags, how the game starts, a tree of moves with
// comments, and a result. Every move in a tree was read by the rules, so a
// Game in hand is playable. Readers stream: they hold one game at a time, of
// at most MaxGame bytes. A broken game comes back as far as it could be read,
// together with an *Error that names ply, token and position; the reader then
// goes on with the next game.
//
// Each format stands in a folder of its own below this one and imports this
// package; record/formats lists them and picks one. No package here names a
// game. What is special to one comes from game.Info and from the notations the
// rules offer.
package record
