package fair

import (
	"time"

	"kydai/game"
)

// Terms are the parameters of a ceremony. They are fixed when it begins, and public.
type Terms struct {
	Match  Match  `json:"match"`
	Key    Key    `json:"key"`    // public key of the server
	Server Hash   `json:"server"` // the server's commitment, made before the players commit
	Public []bool `json:"public"` // for each role: whether the player cannot keep a number secret
	// CommitTime and OpenTime limit the phases in which players commit and reveal their numbers.
	CommitTime time.Duration `json:"commitTime"`
	OpenTime   time.Duration `json:"openTime"`
}

// Default time limits of the two phases. They can be short because clients answer
// automatically.
const (
	DefaultCommitTime = 10 * time.Second
	DefaultOpenTime   = 10 * time.Second
	maxStepTime       = 24 * time.Hour
)

func (t *Terms) check() error {
	switch {
	case t.Key.zero() || t.Server.zero():
		return game.Err(BadTerms, "the server's key and commitment are missing")
	case outside(t.CommitTime) || outside(t.OpenTime):
		return game.Err(BadTerms, "the time limit of a step is out of range")
	case len(t.Public) != t.Match.players():
		return game.Err(BadTerms, "the terms are not of as many players as the deal has")
	}
	return t.Match.check()
}

func outside(d time.Duration) bool {
	return d < time.Millisecond || d > maxStepTime || d%time.Millisecond != 0
}
