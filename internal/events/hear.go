package events

import (
	"strconv"

	"kydai/internal/bus"
)

// changedSubject begins the subject of messages about changes. The rest is the id
// of the event, and the data its version.
const changedSubject = "tourney."

// tell announces to all nodes that an event has a new version. Messages may be
// lost: who needs the event asks for it again.
func (s *Service) tell(id string, version int) {
	if s.opts.Bus == nil {
		return
	}
	if err := s.opts.Bus.Publish(changedSubject+id, strconv.AppendInt(nil, int64(version), 10)); err != nil {
		s.opts.Log.Debug("a change of an event was not announced; pages see it when they ask again", "event", id, "err", err)
	}
}

// Hear calls f for every change of an event, on any node, until cancel is called.
func (s *Service) Hear(f func(id string, version int)) (cancel func(), err error) {
	if s.opts.Bus == nil {
		return func() {}, nil
	}
	sub, err := s.opts.Bus.Subscribe(changedSubject+"*", bus.Handler{
		Message: func(subject string, data []byte) {
			if version, err := strconv.Atoi(string(data)); err == nil {
				f(subject[len(changedSubject):], version)
			}
		},
		Gap: func(bus.Gap) {},
	})
	if err != nil {
		return nil, err
	}
	return sub.Cancel, nil
}
