// Package trf reads and writes tournament report files of FIDE: TRF16 (annex of Handbook C.04)
// with the codes XX? and BB? of pairing programs, and TRF-2026. Unknown lines, comments and
// accelerations are kept unchanged.
//
// A file that was read and written has the same contents when read again. A file written by
// Write is written again with the same bytes.
package trf

import (
	"strconv"
	"strings"

	"kydai/game"
	"kydai/tourney"
)

// Version is the edition of the format. It determines the codes with which Write encodes the
// number of rounds, the initial colour and the scoring.
type Version int

// The versions. A file is TRF-2026 if it contains a code that exists only in TRF-2026.
const (
	TRF16 Version = iota
	TRF26
)

// File is a tournament report.
type File struct {
	Version   Version
	Header    Header
	Rounds    int            // planned; 0 if the file does not say it
	First     tourney.Colour // of the highest player in the first round
	Options   []string       // further words of XXC, such as "rank"
	Scores    []Score
	Players   []Player
	Teams     []Team
	Byes      []Byes
	Absent    []int // not to be paired in the next round (XXZ)
	Forbidden []Forbidden
	Kept      []Kept
}

// Header holds the texts of the tournament section; the comments give the codes of their records.
type Header struct {
	Name         string   // 012
	City         string   // 022
	Federation   string   // 032
	Start        string   // 042, YYYY/MM/DD
	End          string   // 052, YYYY/MM/DD
	Players      string   // 062
	Rated        string   // 072
	Teams        string   // 082
	Type         string   // 092
	Arbiter      string   // 102
	Deputies     []string // 112
	Time         string   // 122
	Dates        []string // 132, YY/MM/DD by round
	RankMethod   string   // 172
	Controller   string   // 182
	TypeCode     string   // 192
	TieBreaks    string   // 202
	Order        string   // 212
	TimeCode     string   // 222
	BoardColours string   // 352
	MatchPoints  string   // 362
}

// Score is the value of a result, in tenths of a point. The codes are those of record 162 (W
// win, D draw, L loss, P pairing-allocated bye, A or Z absence, X unknown) and, in lower case,
// z and f for BBZ (zero-point bye) and BBF (forfeit loss).
type Score struct {
	Code   byte
	Tenths int
}

// Player is a player with all rounds (record 001).
type Player struct {
	Number     int
	Sex        string
	Title      string
	Name       string
	Rating     int
	Federation string
	ID         string
	Birth      string
	Tenths     int // points
	Rank       int // 0 if the file has none
	Cells      []Cell
}

// Cell is a player's entry for a round. The zero Cell is empty. Colour is w, b or -. Result is
// a character of the format; it is a blank for a game without a result.
type Cell struct {
	Opponent int
	Colour   byte
	Result   byte
}

// Team is a team with its players in board order. Number is 0 for a record 013; only a record
// 310 has the fields from Nick on.
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

// Byes holds byes of one kind (F, H or Z) in a round (record 240).
type Byes struct {
	Kind    byte
	Round   int
	Players []int
}

// Forbidden is a group of players of whom no two may meet in the rounds First to Last. Both
// are 0 for a record XXP, which applies to all rounds.
type Forbidden struct {
	First, Last int
	Players     []int
}

// Kept is a line that is kept unchanged. It follows the line of a record with the code Code: ""
// means the top of the file, and Index counts the records with this code from 0.
type Kept struct {
	Text  string
	Code  string
	Index int
}

// Error is an error in a file. Line counts from 1; it is 0 if the error does not belong to one
// line.
type Error struct {
	Line int
	Code string
	Text string
}

// Error returns the sentence, preceded by the line.
func (e *Error) Error() string {
	if e.Line > 0 {
		return "line " + strconv.Itoa(e.Line) + ": " + e.Text
	}
	return e.Text
}

// Unwrap returns a game.Error with the code of the error.
func (e *Error) Unwrap() error { return game.Err(e.Code, e.Text) }

// Dutch reports whether the tournament is paired by the Dutch system in force since 2026,
// according to the code of record 192. It returns true if the file has no such code.
func (f *File) Dutch() bool {
	name := strings.TrimSuffix(f.Header.TypeCode, baku)
	return name == "" || name == "FIDE_DUTCH" || name == "FIDE_DUTCH_2025"
}

// baku is the suffix of the code of a tournament with Baku accelerations.
const baku = "_BAKU"

// Accelerated reports whether the file contains accelerations (XXA, 250, or a code of record
// 192). They are kept but are not part of a Table.
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

// Player returns the player with a number; nil if there is none.
func (f *File) Player(number int) *Player {
	for i := range f.Players {
		if f.Players[i].Number == number {
			return &f.Players[i]
		}
	}
	return nil
}
