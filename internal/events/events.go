// Package events implements tournaments: who enters, who is paired with whom, where the result of
// a board comes from, and what follows from the result. The log of an event is the only source:
// everything else is computed from the facts in it. Package tourney computes pairings and
// standings (adr/0045). The package does no network or database I/O itself; callers pass in time
// and randomness.
package events

import (
	"time"

	"kydai/game"
	"kydai/tourney"
)

// Limits of events.
const (
	MaxEntrants   = 600  // who have not left before the first round
	MaxNumber     = 2000 // of an entrant, with those who have left
	MaxWrites     = 300  // facts of one person who is no arbiter
	MaxRounds     = 30
	MaxCycles     = 4
	MaxGames      = 9 // of a series
	MaxDeciding   = 5
	MaxArbiters   = 20
	MaxName       = 80 // characters of the name of an event or an entrant
	MaxReason     = 200
	MaxCategories = 8
	MaxOpen       = 20      // events of an organiser that are not over
	MaxFacts      = 100_000 // of an event
	maxFirstMove  = 24 * time.Hour
	minFirstMove  = 10 * time.Second
	maxRating     = 9999
)

// Error codes.
const (
	NotFound    = "not-found"    // there is no such event, entrant, round or board
	Bad         = "bad-event"    // the settings of an event, or an entry, are wrong
	NotForYou   = "not-for-you"  // only organiser, arbiter or entrant may do this
	WrongState  = "wrong-state"  // not possible in this state of the event
	RoundOpen   = "round-open"   // a board of the round has no result yet
	NoPairing   = "no-pairing"   // the rules allow no pairing: the arbiter decides
	Changed     = "changed"      // the board or the event has changed since it was seen
	TooMany     = "too-many"     // a limit is reached
	NeedAccount = "need-account" // a rated event is for accounts
)

// Errors of the service and of a Store, for errors.Is.
var (
	ErrNoEvent  = game.Err(NotFound, "there is no such event")
	ErrConflict = game.Err(Changed, "the event has changed since it was read; please try again")

	errNoEntrant   = game.Err(NotFound, "there is no such entrant in this event")
	errNoBoard     = game.Err(NotFound, "there is no such round or board in this event")
	errNotOwner    = game.Err(NotForYou, "only the organiser of the event may do this")
	errNotArbiter  = game.Err(NotForYou, "only the organiser and the arbiters of the event may do this")
	errNotEntrant  = game.Err(NotForYou, "only the entrant and the arbiters of the event may do this")
	errNotPlayer   = game.Err(NotForYou, "only the two players of the board may report its result")
	errAccount     = game.Err(NeedAccount, "the event is rated: please sign in to enter it")
	errDraft       = game.Err(WrongState, "the event is not open yet")
	errRunning     = game.Err(WrongState, "the event has started already")
	errNotRunning  = game.Err(WrongState, "the event is not running")
	errOver        = game.Err(WrongState, "the event is over")
	errLate        = game.Err(WrongState, "it is too late to enter this event; please ask the arbiter")
	errFixed       = game.Err(WrongState, "nobody can enter this form of event once it has started")
	errFew         = game.Err(WrongState, "an event needs two entrants at least")
	errAllPaired   = game.Err(WrongState, "all rounds of the event are paired")
	errNoRound     = game.Err(WrongState, "no round is paired yet")
	errRoundOpen   = game.Err(RoundOpen, "a board of the round has no result yet")
	errUndecided   = game.Err(RoundOpen, "a tie has no winner: the arbiter names who goes on")
	errNoPairing   = game.Err(NoPairing, "the rules allow no complete pairing of this round; please pair it by hand")
	errByHand      = game.Err(WrongState, "the round was paired by hand, so it has no reasons")
	errOnlySwiss   = game.Err(WrongState, "only rounds of a Swiss event have reasons: the others follow a fixed plan")
	errHasResult   = game.Err(WrongState, "the board has a result; only an arbiter can change it")
	errOnScreen    = game.Err(WrongState, "the result of a board on screen comes from its game")
	errSeen        = game.Err(Changed, "the board has changed since; please look at it again")
	errTooOften    = game.Err(TooMany, "you have changed your mind in this event as often as one may; please ask the arbiter")
	errFull        = game.Err(TooMany, "the event has as many entrants as one may have")
	errTooManyOpen = game.Err(TooMany, "you have as many events that are not over as one may have; end one first")
	errTooLong     = game.Err(TooMany, "the log of the event is full")
	errReason      = game.Err(Bad, "a decision of the arbiter needs a reason of 1 to 200 characters")
	errBusy        = game.Err("busy", "the reasons of another pairing are being computed; please try again in a second")
)

// Format determines how the rounds of an event are paired.
type Format string

// The formats.
const (
	Swiss      Format = "swiss"
	RoundRobin Format = "roundrobin"
	Knockout   Format = "knockout"
	Double     Format = "double" // elimination: out after two losses
	Ladder     Format = "ladder" // who beats somebody above takes the place
	Arena      Format = "arena"  // who is free is paired at once, for a span of time
)

// Place says where the games of an event are played: on screen, on physical boards in the playing
// hall, or both.
type Place string

// The places. With Both, a game is on screen if both players have checked in themselves; otherwise
// it is on a physical board.
const (
	Screen Place = "screen"
	Wood   Place = "wood"
	Both   Place = "both"
)

// Phase is the phase of an event.
type Phase string

// The phases.
const (
	Draft   Phase = "draft"
	Open    Phase = "open" // for entries
	Running Phase = "running"
	Over    Phase = "over"
)

// Settings are chosen by the organiser.
type Settings struct {
	Name       string            `json:"name"`
	Game       string            `json:"game"`
	Options    map[string]string `json:"options,omitempty"` // of the rules
	Clock      string            `json:"clock"`
	Format     Format            `json:"format"`
	Rounds     int               `json:"rounds,omitempty"`   // of a Swiss event
	Cycles     int               `json:"cycles,omitempty"`   // of a round robin
	Third      bool              `json:"third,omitempty"`    // a knock-out has a match for the third place
	Games      int               `json:"games,omitempty"`    // of a tie of an elimination, counted together; 0 is 1
	Deciding   int               `json:"deciding,omitempty"` // at most so many games follow if they end level
	Scoring    string            `json:"scoring"`
	TieBreaks  []string          `json:"tieBreaks,omitempty"`
	Rated      bool              `json:"rated,omitempty"`     // games on screen
	RatedWood  bool              `json:"ratedWood,omitempty"` // results of wooden boards between accounts, when the event ends
	Boards     Place             `json:"boards"`
	CheckIn    bool              `json:"checkIn,omitempty"`    // only who has checked in for a round is paired; always so on screen
	FirstMove  time.Duration     `json:"first,omitempty"`      // limit of the first move of each side on screen
	Minutes    int               `json:"minutes,omitempty"`    // of an arena
	Streak     bool              `json:"streak,omitempty"`     // an arena counts points twice after two wins in a row
	Pause      int               `json:"pause,omitempty"`      // seconds after which the server pairs the next round by itself; 0: an arbiter pairs
	TeamBoards int               `json:"teamBoards,omitempty"` // boards of a match of teams; 0: entrants are paired
	Duplicate  bool              `json:"duplicate,omitempty"`  // boards 1 and 2 of a match of teams, 3 and 4 and so on, are played with one deal
	Reach      int               `json:"reach,omitempty"`      // of a ladder: how many places above one may challenge
	TeamBest   int               `json:"teamBest,omitempty"`   // members who count for their team where entrants are paired
	LateUntil  int               `json:"late,omitempty"`       // last round for which players may enter late by themselves
	Arbiters   []string          `json:"arbiters,omitempty"`   // player ids
}

// scorings maps the names in Settings.Scoring to scoring systems.
var scorings = map[string]tourney.Scoring{"1-0.5-0": tourney.OneHalf, "2-1-0": tourney.TwoOne, "3-1-0": tourney.ThreeOne}

// tieBreaks maps the names used in Settings.TieBreaks to the tie-breaks of package tourney.
var tieBreaks = map[string]tourney.TieBreak{
	"buchholz": tourney.Buchholz, "buchholz-cut1": tourney.BuchholzCut1, "buchholz-median": tourney.BuchholzMedian,
	"sonneborn-berger": tourney.SonnebornBerger, "direct": tourney.DirectEncounter, "wins": tourney.Wins,
	"games-won": tourney.GamesWon, "progressive": tourney.Progressive, "black-games": tourney.GamesWithBlack,
}

// Entrant is a participant of an event: a player of the site, or the name of a person who plays
// without a device. The name of a player is not stored here, because players change their names
// and accounts may be deleted: see Service.Names.
type Entrant struct {
	ID         int      `json:"id"` // from 1 on
	Player     string   `json:"player,omitempty"`
	Account    bool     `json:"account,omitempty"` // the player is no guest
	Name       string   `json:"name,omitempty"`
	Rating     int      `json:"rating,omitempty"`
	Categories []string `json:"categories,omitempty"`
	Team       string   `json:"team,omitempty"`
	Board      int      `json:"board,omitempty"`  // order within the team
	Enters     int      `json:"enters,omitempty"` // first round; 0 is 1
	Leaves     int      `json:"leaves,omitempty"` // first round after a withdrawal; 0 if the entrant stays
}

func (e *Entrant) in(round int) bool {
	return round >= e.Enters && (e.Leaves == 0 || round < e.Leaves)
}

// never reports whether the entrant left before the first round in which the entrant could play.
func (e *Entrant) never() bool { return e.Leaves > 0 && e.Leaves <= max(e.Enters, 1) }
