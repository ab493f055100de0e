package fair

import (
	"encoding/binary"
	"slices"

	"kydai/game"
)

// leafOf returns the leaf for one dealt piece: a hash that includes the salt. Without the salt, a
// viewer could find a hidden piece by hashing every kind of piece.
func leafOf(match Hash, sq game.Square, piece byte, salt Hash) Hash {
	return digest(domainLeaf, match[:], binary.BigEndian.AppendUint16(nil, uint16(sq)), []byte{piece}, salt[:])
}

func nodeOf(left, right Hash) Hash { return digest(domainNode, left[:], right[:]) }

// tree holds all hashes of a Merkle tree by row: first the leaves, padded with empty
// leaves to a power of two, then each row of nodes up to the root.
type tree [][]Hash

func newTree(leaves []Hash) tree {
	row := slices.Clone(leaves)
	for len(row) < 1<<depthOf(len(leaves)) {
		row = append(row, digest(domainEmpty))
	}
	t := tree{row}
	for len(row) > 1 {
		next := make([]Hash, len(row)/2)
		for i := range next {
			next[i] = nodeOf(row[2*i], row[2*i+1])
		}
		t = append(t, next)
		row = next
	}
	return t
}

// depthOf returns the number of levels between a leaf and the root.
func depthOf(leaves int) int {
	depth := 0
	for 1<<depth < leaves {
		depth++
	}
	return depth
}

func (t tree) root() Hash { return t[len(t)-1][0] }

// path lists the sibling hashes from leaf i to the root.
func (t tree) path(i int) []Hash {
	var path []Hash
	for _, row := range t[:len(t)-1] {
		path = append(path, row[i^1])
		i /= 2
	}
	return path
}

// climb computes the root from leaf i and its path.
func climb(leaf Hash, i int, path []Hash) Hash {
	for _, beside := range path {
		if i%2 == 0 {
			leaf = nodeOf(leaf, beside)
		} else {
			leaf = nodeOf(beside, leaf)
		}
		i /= 2
	}
	return leaf
}
