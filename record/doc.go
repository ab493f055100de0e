// Package record is the model of stored games: the contents of a record, the properties of a
// format, and the errors of a file.
//
// A record is a Game: tags, the start of the game, a tree of moves with comments, and a result.
// Every move in the tree was validated by the rules, so every Game is playable. Readers are
// streaming: they hold one game at a time, of at most MaxGame bytes. For a broken game, a reader
// returns the part that it could read, with an *Error that names the ply, token and position. Then
// the reader continues with the next game.
//
// Each format is in its own folder below this folder and imports this package. Package
// record/formats lists the formats and selects one by name or content. No package here names a
// game: the peculiarities of a game come from game.Info and from the notations of its rules.
package record
