package dhtmlxq

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

// fieldName is the name of a DhtmlXQ field, with the tag of the record that holds the value of the
// field.
type fieldName struct{ field, tag string }

// tagFields lists the fields whose values are stored in tags of the record.
var tagFields = []fieldName{
	{"event", "Event"}, {"place", "Site"}, {"date", "Date"}, {"round", "Round"},
	{"red", "Red"}, {"black", "Black"}, {"redteam", "RedTeam"}, {"blackteam", "BlackTeam"},
	{"title", "Title"}, {"author", "Author"},
}

// ownFields lists fields that contain no information about the game.
var ownFields = []string{"ver", "init", "pver", "firstnum", "length", "hits", "viewurl"}

// results maps texts to results. The first text of each result is used for writing.
var results = []struct {
	text   string
	result record.Result
}{
	{"红胜", record.FirstWins}, {"紅勝", record.FirstWins}, {"先胜", record.FirstWins}, {"先勝", record.FirstWins},
	{"黑胜", record.SecondWins}, {"黑勝", record.SecondWins}, {"先负", record.SecondWins}, {"先負", record.SecondWins},
	{"和棋", record.Drawn}, {"先和", record.Drawn}, {"和局", record.Drawn}, {"和", record.Drawn},
	{"未知", record.Unknown},
}

var (
	branchField  = regexp.MustCompile(`^move_(\d{1,6})_(\d{1,6})_(\d{1,6})$`)
	commentField = regexp.MustCompile(`^comment(?:(\d{1,6})_)?(\d{1,6})$`)
	escape       = regexp.MustCompile(`\\u[0-9A-Fa-f]{4}`)
)

// reservedField reports whether a tag cannot be written as a field under its own name.
func reservedField(name string) bool {
	low := strings.ToLower(name)
	for _, t := range tagFields {
		if low == t.field {
			return true
		}
	}
	return slices.Contains(ownFields, low) || slices.Contains([]string{startField, movesField, "fen", "result"}, low) ||
		strings.HasPrefix(low, "move_") || strings.HasPrefix(low, "comment")
}

// take stores the value of a field in the game or in setup.
func (r *reader) take(f field, setup *setup) error {
	low := strings.ToLower(f.name)
	text := unmarked.Replace(scan.Clean(unescape(f.value)))
	if m := branchField.FindStringSubmatch(low); m != nil {
		n := numbers(m[1:])
		return r.route(&moveLine{parent: n[0], ply: n[1], id: n[2]}, f)
	}
	if m := commentField.FindStringSubmatch(low); m != nil {
		n := numbers(m[1:])
		key := [2]int{n[0], n[1]}
		r.comments[key] = append(r.comments[key], text)
		return nil
	}
	switch low {
	case movesField:
		return r.route(&moveLine{ply: 1}, f)
	case startField:
		setup.board, setup.at = text, f.at
		return nil
	case "fen":
		setup.fen, setup.at = text, f.at
		return nil
	case "result":
		r.game.Result, _ = record.ParseResult(text)
		for _, w := range results {
			if text == w.text {
				r.game.Result = w.result
			}
		}
		return nil
	}
	if text == "" {
		return nil
	}
	for _, t := range tagFields {
		if t.field == low {
			return build.TakeOnce(r.game, record.Tag{Name: t.tag, Value: text})
		}
	}
	name := build.TagName(f.name)
	if reservedField(name) || name == "" || build.Reserved(r.rules, name) && !strings.HasPrefix(name, build.TagOption) && name != build.TagVariant {
		return nil
	}
	return build.TakeOnce(r.game, record.Tag{Name: name, Value: text})
}

func (r *reader) route(route *moveLine, f field) error {
	route.moves, route.at = strings.TrimSpace(f.value), f.at
	if route.id == 0 && route.ply != 1 || r.routes[route.id] != nil {
		return build.Bad("there are two variations of number ", strconv.Itoa(route.id))
	}
	r.routes[route.id] = route
	return nil
}

// numbers parses fields of digits; an empty field is 0.
func numbers(fields []string) []int {
	out := make([]int, len(fields))
	for i, f := range fields {
		out[i], _ = strconv.Atoi(f)
	}
	return out
}

// unescape decodes escapes such as \u4e00.
func unescape(text string) string {
	if !strings.Contains(text, `\u`) {
		return text
	}
	return escape.ReplaceAllStringFunc(text, func(s string) string {
		n, _ := strconv.ParseUint(s[2:], 16, 32)
		return string(rune(n))
	})
}

// setup describes how a game starts.
type setup struct {
	board string // points of the 32 pieces, in the order of build.Pieces
	fen   string // start position as text, used instead of board if set
	at    scan.Place
}

// apply sets the start of the game g. The side to move is the side whose piece makes the first
// move.
func (s *setup) apply(g *record.Game, moves string) error {
	if s.fen != "" {
		g.Setup.Start = s.fen
		return nil
	}
	if s.board == "" {
		return nil
	}
	if len(s.board) != 2*len(build.Pieces) {
		return build.Bad("a start is ", strconv.Itoa(len(build.Pieces)), " points of two digits")
	}
	cells := make([]byte, build.Width*build.Height)
	for i := range len(build.Pieces) {
		point := s.board[2*i : 2*i+2]
		sq, ok := pointOf(point)
		switch {
		case point == absent:
		case !ok:
			return build.Bad("there is no point ", point)
		case cells[sq] != 0:
			return build.Bad("two pieces stand on ", point)
		default:
			cells[sq] = build.Pieces[i]
		}
	}
	turn := game.First
	if from, _, ok := stepOf(moves[:min(4, len(moves))]); ok && cells[from] >= 'a' {
		turn = game.Second
	}
	return build.SetBoard(g, cells, build.Width, turn)
}
