package caro

import (
	"strconv"
	"strings"

	"kydai/game"
)

// Fields of a position text, in order. The last fields may be missing.
const (
	boardField   = iota // rows from the top; x is black, o is white, numbers are empty cells
	nextField           // colour of the next stone: x or o
	ruleField           // win rule: a value of the option "rule"
	edgeField           // a value of the option "edge"
	openingField        // a value of the option "opening"
	stageField          // stage: play, place, offer, more or pick
	blackField          // side that plays black: first, second, or - if not settled
	lastField           // square of the last stone, or - if there is none
	limitField          // a value of the option "moves"; missing if there is no limit
	fieldCount
)

var letters = [...]byte{Empty: '.', Black: 'x', White: 'o'}

// String returns the position text with all fields. The limit field is missing if there is no move
// limit.
func (p *Position) String() string {
	f := [fieldCount]string{
		boardField:   p.boardText(),
		nextField:    string(letters[p.next]),
		ruleField:    ruleNames[p.rule],
		edgeField:    edgeNames[p.edge],
		openingField: openingNames[p.opening],
		stageField:   stageNames[p.stage],
		blackField:   "-",
		lastField:    "-",
	}
	if p.black != game.NoSide {
		f[blackField] = p.black.String()
	}
	if p.last != game.NoSquare {
		f[lastField] = squareName(p.last, p.Size())
	}
	if p.limit == 0 {
		return strings.Join(f[:limitField], " ")
	}
	f[limitField] = limitNames[p.limit]
	return strings.Join(f[:], " ")
}

func (p *Position) boardText() string {
	var out []byte
	size := p.Size()
	for rank := size - 1; rank >= 0; rank-- {
		empty := 0
		for file := range size {
			s := p.At(game.Square(rank*size + file))
			if s == Empty {
				empty++
				continue
			}
			if empty > 0 {
				out = strconv.AppendInt(out, int64(empty), 10)
				empty = 0
			}
			out = append(out, letters[s])
		}
		if empty > 0 {
			out = strconv.AppendInt(out, int64(empty), 10)
		}
		if rank > 0 {
			out = append(out, '/')
		}
	}
	return string(out)
}

func bad(parts ...string) error { return game.Err(game.BadPosition, parts...) }

// reader holds the state of parsing a position text, and the first error.
type reader struct {
	core
	counts  [White + 1]int
	fields  []string
	options map[string]string
	err     error
}

// parse parses a position text as String writes it. It also accepts upper-case letters, dots for
// empty cells, and missing fields, which it takes from the options or fills with likely values. Any
// arrangement of stones is allowed, except while an opening is in progress: then the numbers of
// stones must fit the stage.
func parse(text string, options map[string]string) (*Position, error) {
	r := &reader{fields: strings.Fields(strings.ToLower(text)), options: options}
	if len(r.fields) == 0 || len(r.fields) > fieldCount {
		return nil, bad("a position must have 1 to ", strconv.Itoa(int(fieldCount)), " fields, not ", strconv.Itoa(len(r.fields)))
	}
	rows := strings.Split(r.fields[boardField], "/")
	size := len(rows)
	if size < MinSize || size > MaxSize {
		return nil, game.Fault(bad("the board has ", strconv.Itoa(size), " rows; there can be ", sizeNames[0], " to ", sizeNames[len(sizeNames)-1]),
			game.FaultRanks, strconv.Itoa(size), sizeNames[0]+"–"+sizeNames[len(sizeNames)-1])
	}
	if want, ok := options["size"]; ok && want != strconv.Itoa(size) {
		return nil, game.Err(game.BadOption, "the position has size ", strconv.Itoa(size), ", the option says ", want)
	}
	rule := r.setting(ruleField, "rule", ruleNames)
	edge := r.setting(edgeField, "edge", edgeNames)
	opening := r.setting(openingField, "opening", openingNames)
	limit := r.setting(limitField, "moves", limitNames)
	if r.err != nil {
		return nil, r.err
	}
	st := newState(size, rule, edge, Opening(opening))
	st.limit = uint8(limit)
	r.init(st)
	for i, row := range rows {
		r.row(row, i)
	}
	for _, read := range []func(){r.readNext, r.readStage, r.readBlack, r.readLast} {
		if r.err == nil {
			read()
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	return pack(&r.core), nil
}

// field returns a field of the text, or "" if it is missing.
func (r *reader) field(i int) string {
	if i < len(r.fields) {
		return r.fields[i]
	}
	return ""
}

func (r *reader) fail(parts ...string) {
	if r.err == nil {
		r.err = bad(parts...)
	}
}

// setting parses a field that is also an option, such as the win rule, and returns the index of its
// value. If both are given, they must be equal.
func (r *reader) setting(i int, name string, values []string) int {
	text, option := r.field(i), r.options[name]
	if text == "" {
		return max(index(values, option), 0)
	}
	at := index(values, text)
	switch {
	case at < 0:
		r.fail("the ", name, " cannot be ", strconv.Quote(text))
	case option != "" && option != text && r.err == nil:
		r.err = game.Err(game.BadOption, "the position has ", name, " ", text, ", the option says ", option)
	}
	return at
}

// row parses the i-th row from the top.
func (r *reader) row(text string, i int) {
	size := int(r.size)
	file, run := 0, 0
	base := (size - 1 - i) * size
	for _, c := range []byte(text) {
		if c >= '0' && c <= '9' {
			run = min(run*10+int(c-'0'), size+1)
			continue
		}
		file += run
		run = 0
		s := Stone(strings.IndexByte(string(letters[:]), c))
		if s > White {
			r.fail("row ", strconv.Itoa(i+1), " from the top has a ", strconv.Quote(string(rune(c))), "; stones are x and o")
			return
		}
		if s != Empty && file < size {
			r.put(game.Square(base+file), s)
			r.counts[s]++
			r.stones++
		}
		file++
	}
	if file += run; file != size {
		r.fail("row ", strconv.Itoa(i+1), " from the top has ", strconv.Itoa(file), " cells, not ", strconv.Itoa(size))
	}
}

func (r *reader) readNext() {
	switch r.field(nextField) {
	case "x":
		r.next = Black
	case "o":
		r.next = White
	case "":
		r.next = Black
		if r.counts[Black] > r.counts[White] {
			r.next = White
		}
	default:
		r.fail("the next stone is x or o, not ", strconv.Quote(r.fields[nextField]))
	}
}

func (r *reader) readStage() {
	text := r.field(stageField)
	if text == "" {
		// Without this field, a position with stones is past its opening. For an empty board,
		// newState has already set the first stage.
		if r.stones > 0 {
			r.stage, r.black = Playing, game.First
		}
	} else if at := index(stageNames, text); at >= 0 {
		r.stage, r.black = Stage(at), game.NoSide
	} else {
		r.fail("there is no stage ", strconv.Quote(text))
		return
	}
	if r.stage == Playing {
		if r.black == game.NoSide {
			r.black = game.First
		}
		return
	}
	r.checkOpening()
}

// checkOpening checks a position whose opening is in progress: the stage must exist in this
// opening, and the numbers of x and o must be possible in the stage, because x and o alternate.
func (r *reader) checkOpening() {
	more := r.opening == Swap2 && (r.stage == Adding || r.stage == Picking)
	most := uint16(shared)
	if more {
		most = sharedMore
	}
	stage, turn := r.openingStage(more)
	blacks := int(r.stones+1) / 2
	want := White
	if r.stones%2 == 0 {
		want = Black
	}
	switch {
	case r.opening != Swap && r.opening != Swap2:
		r.fail("the opening ", openingNames[r.opening], " has no stage ", stageNames[r.stage])
	case stage != r.stage || r.stones > most || r.counts[Black] != blacks:
		r.fail("the stage ", stageNames[r.stage], " of ", openingNames[r.opening], " cannot have ",
			strconv.Itoa(r.counts[Black]), " x and ", strconv.Itoa(r.counts[White]), " o")
	case r.next != want:
		r.fail("the next stone must be ", string(letters[want]), " in the stage ", stageNames[r.stage])
	}
	r.turn = turn
}

func (r *reader) readBlack() {
	text := r.field(blackField)
	if r.stage != Playing {
		if text != "" && text != "-" {
			r.fail("the colours are not chosen yet in the stage ", stageNames[r.stage])
		}
		return
	}
	switch text {
	case "", "first":
	case "second":
		r.black = game.Second
	default:
		r.fail("x must be first or second, not ", strconv.Quote(text))
	}
	r.turn = r.holder(r.next)
}

func (r *reader) readLast() {
	text := r.field(lastField)
	if text == "" || text == "-" {
		return
	}
	sq, ok := parseSquare(text, int(r.size))
	if !ok {
		r.fail("the last stone is not a square of the board: ", strconv.Quote(text))
		return
	}
	switch s := r.cells[r.geo.cell[sq]]; s {
	case Empty:
		r.fail("there is no stone on ", text, ", which should be the last one")
	case r.next:
		r.fail("the last stone on ", text, " has the colour of the next one")
	default:
		r.last = sq
		r.won = r.wins(sq, s)
	}
}
