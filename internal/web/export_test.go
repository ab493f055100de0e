package web

import (
	"maps"
	"slices"
	"time"

	"kydai/account"
	"kydai/internal/people"
	"kydai/internal/play"
)

// Link makes the internal interface link, which hides the WebSocket library, available to tests.
type Link = link

// Conn is a connection that a test has created with Server.Attach.
type Conn struct{ c *conn }

// Attach creates a player's connection on a given link.
func (s *Server) Attach(l Link, p play.Player) Conn {
	v := visitor{Player: p, address: "test", hash: people.GuestHash(p.ID), role: account.Guest}
	s.conns.enter(map[string]float64{v.address: 1 << 20, v.ID: 1 << 20})
	return Conn{s.attach(l, v)}
}

// Lag returns the measured network lag of the connection.
func (c Conn) Lag() time.Duration { return time.Duration(c.c.lag.Load()) }

// DefaultLimits returns the limits of a server that sets none.
func DefaultLimits() (l Limits) {
	l.defaults()
	return l
}

// Rights makes the internal map rights available to tests. It says which right an operation needs.
var Rights = rights

// Soon makes the internal function soon available to tests. It reports whether a turn is close
// enough to its deadline for a reminder.
var Soon = soon

// HasCodes reports whether an operation has a row in the table of error codes.
func HasCodes(operation string) bool {
	_, ok := own[operation]
	return ok
}

// CodesWithStatus lists the error codes that have an HTTP status other than the default.
func CodesWithStatus() []string { return slices.Collect(maps.Keys(statuses)) }
