package wire

import (
	"kydai/game"
	"kydai/match"
	"kydai/play"
)

// whole is what Frame calls a viewer who knows nothing yet.
const whole = -1

// Frame is what a viewer is told who knows the first `from` events of a match:
// Events, or the MatchTold if from is none or cannot be. It is made once for
// all who need the same.
func Frame(s *play.Snapshot, side game.Side, from int) []byte {
	if from <= 0 || from > s.Seq {
		return s.Frame(side, whole, func() []byte { return Encode(MatchTold{T: TellMatch, View: *NewView(s, side)}) })
	}
	return s.Frame(side, from, func() []byte { return Encode(NewEvents(s, side, from)) })
}

// NewEvents is what a side is told that knows the first from events.
func NewEvents(s *play.Snapshot, side game.Side, from int) *Events {
	v := s.View(side)
	pos := v.Line.Position()
	info := v.Line.Rules().Info()
	e := &Events{
		T: TellEvents, ID: s.ID, From: from, Seq: v.Seq, Ply: v.Ply, Turn: v.Turn.String(),
		Claim: claimOf(s, &v), Marks: marksOf(pos), Clock: clockOf(&v.Clock), Offers: offersOf(v.Offers),
		Redo: v.Redo, Paused: v.Paused, Result: resultOf(&v), Next: v.Next,
	}
	squares := Squares{Width: info.Width, RankZero: info.RankZero}
	if g, ok := game.GridOf(pos); ok {
		e.Cells, squares.Width = Cells(g), g.Width
	}
	if squares.Width > 0 {
		e.Legal, e.Premoves = squares.Pack(legalOf(&v)), squares.Pack(premovesOf(&v))
	}
	notices := s.Notices(side, from)
	e.News = newsOf(notices)
	e.moves(&v, notices)
	if s.Over {
		e.Fair = s.Transcript(side)
	} else {
		e.Reveals = s.Reveals(side, e.At)
	}
	return e
}

// moves tells the moves from the lowest ply on that the match came by.
func (e *Events) moves(v *match.View, notices []match.Notice) {
	var played []string
	lowest, ply, rewound := v.Ply, v.Ply, false
	for i := len(notices) - 1; i >= 0; i-- {
		switch n := notices[i]; n.Kind {
		case match.Moved:
			ply--
			played = append(played, n.Text)
		case match.Undone:
			ply += n.N
			rewound = true
		case match.Redone:
			ply -= n.N
			rewound = true
		}
		lowest = min(lowest, ply)
	}
	e.At = lowest
	if rewound {
		e.Undos = &v.Undos
		e.Codes = v.Line.Codes()[lowest:]
	} else {
		for i := len(played) - 1; i >= 0; i-- {
			e.Codes = append(e.Codes, played[i])
		}
	}
	opening := v.Ply - len(v.Timing)
	spent, lag := timing(v.Timing[max(lowest-opening, 0):])
	e.Spent = spent
	for _, ms := range lag {
		if ms != 0 {
			e.Lag = lag
		}
	}
}

func newsOf(notices []match.Notice) []Notice {
	var news []Notice
	for _, n := range notices {
		if n.Kind == match.Moved {
			continue
		}
		w := Notice{Kind: n.Kind.String(), By: n.By.String(), What: n.What.String(), N: n.N, Text: n.Text, Gave: n.Gave.Milliseconds()}
		if n.Kind == match.Given {
			w.To = n.Side.String()
		}
		news = append(news, w)
	}
	return news
}
