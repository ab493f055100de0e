package wire

import (
	"slices"

	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
)

// whole is the value of the field From in the key of a cached frame that contains the whole match.
const whole = -1

// Frame returns the message for a viewer that already has the first events of the match, as many as
// the parameter from says. The message is Events, or MatchTold if from is 0 or invalid. Frames are
// cached and shared by all viewers that need the same message. In a game without hidden
// information, only the legal moves, premoves and claims differ between viewers.
func Frame(s *play.Snapshot, side game.Side, from int, form play.FrameForm) []byte {
	if from <= 0 || from > s.Seq {
		return s.Frame(play.FrameKey{Side: side, From: whole}, func() []byte {
			return Encode(MatchTold{T: TellMatch, View: *NewView(s, side)})
		})
	}
	if form.Brief {
		form.Premoves = false
		if !s.Hidden() {
			side = game.NoSide // brief frames of a game without hidden information are equal for all sides, so cache only one
		}
	}
	return s.Frame(play.FrameKey{Side: side, From: from, Form: form}, func() []byte {
		if side == game.NoSide || s.Hidden() {
			var e Events // a local variable stays on the stack; NewEvents would allocate on the heap
			e.fill(s, side, from, form)
			return e.Encode()
		}
		all := Frame(s, game.NoSide, from, play.FrameForm{})
		var own Events
		own.own(s, side, form.Premoves)
		b := make([]byte, 0, len(all)+len(own.Legal)+len(own.Premoves)+ownNames)
		return append(own.appendOwn(append(b, all[:len(all)-1]...)), '}')
	})
}

// NewEvents returns the Events for a side that already has the first events of the match, as many
// as the parameter from says.
func NewEvents(s *play.Snapshot, side game.Side, from int, form play.FrameForm) *Events {
	e := &Events{}
	e.fill(s, side, from, form)
	return e
}

func (e *Events) fill(s *play.Snapshot, side game.Side, from int, form play.FrameForm) {
	v := s.View(side)
	*e = Events{
		T: TellEvents, ID: s.ID, From: from, Seq: v.Seq, Ply: v.Ply, Turn: v.Turn.String(),
		Clock: clockOf(&v.Clock), Offers: offersOf(v.Offers),
		Redo: v.Redo, Paused: v.Paused, Result: resultOf(s, &v), Next: v.Next,
	}
	if !form.Brief {
		pos := v.Line.Position()
		e.Last, e.Marks = lastOf(v.Line), marksOf(pos)
		if g, ok := game.GridOf(pos); ok {
			e.Cells = Cells(g)
		}
		e.own(s, side, form.Premoves)
	}
	notices := s.Notices(side, from)
	e.News = newsOf(notices)
	e.moves(&v, notices)
	if s.Open() {
		e.Fair = s.Transcript(side)
	} else {
		e.Reveals = s.Reveals(side, e.At)
	}
}

// own sets the fields that only the viewer on this side receives: claims, legal moves and premoves.
func (e *Events) own(s *play.Snapshot, side game.Side, premoves bool) {
	v := s.View(side)
	e.Claim = claimOf(s, &v)
	pos := v.Line.Position()
	var squares Squares
	if squares.Width, squares.RankZero = s.Board(); squares.Width == 0 {
		return
	}
	e.Legal = squares.Pack(pos, legalMoves(&v))
	if premoves {
		e.Premoves = squares.Pack(pos, premovesOf(&v))
	}
}

// moves sets the fields about the moves. The lists begin at the lowest ply that the new events have
// changed, because a takeback changes earlier plies.
func (e *Events) moves(v *match.View, notices []match.Notice) {
	played := make([]string, 0, len(notices))
	lowest, ply, rewound := v.Ply, v.Ply, false
	for i := len(notices) - 1; i >= 0; i-- {
		switch n := notices[i]; n.Kind {
		case match.Moved:
			ply--
			played = append(played, n.Text)
		case match.Undone:
			ply += n.Count
			rewound = true
		case match.Redone:
			ply -= n.Count
			rewound = true
		}
		lowest = min(lowest, ply)
	}
	e.At = lowest
	if rewound {
		undos := v.Undos // a copy, so that the view is not allocated on the heap
		e.Undos = &undos
		e.Codes = v.Line.Codes()[lowest:]
	} else {
		slices.Reverse(played)
		e.Codes = played
	}
	opening := v.Ply - v.Timing.Len()
	spent, lag, lost := timing(v.Timing, max(lowest-opening, 0))
	e.Spent, e.Lag, e.Lost = spent, some(lag), some(lost)
}

func newsOf(notices []match.Notice) []Notice {
	var news []Notice
	for _, n := range notices {
		if n.Kind == match.Moved {
			continue
		}
		w := Notice{Kind: n.Kind.String(), By: n.By.String(), What: n.What.String(), Count: n.Count, Text: n.Text, Gave: n.Gave.Milliseconds()}
		if n.Kind == match.Given {
			w.To = n.Side.String()
		}
		news = append(news, w)
	}
	return news
}
