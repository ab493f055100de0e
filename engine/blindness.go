package engine

import "kydai/game"

// blindness decides which moves and replies a level overlooks in one position. A reply is
// overlooked after every first move or after none, unless the first move changes the reasons for
// overlooking it: a player who does not see a piece does not see it in any line.
type blindness struct {
	level *Level
	seed  uint64
	scene *scene
	last  game.Move // the move that led to the position
}

func newBlindness(e *Handicapped, line *game.Line) *blindness {
	s, ok := look(&e.eyes, line)
	if !ok {
		return nil
	}
	b := &blindness{level: &e.level, seed: mixed(e.seed ^ line.Key(line.Ply())), scene: s, last: game.NoMove}
	if n := line.Ply(); n > 0 {
		b.last = line.Move(n - 1)
	}
	return b
}

// hides reports whether the level overlooks a move. Its signature is that of Unseen.
func (b *blindness) hides(first, reply game.Move) bool { return b.missed(first, reply) != 0 }

// missed returns the reasons why the level overlooks a move; 0 if the level sees the move.
func (b *blindness) missed(first, reply game.Move) OversightSet {
	g := glimpse{scene: b.scene, last: b.last, move: first}
	if reply != game.NoMove {
		g.last, g.move, g.made = first, reply, true
	}
	// A move without a reason is never overlooked, whatever random number it gets.
	s := g.oversights()
	if s == 0 || b.drawn(g.move) >= b.level.Overlooks(s) {
		return 0
	}
	return s
}

// drawn returns a pseudorandom number from 0 to 1 that depends only on the seed, the position and
// the squares of the move.
func (b *blindness) drawn(m game.Move) float64 {
	const digits = 53
	return float64(mixed(b.seed+uint64(m.From())<<9+uint64(m.To()))>>(64-digits)) / (1 << digits)
}

// mixed is a permutation of 64 bits in which every bit of the result depends on
// every bit of x (the finalizer of SplitMix64).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
