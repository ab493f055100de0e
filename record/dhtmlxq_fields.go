package record

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kydai/game"
)

// dhtmlName is a field and the tag it stands for.
type dhtmlName struct{ field, tag string }

// dhtmlTags are the fields whose name differs from that of the tag.
var dhtmlTags = []dhtmlName{
	{"event", "Event"}, {"place", "Site"}, {"date", "Date"}, {"round", "Round"},
	{"red", "Red"}, {"black", "Black"}, {"redteam", "RedTeam"}, {"blackteam", "BlackTeam"},
	{"title", "Title"}, {"author", "Author"},
}

// dhtmlOwn are fields that say nothing about the game.
var dhtmlOwn = []string{"ver", "init", "pver", "firstnum", "length", "hits", "viewurl"}

// dhtmlResults are the words for results; the first of each is written.
var dhtmlResults = []struct {
	text   string
	result Result
}{
	{"红胜", FirstWins}, {"紅勝", FirstWins}, {"先胜", FirstWins}, {"先勝", FirstWins},
	{"黑胜", SecondWins}, {"黑勝", SecondWins}, {"先负", SecondWins}, {"先負", SecondWins},
	{"和棋", Drawn}, {"先和", Drawn}, {"和局", Drawn}, {"和", Drawn},
	{"未知", Unknown},
}

var (
	dhtmlBranch  = regexp.MustCompile(`^move_(\d{1,6})_(\d{1,6})_(\d{1,6})$`)
	dhtmlComment = regexp.MustCompile(`^comment(?:(\d{1,6})_)?(\d{1,6})$`)
	dhtmlEscape  = regexp.MustCompile(`\\u[0-9A-Fa-f]{4}`)
)

// dhtmlReserved reports whether a tag cannot be a field under its own name.
func dhtmlReserved(name string) bool {
	low := strings.ToLower(name)
	for _, t := range dhtmlTags {
		if low == t.field {
			return true
		}
	}
	return slices.Contains(dhtmlOwn, low) || slices.Contains([]string{dhtmlStart, dhtmlMoves, "fen", "result"}, low) ||
		strings.HasPrefix(low, "move_") || strings.HasPrefix(low, "comment")
}

// take puts a field where it belongs.
func (r *dhtmlReader) take(f dhtmlField, setup *dhtmlSetup) error {
	low := strings.ToLower(f.name)
	text := unmarked.Replace(clean(unescape(f.value)))
	if m := dhtmlBranch.FindStringSubmatch(low); m != nil {
		n := numbers(m[1:])
		return r.route(&dhtmlRoute{parent: n[0], ply: n[1], id: n[2]}, f)
	}
	if m := dhtmlComment.FindStringSubmatch(low); m != nil {
		n := numbers(m[1:])
		key := [2]int{n[0], n[1]}
		r.comments[key] = append(r.comments[key], text)
		return nil
	}
	switch low {
	case dhtmlMoves:
		return r.route(&dhtmlRoute{ply: 1}, f)
	case dhtmlStart:
		setup.board, setup.at = text, f.at
		return nil
	case "fen":
		setup.fen, setup.at = text, f.at
		return nil
	case "result":
		r.g.Result, _ = parseResult(text)
		for _, w := range dhtmlResults {
			if text == w.text {
				r.g.Result = w.result
			}
		}
		return nil
	}
	if text == "" {
		return nil
	}
	for _, t := range dhtmlTags {
		if t.field == low {
			return takeOnce(r.g, Tag{t.tag, text})
		}
	}
	name := pgnName(f.name)
	if dhtmlReserved(name) || name == "" || reserved(r.rules, name) && !strings.HasPrefix(name, tagOption) && name != tagVariant {
		return nil
	}
	return takeOnce(r.g, Tag{name, text})
}

func (r *dhtmlReader) route(route *dhtmlRoute, f dhtmlField) error {
	route.moves, route.at = strings.TrimSpace(f.value), f.at
	if route.id == 0 && route.ply != 1 || r.routes[route.id] != nil {
		return badRecord("there are two variations of number ", strconv.Itoa(route.id))
	}
	r.routes[route.id] = route
	return nil
}

// numbers reads fields of digits; an empty one is 0.
func numbers(fields []string) []int {
	out := make([]int, len(fields))
	for i, f := range fields {
		out[i], _ = strconv.Atoi(f)
	}
	return out
}

// unescape reads the \u4e00 of scripts.
func unescape(text string) string {
	if !strings.Contains(text, `\u`) {
		return text
	}
	return dhtmlEscape.ReplaceAllStringFunc(text, func(s string) string {
		n, _ := strconv.ParseUint(s[2:], 16, 32)
		return string(rune(n))
	})
}

// dhtmlSetup is how a game starts.
type dhtmlSetup struct {
	board string // 32 points, in the order of dhtmlPieces
	fen   string // says more, where it is there
	at    place
}

// apply sets the start of g. Who moves first is told by the first move.
func (s *dhtmlSetup) apply(g *Game, moves string) error {
	if s.fen != "" {
		g.Setup.Start = s.fen
		return nil
	}
	if s.board == "" {
		return nil
	}
	if len(s.board) != 2*len(dhtmlPieces) {
		return badRecord("a start is ", strconv.Itoa(len(dhtmlPieces)), " points of two digits")
	}
	cells := make([]byte, dhtmlWidth*dhtmlHeight)
	for i := range len(dhtmlPieces) {
		point := s.board[2*i : 2*i+2]
		sq, ok := dhtmlPoint(point)
		switch {
		case point == dhtmlAbsent:
		case !ok:
			return badRecord("there is no point ", point)
		case cells[sq] != 0:
			return badRecord("two pieces stand on ", point)
		default:
			cells[sq] = dhtmlPieces[i]
		}
	}
	turn := game.First
	if from, _, ok := dhtmlStep(moves[:min(4, len(moves))]); ok && cells[from] >= 'a' {
		turn = game.Second
	}
	return setBoard(g, cells, dhtmlWidth, turn)
}

// setBoard starts g from a board of letters, 0 for an empty cell. The usual
// start is left unsaid.
func setBoard(g *Game, cells []byte, width int, turn game.Side) error {
	text := boardText(cells, width)
	if turn == game.Second {
		text += " b"
	} else {
		text += " w"
	}
	usual, err := g.Rules.New(game.Setup{Options: g.Setup.Options})
	if err != nil {
		return err
	}
	if !strings.HasPrefix(usual.String(), text+" ") {
		g.Setup.Start = text + " - - 0 1"
	}
	return nil
}

// boardText writes rows from the top, numbers for empty cells.
func boardText(cells []byte, width int) string {
	var b strings.Builder
	for row := len(cells)/width - 1; row >= 0; row-- {
		gap := 0
		for _, c := range append(slices.Clone(cells[row*width:(row+1)*width]), '/') {
			if c == 0 {
				gap++
				continue
			}
			if gap > 0 {
				b.WriteString(strconv.Itoa(gap))
				gap = 0
			}
			b.WriteByte(c)
		}
	}
	return strings.TrimSuffix(b.String(), "/")
}
