package main

import "kydai/internal/play"

// newPlay creates the play service of a node. The tests in test/chaos replace this file with a
// variant when they build the command.
func newPlay(o play.Options) (*play.Service, error) { return play.New(o) }
