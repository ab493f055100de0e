package main

import (
	"cmp"
	"fmt"
	"strconv"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/internal/version"
	"kydai/lab/selfplay"
)

// byHand is the value of --net that means the hand-crafted evaluation.
const byHand = "hand"

// evaluationName returns what the games of datagen say of their evaluation: the hash of a file, "hand",
// or "" for the usual one. That is the hand-crafted one in games that have nets.
func (a *app) evaluationName(name, file string) (string, error) {
	_, nets := engines.Net(name)
	switch {
	case file == "" || file == byHand && nets:
		return "", nil
	case file == byHand:
		return byHand, nil
	case nets:
		net, err := a.readNet(file)
		if err != nil {
			return "", fmt.Errorf("%s: %w", file, err)
		}
		return net.Hash, nil
	}
	return a.hashOf(file)
}

// buildName returns the version of the program, followed by the first characters of the commit if
// the commit is known.
func buildName() string {
	v := version.Get()
	if v.Commit == "" {
		return v.Version
	}
	return v.Version + " " + v.Commit[:min(len(v.Commit), 12)]
}

// newPlayer creates the self-play player of one thread.
func newPlayer(r game.Rules, h selfplay.Header, net string) (*selfplay.Player, error) {
	e, err := engines.New(h.Game)
	if err != nil {
		return nil, err
	}
	if adjustable, ok := e.(engine.Adjustable); ok {
		if err := adjustable.SetOption("Hash", strconv.Itoa(h.Hash)); err != nil {
			return nil, err
		}
		if _, ok := engines.Net(h.Game); ok {
			net = cmp.Or(net, byHand)
		}
		if net != "" {
			if err := adjustable.SetOption("EvalFile", net); err != nil {
				return nil, err
			}
		}
	}
	return &selfplay.Player{Header: h, Rules: r, Engine: e, Choose: chooser(h.Game)}, nil
}
