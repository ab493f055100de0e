package wire

import "kydai/internal/talk"

// Say is a chat line that a client sends: either a phrase or a text.
type Say struct {
	Phrase string `json:"phrase,omitempty" enum:"hello,luck,good,oops,sorry,thanks,again,bye" doc:"Phrase that is shown in the reader's language."`
	Text   string `json:"text,omitempty" maxLength:"560" doc:"Text of 1 to 140 characters; allowed only between two accounts, and not in a rated game with hidden pieces."`
}

// Line is a chat line of a player.
type Line struct {
	Number int    `json:"number" doc:"Number of the chat line; the first line of the match has number 1."`
	Side   string `json:"side" enum:"first,second"`
	Phrase string `json:"phrase,omitempty"`
	Text   string `json:"text,omitempty"`
	At     int64  `json:"at"`
}

// Lines sends the chat lines of a match that the client does not have.
type Lines struct {
	T     string `json:"t" enum:"lines"`
	ID    string `json:"id"`
	Lines []Line `json:"lines"`
	// NoTexts says why the players of the match may send phrases only. It is set only in the
	// response to Hear.
	NoTexts string `json:"noTexts,omitempty" enum:"guests,pupils,hidden" doc:"Reason why the players can send only phrases; present only in the response to the message hear."`
}

// LinesOf converts chat lines to the form of the API.
func LinesOf(lines []talk.Line) []Line {
	all := make([]Line, 0, len(lines))
	for i := range lines {
		all = append(all, LineOf(&lines[i]))
	}
	return all
}

// LineOf converts a chat line to the form of the API.
func LineOf(l *talk.Line) Line {
	return Line{Number: l.Number, Side: l.Side.String(), Phrase: string(l.Phrase), Text: l.Text, At: Millis(l.At)}
}
