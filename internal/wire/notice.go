package wire

import "kydai/internal/notice"

// Noticed tells a client that the list of its notices has changed.
type Noticed struct {
	T string `json:"t" enum:"notice"`
}

// NoticeView is one notice of a player. It contains nothing about the position on the board.
type NoticeView struct {
	Kind   string `json:"kind" enum:"started,turn,soon,challenge,result"`
	Match  string `json:"match,omitempty"`
	Offer  string `json:"offer,omitempty" doc:"Id of the offer, in notices about a challenge."`
	Game   string `json:"game"`
	Other  string `json:"other,omitempty" doc:"Name of the other player; missing if the account was deleted."`
	Result string `json:"result,omitempty" enum:"won,drawn,lost,aborted"`
	At     int64  `json:"at"`
	Seen   bool   `json:"seen,omitempty"`
	Event  string `json:"event,omitempty" doc:"Name of the tournament to which the match belongs."`
	Round  int    `json:"round,omitempty" doc:"Round of the tournament."`
}

// Notices is the list of a player's notices.
type Notices struct {
	Notices []NoticeView `json:"notices" doc:"Notices, newest first, at most 50."`
	Unseen  int          `json:"unseen"`
	Off     []string     `json:"off" doc:"Kinds of notices that the player has switched off."`
}

// NoticesOf converts a list of notices to the form of the API.
func NoticesOf(l notice.List) Notices {
	all := Notices{Notices: make([]NoticeView, 0, len(l.Notices)), Unseen: l.Unseen, Off: make([]string, 0, len(l.Off))}
	for _, n := range l.Notices {
		v := NoticeView{Kind: string(n.Kind), Match: n.Subject, Game: n.Game, Other: n.Name, Result: n.Result, At: Millis(n.At), Seen: n.Seen, Event: n.Event.Name, Round: n.Event.Round}
		if n.Kind == notice.Challenge {
			v.Match, v.Offer = "", n.Subject
		}
		all.Notices = append(all.Notices, v)
	}
	for _, k := range l.Off {
		all.Off = append(all.Off, string(k))
	}
	return all
}
