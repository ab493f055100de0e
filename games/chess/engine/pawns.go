package engine

import "kydai/games/chess"

// pawnEntry is an entry of the pawn structure cache. It stores the pawns themselves, so a lookup
// recognises a hash collision. The shelter values are valid for the king squares in the field
// kings.
type pawnEntry struct {
	pawns   [2]uint64
	passed  [2]uint64
	score   Pair // from white's point of view
	kings   [2]uint8
	known   bool
	shelter [2]Pair
	gaps    [2]int8 // number of files in front of the king without an own pawn, by side
}

const pawnEntries = 1 << 13

// pawnHash maps the pawns of both sides to an index in the cache.
func pawnHash(white, black uint64) uint64 {
	return (white*0x9e3779b97f4a7c15 ^ black*0xd6e8feb86659fd93) >> (64 - 13)
}

// pawns returns the cache entry for the pawns and kings of the board. It computes the entry if the
// cache does not contain it.
func (h *handcrafted) pawns(b *chess.Board) *pawnEntry {
	white, black := b.Set(chess.White, chess.Pawn), b.Set(chess.Black, chess.Pawn)
	e := &h.pawnTable[pawnHash(white, black)]
	if e.pawns != [2]uint64{white, black} || !e.known {
		*e = pawnEntry{pawns: [2]uint64{white, black}, known: true, kings: [2]uint8{255, 255}}
		e.score = h.structure(e, chess.White) - h.structure(e, chess.Black)
	}
	for side := range 2 {
		king := first(b.Set(side, chess.King))
		if e.kings[side] != uint8(king) {
			e.kings[side] = uint8(king)
			e.shelter[side], e.gaps[side] = h.shelter(e, side, king)
		}
	}
	return e
}

// structure evaluates the pawns of one side. It ignores all other pieces.
func (h *handcrafted) structure(e *pawnEntry, us int) (sum Pair) {
	w := h.weights
	own, foes := e.pawns[us], e.pawns[us^1]
	sight, foesSight := pawnSight(us, own), pawnSight(us^1, foes)
	for set := own; set != 0; set &= set - 1 {
		sq := first(set)
		r, f := rankOf(us, sq), sq&7
		open := ahead[us][sq]&(own|foes) == 0
		if ahead[us][sq]&own != 0 {
			sum += w.Terms[doubled]
		}
		supported := sight>>sq&1 != 0
		phalanx := beside[sq]&own != 0
		if supported {
			sum += w.Supported[r]
		}
		if phalanx {
			sum += w.Phalanx[r]
		}
		switch {
		case neighbours[f]&own == 0:
			sum += w.Terms[isolated]
			if open {
				sum += w.Terms[isolatedOpen]
			}
		case !supported && !phalanx && (passSpan[us^1][sq]&^(fileA<<f)&own) == 0 &&
			(foesSight|foes)&forward(us, 1<<sq) != 0:
			sum += w.Terms[backward]
			if open {
				sum += w.Terms[backwardOpen]
			}
		}
		if passSpan[us][sq]&foes == 0 && ahead[us][sq]&own == 0 {
			e.passed[us] |= 1 << sq
			sum += w.Passed[r]
			if supported {
				sum += w.Terms[passedGuarded]
			}
		}
	}
	for set := e.passed[us]; set != 0; set &= set - 1 {
		if neighbours[first(set)&7]&e.passed[us] != 0 {
			sum += w.Terms[passedLinked]
		}
	}
	return sum
}

// shelter evaluates the pawns in front of a king, and counts the files there without an own pawn.
func (h *handcrafted) shelter(e *pawnEntry, us, king int) (sum Pair, gaps int8) {
	w := h.weights
	// front contains the king's rank and all ranks in front of it.
	front := ^uint64(0) << (king &^ 7)
	if us == chess.Black {
		front = ^uint64(0) >> (56 - king&^7)
	}
	centre := min(max(king&7, 1), 6)
	for f := centre - 1; f <= centre+1; f++ {
		middle := 0
		if f == king&7 {
			middle = 1
		}
		zone := front & (fileA << f)
		own, foe := nearest(us, e.pawns[us]&zone), nearest(us, e.pawns[us^1]&zone)
		sum += w.Shelter[middle][own]
		if own == 0 {
			gaps++
		}
		if own != 0 && foe == own+1 {
			sum += w.StormBlocked[foe]
		} else {
			sum += w.Storm[middle][foe]
		}
	}
	return sum, gaps
}

// nearest returns the rank of the pawn in a set that is nearest to the first rank of the given
// side. The rank is counted from that side; it is 0 if the set is empty.
func nearest(us int, set uint64) int {
	switch {
	case set == 0:
		return 0
	case us == chess.White:
		return rankOf(us, first(set))
	}
	return rankOf(us, last(set))
}
