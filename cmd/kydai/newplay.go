package main

import "kydai/internal/play"

// newPlay creates the play service of a node. The tests of test/chaos replace this file
// when they build the command.
func newPlay(o play.Options) (*play.Service, error) { return play.New(o) }
