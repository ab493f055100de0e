package offline

import "kydai/game"

// show is a line as the asker may know it, its moves also in a notation if one
// is named.
func show(line *game.Line, q Request) *State {
	v, s := eyes(line, q.View), side(q.View)
	p := v.Position()
	out := board(v, v.Ply())
	out.Ply, out.Undone, out.Codes = v.Ply(), line.Undone(), v.Codes()
	for _, m := range v.Legal() {
		out.Legal = append(out.Legal, target(p, m))
	}
	out.Last = last(v, v.Ply())
	out.Taken = taken(v)
	if o := line.Outcome(); o.Over() {
		out.Why, out.Winner = string(o.Why), o.Winner.String()
	} else {
		if s == p.Turn().Other() {
			for _, m := range game.PremovesOf(p, s) {
				out.Premoves = append(out.Premoves, target(p, m))
			}
		}
		out.Claim = string(game.ClaimOf(line).Why)
	}
	if q.Lang != "" {
		if r, ok := game.RulingOn(v, q.Lang); ok {
			out.Ruling = &Ruling{Text: r.Text, Warning: r.Warning.Over()}
		}
	}
	if n, ok := game.NotationOf(v.Rules(), q.Notation); ok && q.Notation != "" {
		for _, step := range v.Steps() {
			out.Texts = append(out.Texts, n.Write(step.Before, step.Move))
		}
	}
	return out
}

// showAt is a line as it stood after ply moves, to be looked at only.
func showAt(line *game.Line, q Request) (*State, error) {
	v := eyes(line, q.View)
	if q.Count < 0 || q.Count > v.Ply() {
		return nil, game.Err("bad-request", "the game has no such ply")
	}
	out := board(v, q.Count)
	out.Ply, out.Last = q.Count, last(v, q.Count)
	return out, nil
}

// board is what there is to draw of a line after ply moves.
func board(v *game.Line, ply int) *State {
	p := v.At(ply)
	out := &State{Position: p.String(), Turn: p.Turn().String()}
	for _, m := range game.MarksOf(p) {
		out.Marks = append(out.Marks, Mark(m))
	}
	if g, ok := game.GridOf(p); ok {
		out.Width, out.Height, out.Cells = g.Width, g.Height, g.Cells
	}
	uncover(out, v, ply)
	return out
}

// last is the move that led to a ply; nil at the start.
func last(v *game.Line, ply int) *Target {
	if ply == 0 {
		return nil
	}
	t := squares(v.Move(ply - 1))
	t.Code = v.Codes()[ply-1]
	return &t
}

func target(p game.Position, m game.Move) Target {
	t := squares(m)
	t.Code = p.Encode(m)
	return t
}

func squares(m game.Move) Target {
	t := Target{From: -1, To: -1}
	if m.From() != game.NoSquare {
		t.From = int(m.From())
	}
	if m.OnBoard() {
		t.To = int(m.To())
	}
	return t
}

// write writes codes that follow the line in a notation, as far as they can
// be played: what luck has to complete ends it.
func write(line *game.Line, notation string, codes []string) ([]string, error) {
	n, ok := game.NotationOf(line.Rules(), notation)
	if !ok {
		return nil, game.Err("bad-request", "there is no notation ", notation)
	}
	v := line.View(line.Position().Turn())
	var out []string
	for _, code := range codes {
		p := v.Position()
		m, err := p.Decode(code)
		if err != nil {
			return out, err
		}
		out = append(out, n.Write(p, m))
		if v.Push(m) != nil {
			return out, nil //nolint:nilerr // the end of the game is the end of the line
		}
	}
	return out, nil
}

// read finds the move that somebody typed: a code, or any of the game's
// notations.
func read(line *game.Line, text string) (string, error) {
	p := line.View(line.Position().Turn()).Position()
	m, err := p.Decode(text)
	if err == nil {
		return p.Encode(m), nil
	}
	if noted, ok := line.Rules().(game.Noted); ok {
		for _, n := range noted.Notations() {
			if m, e := n.Read(p, text); e == nil {
				return p.Encode(m), nil
			}
		}
	}
	return "", err
}
