// Package record reads and writes games as files: PGN, WXF text, DhtmlXQ, psq,
// SGF, plain text and our own JSON; and reads XQF.
//
// A record is a Game: tags, how the game starts, a tree of moves with
// comments, and a result. Every move in a tree was read by the rules, so a
// Game in hand is playable. Readers stream: they hold one game at a time, of
// at most MaxGame bytes. A broken game comes back as far as it could be read,
// together with an *Error that names ply, token and position; the reader then
// goes on with the next game.
//
// The package names no game. What is special to one comes from game.Info and
// from the notations the rules offer.
package record
