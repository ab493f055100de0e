package gametest

import (
	"strings"
	"sync/atomic"

	"kydai/game"
)

// tic is noughts and crosses in which each side may pass once. It is a test game with a state that
// the board does not show completely. The field fault selects a deliberate fault for
// TestMutantsAreCaught.
type tic struct{ fault string }

type ticPosition struct {
	cells  [9]byte // 0 for an empty square, 'X' or 'O'
	turn   game.Side
	passed [2]bool
	ply    int
	last   game.Square // target of the last move; the key contains it only with the fault "key-route"
	fault  string
	cache  []game.Move
}

var calls atomic.Int64 // number of calls of Legal; the fault "legal-unordered" needs it to change the order

func (r tic) Info() game.Info {
	return game.Info{Name: "tic", Sides: [2]string{"x", "o"}, Width: 3, Height: 3, Moves: 4}
}

func (r tic) New(s game.Setup) (game.Position, error) {
	p := &ticPosition{turn: game.First, fault: r.fault}
	if s.Start == "" {
		return p, nil
	}
	f := strings.Fields(s.Start)
	if r.fault == "key-route" && len(f) == 4 {
		p.last = game.Square(f[3][0] - '0')
		f = f[:3]
	}
	if len(f) != 3 || len(f[0]) != 9 || len(f[2]) != 2 {
		return nil, game.Err(game.BadPosition, "three fields are needed")
	}
	for i, c := range []byte(f[0]) {
		if c != '.' {
			p.cells[i] = c
			p.ply++
		}
	}
	if f[1] == "o" {
		p.turn = game.Second
	}
	for i := range p.passed {
		if p.passed[i] = f[2][i] == 'p'; p.passed[i] {
			p.ply++
		}
	}
	return p, nil
}

func (r tic) Notations() []game.Notation { return []game.Notation{spoken(r)} }

// spoken is a notation that writes moves as "at a1".
type spoken struct{ fault string }

func (spoken) Name() string { return "spoken" }

func (n spoken) Write(p game.Position, m game.Move) string {
	code := p.Encode(m)
	if n.fault == "notation-ambiguous" {
		code = code[:1]
	}
	return "at " + code
}

func (n spoken) Read(p game.Position, text string) (game.Move, error) {
	code, ok := strings.CutPrefix(text, "at ")
	if !ok {
		return game.NoMove, game.Err(game.BadMove, "no move")
	}
	return p.Decode(code)
}

func (p *ticPosition) Turn() game.Side {
	if p.fault == "turn-nobody" && p.ply == 3 {
		return game.NoSide
	}
	return p.turn
}

func (p *ticPosition) Legal() []game.Move {
	if p.Outcome().Over() && p.fault != "legal-when-over" {
		return nil
	}
	if p.cache != nil {
		return p.cache
	}
	var moves []game.Move
	for i, c := range p.cells {
		if c == 0 {
			moves = append(moves, game.NewMove(game.NoSquare, game.Square(i), 1, 0, 0))
		}
	}
	if !p.passed[p.turn.Index()] {
		moves = append(moves, game.NewMove(game.NoSquare, game.NoSquare, 2, 0, 0))
	}
	n := calls.Add(1)
	switch {
	case p.fault == "legal-unordered" && n%2 == 0:
		moves[0], moves[len(moves)-1] = moves[len(moves)-1], moves[0]
	case p.fault == "legal-shared":
		p.cache = moves
	case p.fault == "legal-twice":
		moves = append(moves, moves[0])
	case p.fault == "legal-off-board" && p.ply == 2:
		moves = append(moves, game.NewMove(game.NoSquare, 9, 1, 0, 0))
	}
	return moves
}

func (p *ticPosition) Refuse(from, to game.Square) game.Refusal {
	switch {
	case p.Outcome().Over():
		return game.Refuse(game.RefusedOver)
	case from != game.NoSquare:
		return game.Refuse(game.RefusedOthers)
	case p.cells[to] != 0 && p.fault != "reason-missing":
		return game.Refuse("occupied", to)
	case p.fault == "reason-off-board" && p.cells[to] == 0:
		return game.Refuse("", 9)
	case p.fault == "reason-for-legal" && to == 4:
		return game.Refuse("centre")
	}
	return game.Refusal{}
}

func (p *ticPosition) Play(m game.Move) game.Position {
	q := *p
	q.cache = nil
	if m.OnBoard() {
		q.cells[m.To()] = "XO"[p.turn.Index()]
		q.last = m.To()
	} else {
		q.passed[p.turn.Index()] = true
	}
	q.turn = p.turn.Other()
	q.ply++
	if p.fault == "play-mutates" {
		p.cells = q.cells
	}
	return &q
}

func (p *ticPosition) Outcome() game.Outcome {
	rows := []string{"012", "345", "678", "036", "147", "258", "048", "246"}
	for _, r := range rows {
		a, b, c := p.cells[r[0]-'0'], p.cells[r[1]-'0'], p.cells[r[2]-'0']
		if a != 0 && a == b && b == c {
			if p.fault == "winner-missing" {
				return game.Outcome{Winner: p.turn.Other()}
			}
			return game.Win(p.turn.Other(), game.Row)
		}
	}
	for _, c := range p.cells {
		if c == 0 {
			return game.Outcome{}
		}
	}
	return game.Draw(game.BoardFull)
}

func (p *ticPosition) Key() uint64 {
	k := uint64(p.turn)
	for i, c := range p.cells {
		if p.fault == "key-square" && i == 4 {
			i = 5
		}
		if p.fault == "key-colour" && c != 0 {
			c = 'X'
		}
		if c != 0 {
			k ^= game.Mix(uint64(c)<<8 | uint64(i))
		}
	}
	for i, passed := range p.passed {
		if passed && p.fault != "key-right" {
			k ^= game.Mix(uint64(i + 1))
		}
	}
	switch p.fault {
	case "key-route":
		k ^= game.Mix(uint64(p.last) + 77)
	case "key-fickle":
		k += uint64(calls.Load()) % 3
	}
	return k
}

func (p *ticPosition) String() string {
	var b strings.Builder
	for _, c := range p.cells {
		if c == 0 {
			c = '.'
		}
		b.WriteByte(c)
	}
	b.WriteByte(' ')
	b.WriteByte("xo"[p.turn.Index()])
	b.WriteByte(' ')
	for _, passed := range p.passed {
		if passed && p.fault != "text-right" {
			b.WriteByte('p')
		} else {
			b.WriteByte('-')
		}
	}
	if p.fault == "key-route" {
		b.WriteString(" " + string(rune('0'+p.last)))
	}
	return b.String()
}

func (p *ticPosition) Encode(m game.Move) string {
	if !m.OnBoard() {
		return "pass"
	}
	sq := int(m.To())
	if p.fault == "code-ambiguous" {
		return "a" + string(rune('1'+sq/3))
	}
	return string(rune('a'+sq%3)) + string(rune('1'+sq/3))
}

func (p *ticPosition) Decode(code string) (game.Move, error) {
	for _, m := range p.Legal() {
		if p.Encode(m) == code {
			return m, nil
		}
	}
	if p.fault == "decode-anything" {
		return game.NewMove(game.NoSquare, 0, 1, 0, 0), nil
	}
	if p.fault == "decode-taken" && len(code) == 2 && code != "zz" {
		return game.NewMove(game.NoSquare, game.Square(code[0]-'a')+3*game.Square(code[1]-'1'), 1, 0, 0), nil
	}
	return game.NoMove, game.Err(game.IllegalMove, code, " is not legal")
}

func (p *ticPosition) Premoves(game.Side) []game.Move {
	var moves []game.Move
	for i, c := range p.cells {
		if c == 0 && (p.fault != "premove-missing" || i != 4) {
			moves = append(moves, game.NewMove(game.NoSquare, game.Square(i), 1, 0, 0))
		}
	}
	return moves
}

func (p *ticPosition) Grid() game.Grid {
	cells := make([]string, 9)
	for i, c := range p.cells {
		if c != 0 {
			cells[i] = string(rune(c))
		}
	}
	if p.fault == "grid-short" {
		cells = cells[:8]
	}
	return game.Grid{Width: 3, Height: 3, Cells: cells}
}
