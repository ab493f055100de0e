package main

import "kydai/internal/play"

// newPlay makes the service of a node. The tests of test/chaos build the command
// with another file in place of this one.
func newPlay(o play.Options) (*play.Service, error) { return play.New(o) }
