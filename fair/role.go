package fair

import (
	"crypto/hmac"
	"crypto/sha256"

	"kydai/game"
)

// Role is who takes part in a ceremony.
type Role string

// The three roles. The players are called as game.Side calls them.
const (
	Server Role = "server"
	First  Role = "first"
	Second Role = "second"
)

// RoleOf is the role of a side.
func RoleOf(s game.Side) Role { return Role(s.String()) }

// index is 0 for First, 1 for Second and -1 for anybody else.
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

// Commitment is what a party shows before it opens its number. It is bound to
// the match and to the role, so that nobody can use it again elsewhere.
func Commitment(match Hash, by Role, opened Hash) Hash {
	return digest(domainCommit, match[:], []byte(by), opened[:])
}

// Seed is what the deal is made of: the server's number as the key, the match
// and the players' numbers as the message.
func Seed(match, server Hash, opened [2]Hash) Hash {
	message := digest(domainOpenings, match[:], opened[0][:], opened[1][:])
	mac := hmac.New(sha256.New, server[:])
	mac.Write(message[:])
	return Hash(mac.Sum(nil))
}
