// Package events implements tournaments: entries, pairings, results of boards, and the standings
// that follow. The log of an event is the only source: everything else is computed from the facts
// (entries) in the log. Package tourney computes pairings and standings (docs/adr/0045). The
// package does no network or database I/O itself; callers pass in time and randomness.
package events

import (
	"time"

	"kydai/game"
	"kydai/tourney"
)

// Limits of events.
const (
	MaxEntrants   = 600  // maximum number of entrants; those who left before the first round do not count
	MaxNumber     = 2000 // maximum id of an entrant; entrants who have left count too
	MaxWrites     = 300  // maximum number of facts (log entries) written by one person who is not an arbiter
	MaxRounds     = 30
	MaxCycles     = 4
	MaxGames      = 9 // maximum number of games of one tie
	MaxDeciding   = 5
	MaxArbiters   = 20
	MaxName       = 80 // maximum length of the name of an event or an entrant, in characters
	MaxReason     = 200
	MaxCategories = 8
	MaxOpen       = 20      // maximum number of unfinished events of one organiser
	MaxFacts      = 100_000 // maximum number of facts (log entries) of one event
	maxFirstMove  = 24 * time.Hour
	minFirstMove  = 10 * time.Second
	maxRating     = 9999
)

// Error codes.
const (
	NotFound    = "not-found"    // there is no such event, entrant, round or board
	Bad         = "bad-event"    // the settings of the event or the data of an entry are invalid
	NotForYou   = "not-for-you"  // only the organiser, an arbiter or the entrant may do this
	WrongState  = "wrong-state"  // not possible in this state of the event
	RoundOpen   = "round-open"   // a board of the round has no result yet
	NoPairing   = "no-pairing"   // the rules allow no pairing of this round; the arbiter must decide
	Changed     = "changed"      // the board or the event has changed since the caller read it
	TooMany     = "too-many"     // a limit is reached
	NeedAccount = "need-account" // a rated event accepts only players with an account
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
	Double     Format = "double" // double elimination: an entrant is out after losing two ties
	Ladder     Format = "ladder" // a winner takes the place of a higher-placed loser
	Arena      Format = "arena"  // until the time of the event is over, entrants who are free are paired at once
)

// Place says where the games of an event are played: on screen, on physical boards in the playing
// hall, or both.
type Place string

// The places. With Both, a game is played on screen if both players have checked themselves in;
// otherwise on a physical board.
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
	Open    Phase = "open" // players may enter
	Running Phase = "running"
	Over    Phase = "over"
)

// Settings are chosen by the organiser.
type Settings struct {
	Name       string            `json:"name"`
	Game       string            `json:"game"`
	Options    map[string]string `json:"options,omitempty"` // options of the game's rules
	Clock      string            `json:"clock"`
	Format     Format            `json:"format"`
	Rounds     int               `json:"rounds,omitempty"`   // number of rounds of a Swiss event
	Cycles     int               `json:"cycles,omitempty"`   // number of times that all entrants of a round robin meet
	Third      bool              `json:"third,omitempty"`    // a knock-out has a match for the third place
	Games      int               `json:"games,omitempty"`    // number of games of one tie of an elimination, whose points are added up; 0 means 1
	Deciding   int               `json:"deciding,omitempty"` // maximum number of extra games if a tie is level after Games games
	Scoring    string            `json:"scoring"`
	TieBreaks  []string          `json:"tieBreaks,omitempty"`
	Rated      bool              `json:"rated,omitempty"`     // games on screen change the ratings of the players
	RatedWood  bool              `json:"ratedWood,omitempty"` // when the event ends, results on physical boards between two accounts are rated
	Boards     Place             `json:"boards"`
	CheckIn    bool              `json:"checkIn,omitempty"`    // only entrants who have checked in for a round are paired; always true for games on screen
	FirstMove  time.Duration     `json:"first,omitempty"`      // time limit for the first move of each side, on screen
	Minutes    int               `json:"minutes,omitempty"`    // duration of an arena, in minutes
	Streak     bool              `json:"streak,omitempty"`     // in an arena, points count twice after two wins in a row, until a game is not won
	Pause      int               `json:"pause,omitempty"`      // seconds after which the server itself pairs the next round; 0: an arbiter pairs
	TeamBoards int               `json:"teamBoards,omitempty"` // number of boards of a match between two teams; 0: single entrants are paired
	// in a team match, boards 1 and 2 have the same deal of hidden pieces, also 3 and 4, and so on
	Duplicate bool     `json:"duplicate,omitempty"`
	Reach     int      `json:"reach,omitempty"`    // in a ladder: how many places above the challenger an opponent may be, at most
	TeamBest  int      `json:"teamBest,omitempty"` // if single entrants are paired: number of members whose scores count for their team
	LateUntil int      `json:"late,omitempty"`     // last round for which players may still enter by themselves
	Arbiters  []string `json:"arbiters,omitempty"` // player ids of the arbiters
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
	ID         int      `json:"id"` // number of the entrant, counted from 1
	Player     string   `json:"player,omitempty"`
	Account    bool     `json:"account,omitempty"` // the player has an account, so is not a guest
	Name       string   `json:"name,omitempty"`
	Rating     int      `json:"rating,omitempty"`
	Categories []string `json:"categories,omitempty"`
	Team       string   `json:"team,omitempty"`
	Board      int      `json:"board,omitempty"`  // board number within the team
	Enters     int      `json:"enters,omitempty"` // first round of the entrant; 0 means round 1
	Leaves     int      `json:"leaves,omitempty"` // first round after a withdrawal; 0 if the entrant has not withdrawn
}

func (e *Entrant) in(round int) bool {
	return round >= e.Enters && (e.Leaves == 0 || round < e.Leaves)
}

// never reports whether the entrant left the event before the first round that the entrant could
// have played.
func (e *Entrant) never() bool { return e.Leaves > 0 && e.Leaves <= max(e.Enters, 1) }
