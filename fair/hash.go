package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"

	"kydai/game"
)

// Version is the newest version of the protocol and of its transcripts. Any change to the hashed
// bytes needs a new version. A deal of version 1 serves one match. A deal of version 2 serves two
// matches at two tables. The program must always be able to read transcripts of both versions.
const Version = 2

// Size is the number of bytes of a Hash and of a Nonce.
const Size = 32

// Hash is 32 public bytes: a commitment, a revealed number or a Merkle root. Its text form is
// lower-case hexadecimal.
type Hash [Size]byte

// String is the hexadecimal text.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText writes the hexadecimal text.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText accepts exactly the form that MarshalText writes.
func (h *Hash) UnmarshalText(text []byte) error {
	if len(text) == 2*Size {
		if _, err := hex.Decode(h[:], text); err == nil && h.String() == string(text) {
			return nil
		}
	}
	return game.Err(BadForm, "a hash must be 64 lower-case hexadecimal digits")
}

// zero reports whether all bytes of the hash are 0, which means that it is not set.
func (h Hash) zero() bool { return h == Hash{} }

// Domain separators: each kind of hash begins with another text, so that hashes of different kinds
// are never equal. The texts contain the version. In version 2 only the text of the match hash is
// new: all other hashes include the match hash or depend on the seed, which includes it.
const (
	domain         = "kydai/fair/1/"
	domainMatch    = domain + "match"
	domainTwins    = "kydai/fair/2/match"
	domainCommit   = domain + "commit"
	domainOpenings = domain + "openings"
	domainStart    = domain + "start"
	domainLeaf     = domain + "leaf"
	domainNode     = domain + "node"
	domainEmpty    = domain + "empty"
	domainDeal     = domain + "deal"
	domainSalt     = domain + "salt"
)

// digest returns the SHA-256 of the domain and the parts. The length of each part is written before
// it, in four bytes, so that different lists of parts never give the same input.
func digest(domain string, parts ...[]byte) Hash {
	buf := make([]byte, 0, 256)
	buf = binary.BigEndian.AppendUint32(buf, uint32(len(domain)))
	buf = append(buf, domain...)
	for _, p := range parts {
		buf = binary.BigEndian.AppendUint32(buf, uint32(len(p)))
		buf = append(buf, p...)
	}
	return sha256.Sum256(buf)
}

// keyed computes HMAC-SHA256 of domains and counters under one key.
type keyed struct {
	mac hash.Hash
	buf []byte
}

func newKeyed(key Hash) *keyed { return &keyed{mac: hmac.New(sha256.New, key[:])} }

// at returns the HMAC of a domain followed by the counter n in eight bytes.
func (k *keyed) at(domain string, n uint64) (out Hash) {
	k.mac.Reset()
	k.buf = binary.BigEndian.AppendUint64(append(k.buf[:0], domain...), n)
	k.mac.Write(k.buf)
	k.mac.Sum(out[:0])
	return out
}
