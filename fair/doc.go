// Package fair deals hidden pieces so that no party can choose the deal and everyone can verify it
// afterwards.
//
// The server and the players each commit to a secret number before any number is revealed
// (Ceremony). The seed of the deal is computed from these numbers. From the seed follow the deal
// and a random salt for each square (Layout). The hashes of the squares, with their pieces and
// salts, are the leaves of a Merkle tree. The server signs the root of the tree before the game
// starts. When a piece is revealed, the server proves it by the path from its leaf to the root
// (Reveal). After the game the server reveals its number, and Verify recomputes everything from the
// Transcript.
//
// A deal serves one match with two players. A deal of version 2 serves two matches with four
// players: the second match is played at a second table, with sides swapped.
//
// The package has no code for particular games: game.Packed lists what is dealt, and game.Opener
// lists what a move reveals. Callers pass in time and randomness. Secret numbers have the type
// Nonce, which cannot be written as text or JSON. docs/fair-deal.md describes the protocol and its
// limits.
package fair
