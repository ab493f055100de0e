package engine

import "kydai/game"

// blindness decides which moves and replies an engine level overlooks in one position. If it
// overlooks a reply after one first move, it overlooks the reply after every first move, like a
// player who does not see a piece at all. The result can differ only if a first move adds or
// removes reasons for overlooking the reply.
type blindness struct {
	level *Level
	seed  uint64
	scene *scene
	last  game.Move // the last move played before the position
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

// hides reports whether the level overlooks a move. It can be passed as a function of type Unseen.
func (b *blindness) hides(first, reply game.Move) bool { return b.missed(first, reply) != 0 }

// missed returns the reasons why the level overlooks a move; 0 if the level sees the move.
func (b *blindness) missed(first, reply game.Move) OversightSet {
	g := glimpse{scene: b.scene, last: b.last, move: first}
	if reply != game.NoMove {
		g.last, g.move, g.made = first, reply, true
	}
	// A move that no reason hides is never overlooked. For other moves, a pseudorandom number
	// decides.
	s := g.oversights()
	if s == 0 || b.drawn(g.move) >= b.level.Overlooks(s) {
		return 0
	}
	return s
}

// drawn returns a pseudorandom number from 0 to 1 for a move. It depends only on the seed, the
// position, and the origin and target squares of the move, so the result is always the same.
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
