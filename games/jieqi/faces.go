package jieqi

import (
	"kydai/game"
	"kydai/games/xiangqi"
)

// counts is the number of pieces of each kind, indexed by xiangqi.Kind.
type counts [xiangqi.Soldier + 1]int8

// fullPool counts the pieces of each kind that a side has face down at the start.
var fullPool = counts{
	xiangqi.Adviser: 2, xiangqi.Elephant: 2, xiangqi.Horse: 2,
	xiangqi.Rook: 2, xiangqi.Cannon: 2, xiangqi.Soldier: 5,
}

const perSide = 15 // number of pieces that a side has face down at the start

func (c counts) sum() int {
	n := 0
	for _, k := range c {
		n += int(k)
	}
	return n
}

func (c counts) minus(d counts) counts {
	for k := range c {
		c[k] -= d[k]
	}
	return c
}

func (c counts) plus(d counts) counts {
	for k := range c {
		c[k] += d[k]
	}
	return c
}

// list returns one kind for each counted piece.
func (c counts) list() []xiangqi.Kind {
	out := make([]xiangqi.Kind, 0, perSide)
	for k, n := range c {
		for range n {
			out = append(out, xiangqi.Kind(k))
		}
	}
	return out
}

// shuffle shuffles kinds in place with the Fisher-Yates algorithm.
func shuffle(kinds []xiangqi.Kind, intn func(n int) int) {
	for i := len(kinds) - 1; i > 0; i-- {
		j := intn(i + 1)
		kinds[i], kinds[j] = kinds[j], kinds[i]
	}
}

// home lists, by side, the points on which pieces start face down, in the order of a deal: by rank
// from the side's point of view, then by file from a to i.
var home [2][perSide]game.Square

func init() {
	n := 0
	for sq := game.Square(0); sq < 4*xiangqi.Files; sq++ {
		if k := xiangqi.Home(sq); k != xiangqi.None && k != xiangqi.King {
			rank, file := sq/xiangqi.Files, sq%xiangqi.Files
			home[0][n] = sq
			home[1][n] = (xiangqi.Ranks-1-rank)*xiangqi.Files + file
			n++
		}
	}
}

// The secret of a deal has 30 bytes: the kinds of the pieces on the first side's home points, then
// those of the second side.

// Deal shuffles the pieces of each side separately. intn(n) must return a uniform random number
// from 0 to n-1.
func (Rules) Deal(intn func(n int) int) game.Secret {
	dealt := make([]byte, 0, 2*perSide)
	for range 2 {
		kinds := fullPool.list()
		shuffle(kinds, intn)
		for _, k := range kinds {
			dealt = append(dealt, xiangqi.NewPiece(k, game.Second).Letter())
		}
	}
	return game.NewSecret(dealt)
}

// lay assigns the kinds of a deal to the face-down pieces on their home points. It returns an error
// if the deal is invalid.
func lay(dealt []byte) (faces [xiangqi.Points]xiangqi.Kind, err error) {
	if len(dealt) != 2*perSide {
		return faces, game.Err(game.BadPosition, "a deal must have 30 pieces")
	}
	for side := range home {
		var seen counts
		for i, sq := range home[side] {
			piece, ok := xiangqi.PieceOf(dealt[side*perSide+i])
			if !ok || piece.Kind() == xiangqi.King {
				return faces, game.Err(game.BadPosition, "the deal contains a piece that is never dealt")
			}
			faces[sq] = piece.Kind()
			seen[piece.Kind()]++
		}
		if seen != fullPool {
			return faces, game.Err(game.BadPosition, "the deal must contain each piece exactly once")
		}
	}
	return faces, nil
}

// faceUp returns the kind as which a piece of kind k moves after it is turned up.
func faceUp(k xiangqi.Kind) xiangqi.Kind {
	switch k {
	case xiangqi.Adviser:
		return xiangqi.FreeAdviser
	case xiangqi.Elephant:
		return xiangqi.FreeElephant
	}
	return k
}

// trueKind returns the real kind of a face-up piece that moves as k: an adviser for a free adviser,
// an elephant for a free elephant.
func trueKind(k xiangqi.Kind) xiangqi.Kind {
	switch k {
	case xiangqi.FreeAdviser:
		return xiangqi.Adviser
	case xiangqi.FreeElephant:
		return xiangqi.Elephant
	}
	return k
}
