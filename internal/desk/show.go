package desk

import "kydai/game"

// show returns the state of a line in the requested view. The state has move texts if the request
// names a notation.
func show(line *game.Line, q Request) *State {
	v, s := eyes(line, q.View), side(q.View)
	p := v.Position()
	out := board(v, v.Ply())
	out.Ply, out.Undone, out.Codes = v.Ply(), line.Undone(), v.Codes()
	for _, m := range v.Legal() {
		out.Legal = append(out.Legal, target(p, m))
	}
	out.Firm = firm(line)
	out.Last = last(v, v.Ply())
	out.Taken = taken(v, v.Ply())
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
	out.Texts = textsOf(v, q.Notation)
	return out
}

// textsOf formats the moves of a line in a notation; nil if the notation is unknown or empty.
func textsOf(v *game.Line, notation string) []string {
	n, ok := game.NotationOf(v.Rules(), notation)
	if !ok || notation == "" {
		return nil
	}
	var out []string
	for _, step := range v.Steps() {
		out = append(out, n.Write(step.Before, step.Move))
	}
	return out
}

// writeAll formats the moves of a request, played from the start of the game up to the first
// illegal move. The session does not change.
func writeAll(line *game.Line, q Request) []string {
	other := line.Clone()
	other.Undo(other.Ply())
	for _, code := range q.Moves {
		if other.Replay(code) != nil {
			break
		}
	}
	return textsOf(eyes(other, q.View), q.Notation)
}

// firm returns how many moves at the end of the line cannot be taken back: 1 if the last move
// cannot, 2 if only the last two moves together cannot, 0 otherwise. A takeback is refused if a
// player has learnt a hidden piece through one of the moves.
func firm(line *game.Line) int {
	for n := 1; n <= min(2, line.Ply()); n++ {
		if line.MayUndo(n) != nil {
			return n
		}
	}
	return 0
}

// showAt returns the state of a line after ply moves. The session does not change.
func showAt(line *game.Line, q Request) (*State, error) {
	v := eyes(line, q.View)
	if q.Count < 0 || q.Count > v.Ply() {
		return nil, game.Err("bad-request", "the game does not have this many moves")
	}
	out := board(v, q.Count)
	out.Ply, out.Last, out.Taken = q.Count, last(v, q.Count), taken(v, q.Count)
	return out, nil
}

// refuse says why a move is refused after Count moves of a line. It uses only the
// information in the requested view.
func refuse(line *game.Line, q Request) (*Refusal, error) {
	v := eyes(line, q.View)
	if q.Count < 0 || q.Count > v.Ply() {
		return nil, game.Err("bad-request", "the game does not have this many moves")
	}
	v = v.Clone()
	v.Undo(v.Ply() - q.Count)
	from, to := game.NoSquare, game.Square(q.To)
	if q.From >= 0 {
		from = game.Square(q.From)
	}
	if q.Text != "" {
		var ok bool
		if from, to, ok = game.AimOf(v.Position(), q.Text); !ok {
			return &Refusal{}, nil
		}
	}
	r := Refusal(game.RefusalIn(v, from, to))
	return &r, nil
}

// board fills in the board of a line after ply moves.
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

// last returns the move played before a ply; nil at the start.
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

// write formats codes that continue the line, up to the first code that is illegal. It also stops
// after a move whose outcome is random, because the position after it is not known.
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
			return out, nil //nolint:nilerr // Push fails if the line cannot continue; the texts so far are the result
		}
	}
	return out, nil
}

// read parses a typed move, written as a code or in any notation of the game, and returns
// its code.
func read(line *game.Line, text string) (string, error) {
	p := line.View(line.Position().Turn()).Position()
	m, err := p.Decode(text)
	if err == nil {
		return p.Encode(m), nil
	}
	if noted, ok := line.Rules().(game.Noted); ok {
		for _, n := range noted.Notations() {
			m, e := n.Read(p, text)
			if e == nil {
				return p.Encode(m), nil
			}
			// The notation understands the text, but the move is illegal: return this error instead
			// of the error for an unknown text.
			if problem(e).Code == game.IllegalMove {
				err = e
			}
		}
	}
	return "", err
}
