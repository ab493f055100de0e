package fair

import (
	"crypto/ed25519"
	"encoding/hex"

	"kydai/game"
)

// Signature is an Ed25519 signature. Its text is hexadecimal.
type Signature [ed25519.SignatureSize]byte

// MarshalText writes the hexadecimal text.
func (s Signature) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(s[:])), nil }

// UnmarshalText accepts exactly the form that MarshalText writes.
func (s *Signature) UnmarshalText(text []byte) error {
	if len(text) == 2*len(s) {
		if _, err := hex.Decode(s[:], text); err == nil && hex.EncodeToString(s[:]) == string(text) {
			return nil
		}
	}
	return game.Err(BadForm, "a signature must be 128 lower-case hexadecimal digits")
}

// Key is the public key of a server: 32 bytes with the text form of a Hash.
type Key = Hash

// KeyOf returns the public key of a signing key.
func KeyOf(k ed25519.PrivateKey) Key {
	pub, _ := k.Public().(ed25519.PublicKey)
	return Key(pub)
}

// statement returns the hash that the server signs after dealing. It covers the match,
// all commitments, the players' numbers and the root.
func statement(match Hash, commits, opened []Hash, root Hash) Hash {
	parts := [][]byte{match[:]}
	for i := range commits {
		parts = append(parts, commits[i][:])
	}
	for i := range opened {
		parts = append(parts, opened[i][:])
	}
	return digest(domainStart, append(parts, root[:])...)
}

func sign(k ed25519.PrivateKey, what Hash) Signature { return Signature(ed25519.Sign(k, what[:])) }

func signed(k Key, what Hash, s Signature) bool { return ed25519.Verify(k[:], what[:], s[:]) }
