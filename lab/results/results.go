// Package results stores the results of engine games in a file. Many runs append to the same file,
// with one line of JSON per game. The package also summarises them: win rates of players against
// each other, with and without draws, by opponent, depth and level.
package results

import (
	"bufio"
	"encoding/json"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"kydai/game"
	"kydai/lab/player"
)

// Row is the result of one finished game. In fields with two values, the first value belongs to the
// side that moved first.
type Row struct {
	Time    time.Time `json:"time"`
	Version string    `json:"version"` // version of the program
	Run     string    `json:"run"`     // kind of run that played the game: match or tournament
	Game    string    `json:"game"`
	Options string    `json:"options,omitempty"` // options of the rules, such as rule=free
	Seed    uint64    `json:"seed"`              // seed of the run
	Opening int       `json:"opening"`           // number of the opening in the run; both games of a pair have the same number
	Sides   [2]Side   `json:"sides"`
	Points  float64   `json:"points"` // score of the first side: 1, 0.5 or 0
	Why     string    `json:"why"`
	Plies   int       `json:"plies"`
}

// Side describes one player of a game. All other fields are derived from the field Player. They are
// stored for other programs that read the file.
type Side struct {
	Player    string `json:"player"`    // the player as written on the command line
	Algorithm string `json:"algorithm"` // the engine, an algorithm of the lab or an external program
	Level     int    `json:"level,omitempty"`
	Depth     int    `json:"depth,omitempty"`
	Limits    string `json:"limits,omitempty"` // all other settings that affect how the player plays
}

// Describe parses a player as written on the command line. It leaves out the setting name=, because
// this setting does not change how the player plays.
func Describe(text string) Side {
	s, err := player.ParseSpec(text)
	if err != nil {
		return Side{Player: text, Algorithm: text}
	}
	side := Side{Algorithm: s.Kind}
	switch {
	case s.Kind == "classic" && len(s.Words) > 0:
		side.Algorithm = s.Words[0]
	case len(s.Words) > 0:
		side.Algorithm = s.Kind + ":" + path.Base(s.Words[0])
	}
	var limits []string
	kept := s.Set[:0:0]
	for _, o := range s.Set {
		if o.Name == "name" {
			continue
		}
		kept = append(kept, o)
		n, err := strconv.Atoi(o.Value)
		switch {
		case o.Name == "level" && err == nil:
			side.Level = n
		case o.Name == "depth" && err == nil:
			side.Depth = n
		default:
			limits = append(limits, o.Name+"="+o.Value)
		}
	}
	s.Set = kept
	side.Player, side.Limits = s.String(), strings.Join(limits, ",")
	return side
}

// Short returns the player's text for tables, without the prefix "classic:".
func (s Side) Short() string { return strings.TrimPrefix(s.Player, "classic:") }

// Options formats rule options as text, sorted by name.
func Options(o map[string]string) string {
	var parts []string
	for name, value := range o {
		parts = append(parts, name+"="+value)
	}
	slices.Sort(parts)
	return strings.Join(parts, ",")
}

// Append writes a row as one line with a single Write. So runs that append to the same file at the
// same time do not mix their lines.
func Append(w io.Writer, r Row) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// Read reads all rows of a file. It ignores an incomplete last line, which a killed program leaves.
func Read(r io.Reader) ([]Row, error) {
	var rows []Row
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
		if strings.TrimSpace(string(line)) == "" {
			continue
		}
		var row Row
		if err := json.Unmarshal(line, &row); err != nil || row.Game == "" || row.Points < 0 || row.Points > 1 {
			return rows, game.Err("bad-results", "line ", strconv.Itoa(n), " is not the result of a game")
		}
		rows = append(rows, row)
	}
}
