package web

import (
	"time"

	"kydai/internal/play"
)

// Link lets tests be a connection.
type Link = link

// Conn is a connection of a test.
type Conn struct{ c *conn }

// Attach makes a connection of a link.
func (s *Server) Attach(l Link, p play.Player) Conn {
	v := visitor{Player: p, address: "test"}
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
