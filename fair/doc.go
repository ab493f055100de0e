// Package fair deals what lies face down so that nobody can choose the deal
// and everybody can check it afterwards.
//
// The server and both players each commit to a secret number before any of
// them is opened (Ceremony). The players' numbers and the server's make the
// seed; the seed makes the deal and a salt for each square (Layout); the salted
// squares are the leaves of a tree whose signed root starts the game. Each
// piece that is shown comes with the way from its leaf to the root (Reveal).
// When the game is over the server opens its number, and Verify computes all
// of it again from the Transcript.
//
// The package knows no game: what is dealt comes from game.Packed, what a move
// shows from game.Opener. Time and randomness are arguments. The numbers that
// must stay secret are of type Nonce, which has no text and no JSON form. The
// protocol and what it does not protect against: docs/rules/fair-deal.md.
package fair
