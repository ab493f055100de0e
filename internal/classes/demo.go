package classes

import (
	"context"
	"encoding/json"
	"time"
	"unicode/utf8"

	"kydai/game"
	"kydai/internal/bus"
)

// Demo is the content of a class's demo board: one position in a line of moves.
type Demo struct {
	Game    string            `json:"game"`
	Start   string            `json:"start,omitempty"`   // start position as text; "" means the default start position of the game
	Options map[string]string `json:"options,omitempty"` // options of the game's rules
	Moves   []string          `json:"moves,omitempty"`   // line of moves from the start position
	At      int               `json:"at,omitempty"`      // number of moves of the line that have been played on the shown board
	Arrows  [][2]int          `json:"arrows,omitempty"`  // pairs of squares, from and to; a pair of two equal squares is drawn as a ring
	Comment string            `json:"comment,omitempty"`
	Flip    bool              `json:"flip,omitempty"` // true if the second side is at the bottom of the board
}

// Limits of demo boards.
const (
	maxMoves   = 600
	maxArrows  = 40
	maxComment = 500 // maximum length of a comment, in characters
	maxSquares = 1 << 12
)

var errDemo = game.Err(Bad, "a demo board shows a position of a game, after moves that are legal there")

// Shown is the state of a demo board. Version increases with every change.
type Shown struct {
	Demo    *Demo // nil if nothing is shown
	Version int
	At      time.Time
}

// Show changes the content of a class's demo board; nil clears it.
func (s *Service) Show(ctx context.Context, teacher, class string, d *Demo) (Shown, error) {
	if _, err := s.of(ctx, teacher, class); err != nil {
		return Shown{}, err
	}
	body := ""
	if d != nil {
		if err := s.checkDemo(d); err != nil {
			return Shown{}, err
		}
		text, err := json.Marshal(d)
		if err != nil {
			return Shown{}, err
		}
		body = string(text)
	}
	version, err := s.opts.Store.SetDemo(ctx, class, body)
	if err != nil {
		return Shown{}, err
	}
	if s.opts.Bus != nil {
		_ = s.opts.Bus.Publish(demoSubject(class), nil) // an error is ignored: clients of a node that misses the message reload the board later
	}
	return Shown{Demo: d, Version: version}, nil
}

// checkDemo returns an error if a limit is exceeded or a move is illegal.
func (s *Service) checkDemo(d *Demo) error {
	r, ok := s.opts.Rules(d.Game)
	if !ok || len(d.Moves) > maxMoves || d.At < 0 || d.At > len(d.Moves) || len(d.Arrows) > maxArrows || utf8.RuneCountInString(d.Comment) > maxComment || !utf8.ValidString(d.Comment) {
		return errDemo
	}
	for _, a := range d.Arrows {
		if min(a[0], a[1]) < 0 || max(a[0], a[1]) > maxSquares {
			return errDemo
		}
	}
	if _, dealt := r.(game.Dealer); dealt { // in games with hidden pieces, the server cannot replay the moves without the dealt pieces
		return nil
	}
	line, err := game.NewLine(r, game.Setup{Start: d.Start, Options: d.Options})
	if err != nil {
		return errDemo
	}
	for _, code := range d.Moves {
		if err := line.Replay(code); err != nil {
			return errDemo
		}
	}
	return nil
}

// DemoOf returns the demo board of a class and the id of the class. A teacher passes the id of the
// class; a child passes "" and gets the demo board of its own class.
func (s *Service) DemoOf(ctx context.Context, player, class string) (id string, shown Shown, err error) {
	if class == "" {
		p, err := s.opts.Store.Pupil(ctx, player)
		if err != nil {
			return "", Shown{}, err
		}
		class = p.Class
	} else if _, err := s.of(ctx, player, class); err != nil {
		return "", Shown{}, err
	}
	shown, err = s.demo(ctx, class)
	return class, shown, err
}

// demo reads the demo board of a class from the store.
func (s *Service) demo(ctx context.Context, class string) (Shown, error) {
	body, version, at, err := s.opts.Store.Demo(ctx, class)
	if err != nil || body == "" {
		return Shown{Version: version, At: at}, err
	}
	var d Demo
	if err := json.Unmarshal([]byte(body), &d); err != nil {
		return Shown{}, err
	}
	return Shown{Demo: &d, Version: version, At: at}, nil
}

// Follow calls f whenever the demo board of a class may have changed, until the caller calls the
// returned function cancel. The function f should then call DemoOf to get the content.
func (s *Service) Follow(class string, f func()) (cancel func(), err error) {
	if s.opts.Bus == nil {
		return func() {}, nil
	}
	if err := bus.CheckGroup(class); err != nil {
		return nil, ErrNoClass
	}
	sub, err := s.opts.Bus.Subscribe(demoSubject(class), bus.Handler{
		Message: func(string, []byte) { f() },
		Gap:     func(bus.Gap) { f() },
	})
	if err != nil {
		return nil, err
	}
	back := s.opts.Bus.OnReconnect(f)
	return func() {
		sub.Cancel()
		back()
	}, nil
}

func demoSubject(class string) string { return "c." + class + ".demo" }
