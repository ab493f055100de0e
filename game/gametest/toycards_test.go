package gametest

import (
	"strconv"
	"strings"

	"kydai/game"
)

// cards is a test game with hidden information. Five cards lie face down. A move either turns a
// card up and scores its value, or peeks at a card, so that only the side to move knows its value.
// The field fault selects a deliberate fault for TestMutantsAreCaught.
type cards struct{ fault string }

const (
	turnUp = 1
	peek   = 2
)

type cardsPosition struct {
	value  [5]int8 // 0 if the viewer does not know the card; in the true position, all values are known
	up     [5]bool
	peeked [2][5]bool
	points [2]int
	turn   game.Side
	viewer game.Side
	truth  bool
	leak   [5]int8 // always zero, except with the fault "view-keeps-secret"
	fault  string
}

func (r cards) Info() game.Info {
	return game.Info{Name: "cards", Sides: [2]string{"a", "b"}, Width: 5, Height: 1, Moves: 2,
		Options: []game.Option{{Name: game.ViewOption, Default: "none", Values: []string{"none", "first", "second"}}}}
}

func (r cards) Deal(intn func(int) int) game.Secret {
	deck := []byte{1, 2, 3, 4, 5}
	for i := 4; i > 0; i-- {
		j := intn(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
	return game.NewSecret(deck)
}

func (r cards) New(s game.Setup) (game.Position, error) {
	p := &cardsPosition{turn: game.First, fault: r.fault}
	for i, v := range s.Secret.Open() {
		p.value[i], p.truth = int8(v), true
	}
	switch s.Options[game.ViewOption] {
	case "first":
		p.viewer = game.First
	case "second":
		p.viewer = game.Second
	}
	if s.Start == "" {
		return p, nil
	}
	f := strings.Fields(s.Start)
	if len(f) != 5 || len(f[0]) != 5 {
		return nil, game.Err(game.BadPosition, "five fields are needed")
	}
	for i, c := range []byte(f[0]) {
		if c != '?' {
			p.value[i] = int8(c - '0')
		}
		p.up[i] = f[1][i] == 'u'
		p.peeked[0][i] = f[2][i]&1 != 0
		p.peeked[1][i] = f[2][i]&2 != 0
	}
	if f[3] == "b" {
		p.turn = game.Second
	}
	a, b, _ := strings.Cut(f[4], ":")
	p.points[0], _ = strconv.Atoi(a)
	p.points[1], _ = strconv.Atoi(b)
	return p, nil
}

func (p *cardsPosition) Turn() game.Side { return p.turn }

func (p *cardsPosition) Legal() []game.Move {
	var moves []game.Move
	for i := range p.up {
		if p.up[i] || p.fault == "legal-leaks" && p.truth && p.value[i] == 5 {
			continue
		}
		moves = append(moves, game.NewMove(game.NoSquare, game.Square(i), turnUp, 0, 0))
		if !p.peeked[p.turn.Index()][i] {
			moves = append(moves, game.NewMove(game.NoSquare, game.Square(i), peek, 0, 0))
		}
	}
	return moves
}

func (p *cardsPosition) Completions(m game.Move) []game.Weighted {
	i := m.To()
	if m.Arg() != 0 || m.Piece() == peek && !p.truth && p.viewer != p.turn {
		return []game.Weighted{{Move: m, Weight: 1}}
	}
	if p.value[i] != 0 {
		return []game.Weighted{{Move: m | game.NewMove(0, 0, 0, 0, int(p.value[i])), Weight: 1}}
	}
	var ways []game.Weighted
	for _, v := range p.unknown() {
		w := 1
		if p.fault == "weights-wrong" && v == 5 {
			w = 4
		}
		ways = append(ways, game.Weighted{Move: m | game.NewMove(0, 0, 0, 0, int(v)), Weight: w})
	}
	if p.fault == "completion-missing" && len(ways) > 1 {
		ways = ways[1:]
	}
	return ways
}

// unknown lists the values of the cards that the viewer cannot see.
func (p *cardsPosition) unknown() []int8 {
	var rest []int8
	for v := int8(1); v <= 5; v++ {
		known := false
		for _, have := range p.value {
			known = known || have == v
		}
		if !known {
			rest = append(rest, v)
		}
	}
	return rest
}

func (p *cardsPosition) Guess(intn func(int) int) game.Position {
	q := *p
	q.truth, q.viewer = true, game.NoSide
	rest := p.unknown()
	for i := range q.value {
		if q.value[i] == 0 {
			j := intn(len(rest))
			if p.fault == "guess-biased" {
				j = 0
			}
			q.value[i] = rest[j]
			rest = append(rest[:j:j], rest[j+1:]...)
		}
	}
	return &q
}

func (p *cardsPosition) View(s game.Side) game.Position {
	q := *p
	q.truth, q.viewer = false, s
	for i := range q.value {
		known := p.up[i] || s != game.NoSide && p.peeked[s.Index()][i]
		if p.fault == "view-forgets" {
			known = p.up[i]
		}
		if !known {
			if p.fault == "view-keeps-secret" && p.truth {
				q.leak[i] = p.value[i]
			}
			q.value[i] = 0
		}
	}
	if p.fault == "view-shows-card" && s == game.Second {
		q.value[2] = p.value[2]
	}
	return &q
}

func (p *cardsPosition) Seen(m game.Move, s game.Side) game.Move {
	if m.Piece() == peek && s != p.turn && p.fault != "seen-leaks" {
		return game.NewMove(game.NoSquare, m.To(), peek, 0, 0)
	}
	return m
}

func (p *cardsPosition) Play(m game.Move) game.Position {
	q := *p
	i := m.To()
	if m.Piece() == peek {
		q.peeked[p.turn.Index()][i] = true
		if m.Arg() != 0 {
			q.value[i] = int8(m.Arg())
		}
	} else {
		v := m.Arg()
		if v == 0 {
			v = int(p.value[i])
		}
		q.value[i], q.up[i] = int8(v), true
		q.points[p.turn.Index()] += v
	}
	q.turn = p.turn.Other()
	return &q
}

func (p *cardsPosition) Outcome() game.Outcome {
	if p.up != [5]bool{true, true, true, true, true} {
		return game.Outcome{}
	}
	if p.points[0] > p.points[1] {
		return game.Win(game.First, game.Count)
	}
	return game.Win(game.Second, game.Count)
}

// shown returns the value of a card as the position text shows it; 0 if the card is hidden.
func (p *cardsPosition) shown(i int) int8 {
	if p.truth && !p.up[i] && p.fault != "text-leaks" {
		return 0
	}
	return p.value[i]
}

func (p *cardsPosition) Key() uint64 {
	k := uint64(p.turn)
	for i := range p.value {
		v := p.shown(i)
		if p.fault == "key-leaks" {
			v = p.value[i]
		}
		k ^= game.Mix(uint64(i)<<8 | uint64(v) | 1<<14)
		if p.up[i] {
			k ^= game.Mix(uint64(i)<<16 | 1<<15)
		}
		for s := range p.peeked {
			if p.peeked[s][i] {
				k ^= game.Mix(uint64(i)<<24 | uint64(s+1)<<20)
			}
		}
	}
	return k
}

func (p *cardsPosition) String() string {
	var values, up, peeked strings.Builder
	for i := range p.value {
		if v := p.shown(i); v == 0 {
			values.WriteByte('?')
		} else {
			values.WriteByte(byte('0' + v))
		}
		up.WriteByte(pick(p.up[i], 'u', '-'))
		n := byte('0')
		if p.peeked[0][i] {
			n |= 1
		}
		if p.peeked[1][i] {
			n |= 2
		}
		peeked.WriteByte(n)
	}
	return values.String() + " " + up.String() + " " + peeked.String() + " " +
		string(rune("ab"[p.turn.Index()])) + " " + strconv.Itoa(p.points[0]) + ":" + strconv.Itoa(p.points[1])
}

func pick(cond bool, a, b byte) byte {
	if cond {
		return a
	}
	return b
}

func (p *cardsPosition) Encode(m game.Move) string {
	code := string(rune(" tp"[m.Piece()])) + string(rune('1'+m.To()))
	if m.Arg() != 0 {
		code += "=" + strconv.Itoa(m.Arg())
	}
	return code
}

func (p *cardsPosition) Decode(code string) (game.Move, error) {
	for _, m := range p.Legal() {
		if p.Encode(m) == code {
			return m, nil
		}
		for _, w := range p.Completions(m) {
			if p.Encode(w.Move) == code {
				return w.Move, nil
			}
		}
	}
	return game.NoMove, game.Err(game.IllegalMove, code, " is not legal")
}
