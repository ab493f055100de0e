// Package fair deals hidden pieces so that no party can choose the deal and everyone can
// verify it afterwards.
//
// The server and the players each commit to a secret number before any number is revealed
// (Ceremony). The numbers give the seed. The seed gives the deal and a salt for each
// square (Layout). The salted squares are the leaves of a Merkle tree whose root the
// server signs before the game starts. Each revealed piece comes with the path from its
// leaf to the root (Reveal). After the game the server reveals its number, and Verify
// recomputes everything from the Transcript.
//
// A deal is for one match and its two players, or for two matches at two tables, with
// sides swapped, and their four players (version 2).
//
// The package knows no game: game.Packed lists what is dealt, and game.Opener lists what
// a move reveals. Callers pass in time and randomness. Secret numbers have the type
// Nonce, which cannot be written as text or JSON. docs/fair-deal.md describes the
// protocol and its limits.
package fair
