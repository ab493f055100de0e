package main

import (
	"bufio"
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"kydai/engine"
	"kydai/game"
	"kydai/lab/player"
)

// playFlags holds the flags of kydai play.
type playFlags struct {
	from   start
	level  int
	player string
	side   string
}

func playCommand() command {
	return command{
		name:  "play",
		args:  "GAME [flags]",
		short: "play against an engine in the terminal",
		long: `Type a move as a code or in a notation of the game, or one of these commands:
  undo   take back your last move and the engine's answer
  hint   show the move that the engine would play
  board  draw the board again
  moves  list the legal moves
  resign, quit
For PLAYER see 'kydai help match'.`,
		examples: func() []string {
			return []string{"kydai play " + exampleGame(0) + " --player random", "kydai play " + exampleGame(1) + " --player random --side second"}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			var f playFlags
			f.from.bind(fs)
			fs.IntVar(&f.level, "level", 3, "play against the engine at level `N` from 1 to 9")
			fs.StringVar(&f.player, "player", "", "play against this `PLAYER` instead of a level")
			fs.StringVar(&f.side, "side", "first", "play this `SIDE`: first, second, or the name of a side such as black")
			return func(a *app, args []string) error { return a.play(args, &f) }
		},
	}
}

// session is the state of a game played at the terminal.
type session struct {
	*app
	line    *game.Line
	info    game.Info
	human   game.Side
	machine player.Player
	engine  engine.Engine
}

func (a *app) play(args []string, f *playFlags) error {
	if len(args) != 1 {
		return usage("play", "play needs a game")
	}
	r, err := findGame("play", args[0])
	if err != nil {
		return err
	}
	s := &session{app: a, info: r.Info()}
	if s.human, err = s.sideNamed(f.side); err != nil {
		return err
	}
	spec := f.player
	if spec == "" {
		spec = "kydai:level=" + strconv.Itoa(f.level)
	}
	if s.machine, err = player.DefaultKinds().Make(r, spec); err != nil {
		return playerProblem("play", spec, err)
	}
	if _, deals := r.(game.Dealer); deals && !f.from.seed.given && f.from.fen == "" {
		f.from.seed = seed{value: rand.Uint64(), given: true}
	}
	if s.line, err = f.from.line("play", r); err != nil {
		return err
	}
	if s.engine, err = s.machine.New(rand.Uint64()); err != nil {
		return err
	}
	defer s.engine.Close() //nolint:errcheck // the game is over: an error has no effect
	return s.run()
}

func (s *session) sideNamed(name string) (game.Side, error) {
	for _, side := range []game.Side{game.First, game.Second} {
		if strings.EqualFold(name, side.String()) || strings.EqualFold(name, sideName(s.info, side)) {
			return side, nil
		}
	}
	return game.NoSide, usage("play", "there is no side %q; there are %s and %s", name, s.info.Sides[0], s.info.Sides[1])
}

// run alternates between the player and the engine until the game is over or the input ends.
func (s *session) run() error {
	in := bufio.NewScanner(s.in)
	s.board()
	for {
		if o := s.line.Outcome(); o.Over() {
			s.printf("%s\n", outcomeText(s.info, o))
			return nil
		}
		if s.line.Position().Turn() != s.human {
			if err := s.answer(); err != nil {
				return err
			}
			s.board()
			continue
		}
		s.printf("%s> ", sideName(s.info, s.human))
		if !in.Scan() {
			s.printf("\n")
			return in.Err()
		}
		if !s.command(strings.TrimSpace(in.Text())) {
			return nil
		}
	}
}

// command executes a command that the player typed. It reports whether the game continues.
func (s *session) command(text string) bool {
	switch strings.ToLower(text) {
	case "":
	case "quit", "exit":
		return false
	case "resign":
		s.printf("%s\n", outcomeText(s.info, game.Win(s.human.Other(), game.ByResignation)))
		return false
	case "board":
		s.board()
	case "moves":
		p := s.seen().Position()
		codes := make([]string, 0, 50)
		for _, m := range s.line.Legal() {
			codes = append(codes, p.Encode(m))
		}
		s.printf("%s\n", strings.Join(codes, " "))
	case "hint":
		if info, err := s.think(); err != nil {
			s.printf("%v\n", err)
		} else {
			s.printf("%s\n", s.written(info.Best()))
		}
	case "undo":
		s.undo()
	case "help", "?":
		s.printf("type a move, or undo, hint, board, moves, resign, quit\n")
	default:
		if err := s.move(text); err != nil {
			s.printf("%v\n", err)
		} else {
			s.board()
		}
	}
	return true
}

// move parses and plays the player's move. It parses the text in the player's own view, so that an
// error message cannot reveal hidden pieces.
func (s *session) move(text string) error {
	if s.line.Play(text) == nil {
		return nil
	}
	err := s.line.Play(strings.ToLower(text))
	if err == nil {
		return nil
	}
	noted, ok := s.line.Rules().(game.Noted)
	if !ok {
		return err
	}
	view := s.seen().Position()
	for _, n := range noted.Notations() {
		if m, bad := n.Read(view, text); bad == nil {
			return s.line.Play(view.Encode(m))
		}
	}
	return err
}

// undo takes back moves until the player is to move again. It refuses if one of the moves
// revealed a hidden piece.
func (s *session) undo() {
	n := 0
	for n < s.line.Ply() {
		n++
		if s.line.At(s.line.Ply()-n).Turn() == s.human {
			break
		}
	}
	switch err := s.line.MayUndo(n); {
	case n == 0 || s.line.At(s.line.Ply()-n).Turn() != s.human:
		s.printf("there is nothing to take back\n")
	case err != nil:
		s.printf("%v\n", err)
	default:
		s.line.Undo(n)
		s.board()
	}
}

// seen returns the game as the player at the terminal sees it: information that is hidden from the
// player is removed.
func (s *session) seen() *game.Line { return s.line.View(s.human) }

func (s *session) think() (engine.Thought, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	lim := s.machine.Limits
	if s.machine.Base > 0 {
		lim.Left[0], lim.Left[1] = s.machine.Base, s.machine.Base
	}
	return s.engine.Think(ctx, s.line.View(s.line.Position().Turn()), lim, nil)
}

// answer lets the engine search and plays the engine's move.
func (s *session) answer() error {
	info, err := s.think()
	if err != nil {
		return err
	}
	written := s.written(info.Best())
	if err := s.line.Play(info.Best()); err != nil {
		return err
	}
	s.printf("%s plays %s\n", s.machine.Name, written)
	return nil
}

// written formats a move in the game's notation.
func (s *session) written(code string) string {
	p := game.ViewOf(s.line.Position(), s.line.Position().Turn())
	m, err := p.Decode(code)
	n, ok := game.NotationOf(s.line.Rules(), "")
	if err != nil || !ok {
		return code
	}
	if text := n.Write(p, m); text != code {
		return code + " (" + text + ")"
	}
	return code
}

// board prints the board as the player sees it.
func (s *session) board() {
	seen := s.seen()
	if grid, ok := game.GridOf(seen.Position()); ok {
		b := newBoard(s.info, grid, s.color)
		b.mark(seen)
		s.printf("%s\n", b.draw())
	}
	for _, m := range game.MarksOf(seen.Position()) {
		s.field(m.Kind, markText(s.info, seen.Position(), m))
	}
	if choices := offBoard(seen.Position(), s.line.Legal()); len(choices) > 0 {
		s.field("choices", strings.Join(choices, " "))
	}
}
