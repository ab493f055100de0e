package web

import (
	"maps"
	"slices"
	"time"

	"kydai/account"
	"kydai/internal/people"
	"kydai/internal/play"
)

// Link lets tests be a connection.
type Link = link

// Conn is a connection of a test.
type Conn struct{ c *conn }

// Attach makes a connection of a link.
func (s *Server) Attach(l Link, p play.Player) Conn {
	v := visitor{Player: p, address: "test", hash: people.GuestHash(p.ID), role: account.Guest}
	s.conns.enter(map[string]float64{v.address: 1 << 20, v.ID: 1 << 20})
	return Conn{s.attach(l, v)}
}

// Lag is the lag as measured.
func (c Conn) Lag() time.Duration { return time.Duration(c.c.lag.Load()) }

// DefaultLimits are the limits where nothing is said.
func DefaultLimits() (l Limits) {
	l.defaults()
	return l
}

// Rights is the table of operations.
var Rights = rights

// Soon tells when a player is reminded of a turn.
var Soon = soon

// HasCodes reports whether an operation has a row in the table of codes.
func HasCodes(operation string) bool {
	_, ok := own[operation]
	return ok
}

// CodesWithStatus lists the codes that have a status of their own.
func CodesWithStatus() []string { return slices.Collect(maps.Keys(statuses)) }
