// Package trf reads and writes tournament report files of FIDE. It knows TRF16 (annex of Handbook
// C.04) with the codes XX? and BB? of pairing programs, and TRF-2026. It keeps lines that it does
// not know, comments and accelerations unchanged.
//
// If a file is read, written and read again, the contents are the same. If the file was written by
// Write, reading and writing it again gives the same bytes.
package trf

import (
	"strconv"
	"strings"

	"kydai/game"
	"kydai/tourney"
)

// Version is the edition of the format. Write uses it to choose the record codes for the number of
// rounds, the initial colour and the points of results.
type Version int

// The supported versions. A file is TRF-2026 if it contains a code that exists only in TRF-2026.
const (
	TRF16 Version = iota
	TRF26
)

// File is the content of a tournament report.
type File struct {
	Version   Version
	Header    Header
	Rounds    int            // number of planned rounds; 0 if the file does not give it
	First     tourney.Colour // colour of the player with the highest rank in the first round
	Options   []string       // words in record XXC other than the initial colour, such as "rank"
	Scores    []Score
	Players   []Player
	Teams     []Team
	Byes      []Byes
	Absent    []int // numbers of players who are not paired in the next round (record XXZ)
	Forbidden []Forbidden
	Kept      []Kept
}

// Header holds the texts of the tournament section. The comments give the codes of the records.
type Header struct {
	Name         string   // record 012
	City         string   // record 022
	Federation   string   // record 032
	Start        string   // record 042, in the form YYYY/MM/DD
	End          string   // record 052, in the form YYYY/MM/DD
	Players      string   // record 062: number of players
	Rated        string   // record 072: number of rated players
	Teams        string   // record 082: number of teams
	Type         string   // record 092: type of the tournament
	Arbiter      string   // record 102: chief arbiter
	Deputies     []string // record 112: deputy arbiters
	Time         string   // record 122: time control
	Dates        []string // record 132: dates of the rounds, in the form YY/MM/DD
	RankMethod   string   // record 172: method that determines the starting ranks
	Controller   string   // record 182: program that controls the pairings
	TypeCode     string   // record 192: code of the tournament type
	TieBreaks    string   // record 202: codes of the tie-breaks
	Order        string   // record 212: rules for the order of the standings
	TimeCode     string   // record 222: code of the time control
	BoardColours string   // record 352: colours of the boards of a team match, such as WBWB
	MatchPoints  string   // record 362: match points for a win, a draw and a loss of a team
}

// Score is the number of points for a result, in tenths of a point. Upper-case codes are those of
// record 162: W win, D draw, L loss, P pairing-allocated bye, A or Z absence, X unknown. Lower-case
// codes are used for other records: z for BBZ (bye without points) and f for BBF (loss by forfeit).
type Score struct {
	Code   byte
	Tenths int
}

// Player is a player with the entries for all rounds (record 001).
type Player struct {
	Number     int
	Sex        string
	Title      string
	Name       string
	Rating     int
	Federation string
	ID         string
	Birth      string
	Tenths     int // points in tenths
	Rank       int // place in the standings; 0 if the file has none
	Cells      []Cell
}

// Cell is a player's entry for a round. The zero Cell means no entry. Colour is w, b or - (no
// colour). Result is one of the result characters of the format, or a blank if the game has no
// result yet.
type Cell struct {
	Opponent int
	Colour   byte
	Result   byte
}

// Team is a team with its players in the order of boards. In a team record 013, Number is 0 and the
// fields from Nick on are empty; only a record 310 contains them.
type Team struct {
	Number   int
	Name     string
	Players  []int
	Nick     string
	Strength int
	Match    int // match points in tenths
	Games    int // game points in tenths
	Rank     int
}

// Byes holds the players who have a bye of one kind (F, H or Z) in a round (record 240).
type Byes struct {
	Kind    byte
	Round   int
	Players []int
}

// Forbidden is a group of players who must not meet each other in the rounds First to Last. First
// and Last are 0 for a record XXP, which applies to all rounds.
type Forbidden struct {
	First, Last int
	Players     []int
}

// Kept is a line that Write writes unchanged, after the record that it followed in the file. Code
// is the code of this record, or "" if the line was at the top of the file. Index is the position,
// from 0, of this record among the records with the same code.
type Kept struct {
	Text  string
	Code  string
	Index int
}

// Error is an error in a report. Line counts from 1. It is 0 if the error does not belong to a
// single line.
type Error struct {
	Line int
	Code string
	Text string
}

// Error returns the text of the error. The number of the line comes first, if there is one.
func (e *Error) Error() string {
	if e.Line > 0 {
		return "line " + strconv.Itoa(e.Line) + ": " + e.Text
	}
	return e.Text
}

// Unwrap returns a game.Error with the code and text of the error.
func (e *Error) Unwrap() error { return game.Err(e.Code, e.Text) }

// Dutch reports whether the tournament uses the Dutch pairing system in force since 2026, according
// to the code in record 192. It returns true if the file has no such code.
func (f *File) Dutch() bool {
	name := strings.TrimSuffix(f.Header.TypeCode, baku)
	return name == "" || name == "FIDE_DUTCH" || name == "FIDE_DUTCH_2025"
}

// baku is the suffix of the type code (record 192) of a tournament with Baku accelerations.
const baku = "_BAKU"

// Accelerated reports whether the tournament uses accelerations (extra points that count only for
// the pairing): the file contains a record XXA or 250, or a code for accelerations in record 192.
// Accelerations are kept in the file but are not part of a Table.
func (f *File) Accelerated() bool {
	if strings.HasSuffix(f.Header.TypeCode, baku) {
		return true
	}
	for _, k := range f.Kept {
		if c := code(k.Text); c == "XXA" || c == "250" {
			return true
		}
	}
	return false
}

// Player returns the player with the given number, or nil if there is none.
func (f *File) Player(number int) *Player {
	for i := range f.Players {
		if f.Players[i].Number == number {
			return &f.Players[i]
		}
	}
	return nil
}
