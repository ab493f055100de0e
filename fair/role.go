package fair

import (
	"crypto/hmac"
	"crypto/sha256"

	"kydai/game"
)

// Role is a party of a ceremony.
type Role string

// The three roles. The players have the names of game.Side.
const (
	Server Role = "server"
	First  Role = "first"
	Second Role = "second"
)

// RoleOf is the role of a side.
func RoleOf(s game.Side) Role { return Role(s.String()) }

// index is 0 for First, 1 for Second and -1 otherwise.
func (r Role) index() int {
	switch r {
	case First:
		return 0
	case Second:
		return 1
	}
	return -1
}

var players = [2]Role{First, Second}

// Commitment is the hash that a party publishes before it reveals its number.
// It includes the match and the role, so it cannot be reused elsewhere.
func Commitment(match Hash, by Role, opened Hash) Hash {
	return digest(domainCommit, match[:], []byte(by), opened[:])
}

// Seed is the seed of the deal: an HMAC with the server's number as the key and
// the match and the players' numbers as the message.
func Seed(match, server Hash, opened [2]Hash) Hash {
	message := digest(domainOpenings, match[:], opened[0][:], opened[1][:])
	mac := hmac.New(sha256.New, server[:])
	mac.Write(message[:])
	return Hash(mac.Sum(nil))
}
