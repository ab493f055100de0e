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

// Task is a test position with its solution. The solution is a best move, or a forced win in a
// given number of moves.
type Task struct {
	ID    string
	Start string
	Best  []string // codes of the best moves; empty if the task is only to find a win
	Mate  int      // number of moves to the win; 0 if the task is only to find a best move
}

// BadSuite is the error code for an invalid file of test positions.
const BadSuite = "bad-suite"

// ReadSuite reads tasks in the form of EPD, one per line: a position, then "bm MOVE MOVE;" or "dm
// N;" or both, and optionally an id in quotes. Moves are codes or written in a notation of the
// game. ReadSuite skips other EPD operations.
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
				return t, game.Err(BadSuite, "a win in ", value, " moves is not a number of moves")
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
		return t, game.Err(BadSuite, "the line has neither bm nor dm")
	}
	return t, nil
}

// readMove parses a move code, or a move in a notation of the game. If no parser accepts the word,
// readMove returns the error for the code, unless a notation gives a more specific error.
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

// Solved reports whether an answer solves the task.
func (t Task) Solved(info engine.Thought) bool {
	if len(t.Best) > 0 && !slices.Contains(t.Best, info.Best()) {
		return false
	}
	if t.Mate == 0 {
		return true
	}
	return len(info.Lines) > 0 && info.Lines[0].Score.Mate > 0 && info.Lines[0].Score.Mate <= t.Mate
}
