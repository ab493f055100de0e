package caro

import "kydai/game"

// Opening is the procedure by which a game begins. Its purpose is to reduce the advantage of the
// first stone. All its steps are ordinary moves: stones and choices.
type Opening uint8

// Openings. In Swap and Swap2 a player chooses a colour during the opening.
const (
	Free    Opening = iota
	Pro             // the first stone goes to the centre, the third outside the central 5x5 squares
	LongPro         // like Pro, but with the central 7x7 squares
	Swap            // one player places three stones, then the opponent chooses a colour
	Swap2           // like Swap, but the opponent may also place two more stones and let the first player choose
)

// openingNames lists the values of the option "opening".
var openingNames = []string{"free", "pro", "longpro", "swap", "swap2"}

// Stage says what the side to move may do.
type Stage uint8

// Stages of a game.
const (
	Playing  Stage = iota // the colours are settled: place a stone of one's own colour
	Placing               // place one of the three opening stones
	Offering              // swap2, after three stones: take black, place the fourth stone as white, or ask for two more
	Adding                // swap2: place one of the two additional stones
	Picking               // choose black or white
)

var stageNames = []string{"play", "place", "offer", "more", "pick"}

// Choices, as values of Move.Arg. A choice, such as a choice of colour, is a move without squares.
const (
	TakeBlack = 1 + iota
	TakeWhite
	TwoMore
)

var choiceNames = [...]string{TakeBlack: "black", TakeWhite: "white", TwoMore: "more"}

// Numbers of stones on the board at which an opening requires a choice or restricts the next
// stone.
const (
	shared     = 3 // swap and swap2: number of stones placed before the first choice
	sharedMore = 5 // swap2: number of stones after the two additional ones
	proBound   = 2 // pro: number of stones on the board before the third stone, which the opening restricts
)

func choice(arg int) game.Move { return game.NewMove(game.NoSquare, game.NoSquare, 0, 0, arg) }

func stoneAt(sq game.Square) game.Move { return game.NewMove(game.NoSquare, sq, 0, 0, 0) }

// state holds everything in a position except the stones on the board.
type state struct {
	last    game.Square // square of the last stone, or NoSquare
	stones  uint16      // number of stones on the board
	size    uint8
	rule    uint8 // index of the win rule in presets
	edge    uint8 // 1 if the edge of the board blocks a row
	limit   uint8 // index of the limit in limitNames
	opening Opening
	stage   Stage
	turn    game.Side
	black   game.Side // side that plays black; NoSide until a player has chosen the colours
	next    Stone     // colour of the next stone
	won     bool      // whether the last stone has won
}

func newState(size, rule, edge int, opening Opening) state {
	s := state{
		last: game.NoSquare, size: uint8(size), rule: uint8(rule), edge: uint8(edge),
		opening: opening, turn: game.First, black: game.First, next: Black,
	}
	if opening == Swap || opening == Swap2 {
		s.stage, s.black = Placing, game.NoSide
	}
	return s
}

// holder returns the side that plays the colour c, or NoSide while the opening has not yet decided
// this.
func (s *state) holder(c Stone) game.Side {
	if c == Black {
		return s.black
	}
	return s.black.Other()
}

// settle lets the given side play black. This ends the opening.
func (s *state) settle(black game.Side) {
	s.stage, s.black = Playing, black
	s.turn = s.holder(s.next)
}

// placed updates the next colour, the stage and the side to move after a stone. The caller has
// already counted the stone.
func (s *state) placed() {
	s.next = s.next.Other()
	switch s.stage {
	case Playing:
		s.turn = s.turn.Other()
	case Offering:
		s.settle(s.turn.Other())
	default:
		s.stage, s.turn = s.openingStage(s.stage == Adding)
	}
}

// openingStage returns the stage of an opening in which the colours are not yet chosen, and the
// side to move. Both follow from the number of stones. There is one exception: under swap2, after
// three stones, they depend on whether the second side has asked for two more stones; the parameter
// more tells this.
func (s *state) openingStage(more bool) (Stage, game.Side) {
	switch {
	case s.stones < shared:
		return Placing, game.First
	case s.opening == Swap:
		return Picking, game.Second
	case !more:
		return Offering, game.Second
	case s.stones < sharedMore:
		return Adding, game.Second
	}
	return Picking, game.First
}

// chosen updates the state after a choice. The parameter arg is the value of Move.Arg.
func (s *state) chosen(arg int) {
	switch arg {
	case TakeBlack:
		s.settle(s.turn)
	case TakeWhite:
		s.settle(s.turn.Other())
	case TwoMore:
		s.stage = Adding
	}
}

// Legal choices in the two stages in which a player chooses: Offering and Picking.
var (
	offers = []int{TakeBlack, TwoMore}
	picks  = []int{TakeBlack, TakeWhite}
)

// choices lists the legal choices of the current stage.
func (s *state) choices() []int {
	switch s.stage {
	case Offering:
		return offers
	case Picking:
		return picks
	}
	return nil
}

// laterChoices lists the choices that a side may still get in this opening, now or later.
func (s *state) laterChoices(side game.Side) []int {
	switch {
	case s.stage == Playing:
		return nil
	case s.opening == Swap && side == game.Second, s.opening == Swap2 && side == game.First:
		return picks
	case s.opening == Swap2 && s.stage <= Offering:
		return offers
	}
	return nil
}

// proReach returns how far the area that a pro opening restricts extends from the centre, in cells;
// 0 for other openings. On a small board the area is smaller, so that the cells at the edge are
// always allowed.
func (s *state) proReach() int {
	reach := 0
	switch s.opening {
	case Pro:
		reach = 2
	case LongPro:
		reach = 3
	}
	return min(reach, (int(s.size)-3)/2)
}

// proStone reports whether a pro opening restricts the next stone. The first and the third stone
// are restricted.
func (s *state) proStone() bool {
	return (s.stones == 0 || s.stones == proBound) && s.proReach() > 0
}

// allowed reports whether the opening allows the next stone on a square. The square must be empty.
func (s *state) allowed(sq game.Square) bool {
	if !s.proStone() {
		return true
	}
	d := fromCentre(sq, int(s.size))
	if s.stones == 0 {
		return d == 0
	}
	return d > s.proReach()
}

// fromCentre returns the Chebyshev distance of a square from the centre. An even board has four
// central squares; the nearest of them counts.
func fromCentre(sq game.Square, size int) int {
	away := func(i int) int { return max((size-1)/2-i, i-size/2, 0) }
	return max(away(int(sq)%size), away(int(sq)/size))
}

// limitNames lists the values of the option "moves": the number of stones at which the game is
// drawn.
var limitNames = []string{"none", "20", "40", "60", "80", "100", "150", "200", "300"}

// limits lists the numbers that the values in limitNames stand for.
var limits = [...]int{maxSquares, 20, 40, 60, 80, 100, 150, 200, 300}

// most returns the number of stones at which the game is drawn unless a side has won.
func (s *state) most() int { return min(limits[s.limit], int(s.squares())) }

// full reports whether no more stones may be placed.
func (s *state) full() bool { return int(s.stones) >= s.most() }

func (s *state) over() bool { return s.won || s.full() }

func (s *state) outcome() game.Outcome {
	switch {
	case s.won:
		return game.Win(s.holder(s.next.Other()), game.Row)
	case s.full() && s.stones < uint16(s.squares()):
		return game.Draw(game.MoveLimit)
	case s.full():
		return game.Draw(game.BoardFull)
	}
	return game.Outcome{}
}

// key returns a hash of the parts of the state that make positions with the same stones different.
// An opening that is over makes no difference. The last stone makes a difference only if it won.
func (s *state) key() uint64 {
	opening := s.opening
	if s.stage == Playing && (s.proReach() == 0 || s.stones > proBound) {
		opening = Free
	}
	bits := uint64(s.size)
	for _, v := range [...]uint8{s.rule, s.edge, uint8(opening), uint8(s.stage), uint8(s.turn), uint8(s.black), uint8(s.next)} {
		bits = bits<<4 | uint64(v)
	}
	// Layout of the hashed bits: seven values of four bits each in the bits 0 to 27, the size from
	// bit 28 on, and the limit from bit 40 on.
	bits |= uint64(s.limit) << 40
	if s.won {
		bits = ^bits
	}
	return game.Mix(bits)
}
