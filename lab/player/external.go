package player

import (
	"strings"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/protocol"
	"kydai/protocol/cecp"
	"kydai/protocol/gomocup"
	"kydai/protocol/ucci"
	"kydai/protocol/uci"
)

// external creates a player from an external program. Settings that this function knows are in
// lower case and apply to the player. All other settings are options of the program.
func external(r game.Rules, s Spec) (Player, error) {
	lim, err := s.limits()
	if err != nil {
		return Player{}, err
	}
	p := Player{Limits: lim}
	if p.Base, p.Inc, err = s.clock(); err != nil {
		return Player{}, err
	}
	command := protocol.Command{Path: s.Words[0]}
	if command.Memory, err = s.number("memory"); err != nil {
		return Player{}, err
	}
	if args, ok := s.take("args"); ok {
		command.Args = strings.Fields(args)
	}
	start, err := s.duration("startup")
	if err != nil {
		return Player{}, err
	}
	grace, err := s.duration("grace")
	if err != nil {
		return Player{}, err
	}
	if p.Base == 0 && lim.MoveTime == 0 && lim.Nodes == 0 && lim.Depth == 0 {
		p.Limits.MoveTime = usualTime
	}
	if _, err := command.Find(); err != nil {
		return Player{}, bad("there is no program ", command.Path)
	}
	run, err := driver(r, s, command, start, grace)
	if err != nil {
		return Player{}, err
	}
	p.New = func(uint64) (engine.Engine, error) { return run() }
	return p, nil
}

// driver returns a function that starts the external program.
func driver(r game.Rules, s Spec, command protocol.Command, start, grace time.Duration) (func() (engine.Engine, error), error) {
	open := func() (*protocol.Peer, error) { return protocol.Start(command) }
	d := engines.DialectOf(r.Info().Name)
	switch s.Kind {
	case "uci":
		v := variant(d, r)
		switch coords, ok := s.take("coords"); {
		case coords == "iccs":
			v.Codes = protocol.Codes{} // ranks are numbered from 0, as in the codes of this project
		case ok:
			return nil, bad("coords must be iccs, not ", coords)
		}
		return func() (engine.Engine, error) {
			return uci.New(uci.Program{Open: open, Variant: v, Options: s.Set, Startup: start, Grace: grace})
		}, nil
	case "ucci":
		return func() (engine.Engine, error) {
			return ucci.New(ucci.Program{Open: open, Options: s.Set, Minor: d.UCCI, Startup: start, Grace: grace})
		}, nil
	case "cecp":
		return func() (engine.Engine, error) {
			return cecp.New(cecp.Program{Open: open, Options: s.Set, Start: d.XBoard, Startup: start, Grace: grace})
		}, nil
	}
	if d.Numbers == nil {
		return nil, bad("the Gomocup protocol cannot play ", r.Info().Name)
	}
	if len(s.Set) > 0 {
		return nil, bad("a Gomocup program has no option ", s.Set[0].Name)
	}
	rule := func(line *game.Line) (int, error) { return ruleNumber(d, line) }
	return func() (engine.Engine, error) {
		return gomocup.New(gomocup.Program{Open: open, Rule: rule, Swap2: gomocup.Swap2(d.Swap2), Memory: command.Memory, Startup: start, Grace: grace})
	}, nil
}
