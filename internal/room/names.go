package room

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"kydai/internal/sleep"
)

// Name is the host name that the server announces in its network by multicast DNS.
const Name = "kydai.local"

var (
	mdnsGroup = &net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: 5353}
	mdnsName  = dnsmessage.MustNewName(Name + ".")
)

const (
	nameTTL     = 120 // seconds that clients may cache an answer (RFC 6762, section 10)
	legacyTTL   = 10  // seconds that simple resolvers may cache an answer (RFC 6762, section 6.7)
	flushCache  = 1 << 15
	wantsDirect = 1 << 15 // bit in the class of a question: the response may be sent only to the sender of the query
	typeNSEC    = dnsmessage.Type(47)

	probes     = 3
	probePause = 250 * time.Millisecond
	// lookForLinks is the interval at which the network interfaces are checked for changes: a
	// laptop may join another network.
	lookForLinks = 30 * time.Second
)

// Announce answers multicast DNS queries for kydai.local on all networks of
// this machine until ctx ends. On a network where another machine has the name,
// it does not answer and logs a warning.
func Announce(ctx context.Context, log *slog.Logger) {
	for ctx.Err() == nil {
		now := links()
		round, stop := context.WithCancel(ctx)
		done := make(chan struct{})
		go func() {
			defer close(done)
			for _, l := range now {
				go announceOn(round, l, log)
			}
			<-round.Done()
		}()
		for sleep.For(ctx, lookForLinks) == nil {
			if next := links(); !slices.EqualFunc(now, next, func(a, b link) bool { return a.Index == b.Index && slices.Equal(a.addresses, b.addresses) }) {
				break
			}
		}
		stop()
		<-done
	}
}

// responder answers queries with the addresses of one interface.
type responder struct{ addresses []netip.Addr }

// announceOn answers queries on one interface until ctx ends.
func announceOn(ctx context.Context, l link, log *slog.Logger) {
	r := &responder{addresses: slices.DeleteFunc(slices.Clone(l.addresses), func(a netip.Addr) bool { return !a.Is4() })}
	if len(r.addresses) == 0 || l.Flags&net.FlagMulticast == 0 {
		return
	}
	c, err := net.ListenMulticastUDP("udp4", &l.Interface, mdnsGroup)
	if err != nil {
		log.Warn("kydai.local is not announced", "interface", l.Name, "err", err)
		return
	}
	end := context.AfterFunc(ctx, func() {
		if goodbye := r.records(0, 0); goodbye != nil {
			_, _ = c.WriteTo(goodbye, mdnsGroup)
		}
		_ = c.Close()
	})
	defer end()
	if err := r.claim(ctx, c); err != nil {
		if ctx.Err() == nil {
			log.Warn("another machine of the network is kydai.local; use the address", "interface", l.Name)
		}
		if end() { // cancel the goodbye message, because this machine has not claimed the name
			_ = c.Close()
		}
		return
	}
	log.Debug("kydai.local is announced", "interface", l.Name)
	packet := make([]byte, 9000)
	for {
		n, from, err := c.ReadFromUDP(packet)
		if err != nil {
			return
		}
		if answer, direct := r.answer(packet[:n], from.Port != mdnsGroup.Port); answer != nil {
			to := mdnsGroup
			if direct {
				to = from
			}
			_, _ = c.WriteToUDP(answer, to)
		}
	}
}

var errTaken = errors.New("room: another machine has this name")

// claim asks the network three times whether another machine has the name, and then announces the
// name. It returns errTaken if another machine has the name.
func (r *responder) claim(ctx context.Context, c *net.UDPConn) error {
	question := dnsmessage.Message{Questions: []dnsmessage.Question{{Name: mdnsName, Type: dnsmessage.TypeALL, Class: dnsmessage.ClassINET}}}
	ask, err := question.Pack()
	if err != nil {
		return err
	}
	packet := make([]byte, 9000)
	for range probes {
		if _, err := c.WriteTo(ask, mdnsGroup); err != nil {
			return err
		}
		_ = c.SetReadDeadline(time.Now().Add(probePause))
		for {
			n, err := c.Read(packet)
			if err != nil {
				break
			}
			if r.contradicts(packet[:n]) {
				return errTaken
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	_ = c.SetReadDeadline(time.Time{})
	_, err = c.WriteTo(r.records(0, nameTTL), mdnsGroup)
	return err
}

// contradicts reports whether a packet says that the name kydai.local has an address other than the
// addresses of this responder.
func (r *responder) contradicts(packet []byte) bool {
	var m dnsmessage.Message
	if m.Unpack(packet) != nil || !m.Response {
		return false
	}
	for _, a := range m.Answers {
		if body, ok := a.Body.(*dnsmessage.AResource); ok && sameName(a.Header.Name) && !slices.Contains(r.addresses, netip.AddrFrom4(body.A)) {
			return true
		}
	}
	return false
}

// answer returns the response to a packet; nil if the packet has no question for the name. The
// parameter simple is true if the sender is a simple resolver, which does not send from port 5353.
// Such a sender needs a response with the id of its query. The result direct is true if the
// response must go only to the sender.
func (r *responder) answer(packet []byte, simple bool) (answer []byte, direct bool) {
	var p dnsmessage.Parser
	head, err := p.Start(packet)
	if err != nil || head.Response || head.OpCode != 0 {
		return nil, false
	}
	questions, err := p.AllQuestions()
	if err != nil {
		return nil, false
	}
	for _, q := range questions {
		kind := q.Type == dnsmessage.TypeA || q.Type == dnsmessage.TypeAAAA || q.Type == dnsmessage.TypeALL
		if !kind || !sameName(q.Name) {
			continue
		}
		if simple {
			return r.simple(head.ID, q), true
		}
		return r.records(0, nameTTL), q.Class&wantsDirect != 0
	}
	return nil, false
}

func sameName(n dnsmessage.Name) bool { return strings.EqualFold(n.String(), mdnsName.String()) }

// records returns a response with the addresses of the responder. The response also states, by an
// NSEC record, that the name has no other types of records, so that no client waits for an IPv6
// address.
func (r *responder) records(id uint16, ttl uint32) []byte {
	if len(r.addresses) == 0 {
		return nil
	}
	m := dnsmessage.Message{Header: dnsmessage.Header{ID: id, Response: true, Authoritative: true}}
	head := dnsmessage.ResourceHeader{Name: mdnsName, Class: dnsmessage.ClassINET | flushCache, TTL: ttl}
	for _, a := range r.addresses {
		m.Answers = append(m.Answers, dnsmessage.Resource{Header: head, Body: &dnsmessage.AResource{A: a.As4()}})
	}
	var none bytes.Buffer // NSEC record data: the name, then a bitmap of the record types that exist, only type A
	for _, label := range strings.Split(Name, ".") {
		none.WriteByte(byte(len(label)))
		none.WriteString(label)
	}
	none.Write([]byte{0, 0, 1, 0x40})
	m.Additionals = []dnsmessage.Resource{{Header: head, Body: &dnsmessage.UnknownResource{Type: typeNSEC, Data: none.Bytes()}}}
	packed, err := m.Pack()
	if err != nil {
		return nil
	}
	return packed
}

// simple returns a response to a simple resolver, in the form that an ordinary DNS server sends.
func (r *responder) simple(id uint16, q dnsmessage.Question) []byte {
	q.Class = dnsmessage.ClassINET
	m := dnsmessage.Message{Header: dnsmessage.Header{ID: id, Response: true, Authoritative: true}, Questions: []dnsmessage.Question{q}}
	if q.Type != dnsmessage.TypeAAAA {
		for _, a := range r.addresses {
			head := dnsmessage.ResourceHeader{Name: q.Name, Class: dnsmessage.ClassINET, TTL: legacyTTL}
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: head, Body: &dnsmessage.AResource{A: a.As4()}})
		}
	}
	packed, err := m.Pack()
	if err != nil {
		return nil
	}
	return packed
}
