package lab

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"

	"kydai/engine"
	"kydai/game"
)

// Task is a position of a suite and what solves it: a move, or a forced win
// that is no longer than it has to be.
type Task struct {
	ID    string
	Start string
	Best  []string // codes of the moves, if a move is asked for
	Mate  int      // the moves until the win, if a win is
}

// BadSuite is the code of errors about suites.
const BadSuite = "bad-suite"

// ReadSuite reads tasks, a line each, in the manner of EPD: a position, then
// "bm MOVE MOVE;" or "dm N;" or both, and perhaps an id in quotes. Moves are
// codes or what people write. Other operations are passed over.
func ReadSuite(in io.Reader, r game.Rules) ([]Task, error) {
	var tasks []Task
	s := bufio.NewScanner(in)
	for n := 1; s.Scan(); n++ {
		text := strings.TrimSpace(s.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		t, err := readTask(text, r)
		if err != nil {
			return nil, game.Err(BadSuite, "line ", strconv.Itoa(n), ": ", err.Error())
		}
		if t.ID == "" {
			t.ID = "line " + strconv.Itoa(n)
		}
		tasks = append(tasks, t)
	}
	return tasks, s.Err()
}

func readTask(text string, r game.Rules) (t Task, err error) {
	at := len(text)
	for _, op := range []string{" bm ", " dm "} {
		if i := strings.Index(text, op); i >= 0 {
			at = min(at, i)
		}
	}
	t.Start = text[:at]
	p, err := r.New(game.Setup{Start: t.Start})
	if err != nil {
		return t, err
	}
	for _, op := range strings.Split(text[at:], ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(op), " ")
		switch name {
		case "id":
			t.ID = strings.Trim(value, `" `)
		case "dm":
			if t.Mate, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || t.Mate < 1 {
				return t, game.Err(BadSuite, "a win in ", value, " moves is none")
			}
		case "bm":
			for _, word := range strings.Fields(value) {
				m, err := readMove(r, p, word)
				if err != nil {
					return t, err
				}
				t.Best = append(t.Best, p.Encode(m))
			}
		}
	}
	if t.Mate == 0 && len(t.Best) == 0 {
		return t, game.Err(BadSuite, "it asks for nothing: bm or dm has to say what")
	}
	return t, nil
}

// readMove reads a code, or else a move in a notation of the game. The error
// is that of the code if no notation knows better.
func readMove(r game.Rules, p game.Position, word string) (game.Move, error) {
	m, worst := p.Decode(word)
	if worst == nil {
		return m, nil
	}
	if noted, ok := r.(game.Noted); ok {
		for _, n := range noted.Notations() {
			if m, err := n.Read(p, word); err == nil {
				return m, nil
			}
		}
	}
	return game.NoMove, worst
}

// Solved reports whether an answer is the one that was asked for.
func (t Task) Solved(info engine.Thought) bool {
	if len(t.Best) > 0 && !slices.Contains(t.Best, info.Best()) {
		return false
	}
	if t.Mate == 0 {
		return true
	}
	return len(info.Lines) > 0 && info.Lines[0].Score.Mate > 0 && info.Lines[0].Score.Mate <= t.Mate
}
