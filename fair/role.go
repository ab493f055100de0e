package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"slices"

	"kydai/game"
)

// Role is a party of a ceremony.
type Role string

// The roles: the server and up to four players. In a deal for one match, First and Second have the
// same names as the sides in game.Side. In a deal for two tables, First and Second play at the
// first table. Third has the first side at the second table, Fourth the second side.
const (
	Server Role = "server"
	First  Role = "first"
	Second Role = "second"
	Third  Role = "third"
	Fourth Role = "fourth"
)

const (
	most  = 4 // maximum number of players in one ceremony
	seats = 2 // number of players at one table
)

// RoleOf returns the role of a side in a match with a deal of its own. If two tables share a deal,
// RoleOf returns the role at the first table.
func RoleOf(s game.Side) Role { return Role(s.String()) }

// RoleAt returns the role of a side at a table, 0 or 1.
func RoleAt(table int, s game.Side) Role { return players[seats*table+s.Index()] }

// index returns 0 for First, 1 for Second and so on; -1 if the role is not a player.
func (r Role) index() int { return slices.Index(players[:], r) }

var players = [most]Role{First, Second, Third, Fourth}

// Commitment returns the hash that a party publishes before it reveals its number. The hash
// includes the match and the role, so another party or another match cannot use the same
// commitment.
func Commitment(match Hash, by Role, opened Hash) Hash {
	return digest(domainCommit, match[:], []byte(by), opened[:])
}

// Seed computes the seed of the deal: an HMAC with the server's number as the key and the
// match hash and the players' numbers as the message.
func Seed(match, server Hash, opened []Hash) Hash {
	parts := [][]byte{match[:]}
	for i := range opened {
		parts = append(parts, opened[i][:])
	}
	message := digest(domainOpenings, parts...)
	mac := hmac.New(sha256.New, server[:])
	mac.Write(message[:])
	return Hash(mac.Sum(nil))
}
