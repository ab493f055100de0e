package events

import (
	"strconv"

	"kydai/internal/bus"
)

// changedSubject is the prefix of the message bus subject for changes of an event. The event's id
// follows the prefix. The message body is the version of the event.
const changedSubject = "tourney."

// tell notifies all nodes that an event has a new version. Messages may be lost, so a receiver that
// needs the current state must read the event again.
func (s *Service) tell(id string, version int) {
	if s.opts.Bus == nil {
		return
	}
	if err := s.opts.Bus.Publish(changedSubject+id, strconv.AppendInt(nil, int64(version), 10)); err != nil {
		s.opts.Log.Debug("a change of an event was not announced; pages see it when they ask again", "event", id, "err", err)
	}
}

// Hear calls f with the id and version of every event that changes, on any node, until the caller
// calls the returned function cancel.
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
