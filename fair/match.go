package fair

import (
	"encoding/binary"

	"kydai/game"
)

// Match identifies the match for which a ceremony deals. All fields are public and part of Hash.
type Match struct {
	ID    string `json:"id"`    // unique id of the match
	Game  string `json:"game"`  // name of the game, from game.Info.Name
	Packs []Pack `json:"packs"` // the squares, and the pieces that are dealt to them
	// Other is the id of a second match with the same deal. The second match is played at another
	// table by two other players, with sides swapped. With a second match, the deal has version 2
	// and four players. "" means that the deal serves one match.
	Other string `json:"other,omitempty"`
}

// Pack is a group of squares and the pieces that are shuffled onto them: the form of a game.Pack
// in a transcript.
type Pack struct {
	Squares []game.Square `json:"squares"`
	Pieces  string        `json:"pieces"`
}

// MatchOf returns the Match with the given id for a game that deals pieces.
func MatchOf(r game.Rules, id string) (Match, error) {
	packs, err := packsOf(r)
	if err != nil {
		return Match{}, err
	}
	m := Match{ID: id, Game: r.Info().Name, Packs: packs}
	return m, m.check()
}

// TwinsOf returns one Match that stands for two matches with the given ids and the same deal.
func TwinsOf(r game.Rules, id, other string) (Match, error) {
	m, err := MatchOf(r, id)
	if err != nil {
		return m, err
	}
	if other == "" {
		return m, game.Err(BadTerms, "the second match has no id")
	}
	m.Other = other
	return m, m.check()
}

// version returns the protocol version of the match's deal.
func (m Match) version() int {
	if m.Other != "" {
		return Version
	}
	return 1
}

// players returns the number of players in the ceremony.
func (m Match) players() int { return seats * m.version() }

// at returns the id of the match at a table; the tables are numbered 0 and 1.
func (m Match) at(table int) string {
	if table == 1 {
		return m.Other
	}
	return m.ID
}

func packsOf(r game.Rules) ([]Pack, error) {
	d, ok := r.(game.Packed)
	if !ok {
		return nil, game.Err(NotPacked, "there is no deal in ", r.Info().Name, ", or its deals cannot be verified")
	}
	var packs []Pack
	for _, p := range d.Packs() {
		packs = append(packs, Pack(p))
	}
	return packs, nil
}

// maxName is the maximum length of match ids and game names, in bytes.
const maxName = 100

func (m Match) check() error {
	if m.ID == "" || len(m.ID) > maxName || m.Game == "" || len(m.Game) > maxName {
		return game.Err(BadTerms, "the match id and the game name must have 1 to 100 bytes")
	}
	if m.Other == m.ID || len(m.Other) > maxName {
		return game.Err(BadTerms, "the second match has the id of the first, or a longer one than 100 bytes")
	}
	seen := map[game.Square]bool{}
	for _, p := range m.Packs {
		if len(p.Squares) == 0 || len(p.Squares) != len(p.Pieces) {
			return game.Err(BadTerms, "a pack must have one letter for each of its squares")
		}
		for i, sq := range p.Squares {
			if seen[sq] || sq >= game.NoSquare || p.Pieces[i] <= ' ' || p.Pieces[i] >= 0x7f {
				return game.Err(BadTerms, "packs must use each square at most once, and plain letters")
			}
			seen[sq] = true
		}
	}
	if len(seen) == 0 {
		return game.Err(BadTerms, "this match has no deal")
	}
	return nil
}

// Hash identifies the match. Every other hash and signature of the exchange depends on it.
func (m Match) Hash() Hash {
	domain, parts := domainMatch, [][]byte{[]byte(m.ID), []byte(m.Game)}
	if m.Other != "" {
		domain, parts = domainTwins, [][]byte{[]byte(m.ID), []byte(m.Other), []byte(m.Game)}
	}
	for _, p := range m.Packs {
		var squares []byte
		for _, sq := range p.Squares {
			squares = binary.BigEndian.AppendUint16(squares, uint16(sq))
		}
		parts = append(parts, squares, []byte(p.Pieces))
	}
	return digest(domain, parts...)
}

// squares lists the squares in the order of the leaves.
func (m Match) squares() []game.Square {
	var all []game.Square
	for _, p := range m.Packs {
		all = append(all, p.Squares...)
	}
	return all
}
