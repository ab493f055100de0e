package chance

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"

	"kydai/game"
)

// Header is the first line of a file of games. Bench is the node count of the engine's benchmark,
// which identifies the engine version. A run may continue a file only if all fields of the header
// are the same.
type Header struct {
	Format  string   `json:"format"`
	Game    string   `json:"game"`
	Bench   uint64   `json:"bench"`
	Nodes   uint64   `json:"nodes"`
	Samples int      `json:"samples"`
	Seed    uint64   `json:"seed"`
	Players []string `json:"players"`
}

// format names the version of the file format.
const format = "kydai-chance-1"

// NewHeader returns the header of the file for a plan.
func NewHeader(p Plan, bench uint64) Header {
	return Header{format, p.Rules.Info().Name, bench, p.Nodes, p.Samples, p.Seed, Players()}
}

// Read reads a file of games: a header, then one line for each game. It ignores an incomplete last
// line, which an interrupted run leaves. size is the number of bytes before this incomplete line.
func Read(r io.Reader) (h Header, games []Played, size int64, err error) {
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return h, games, size, nil
		}
		if err != nil {
			return h, games, size, err
		}
		if n == 1 {
			if err := json.Unmarshal(line, &h); err != nil || h.Format != format {
				return h, nil, 0, game.Err("bad-data", "the file does not begin with a header of ", format)
			}
		} else {
			var p Played
			if err := json.Unmarshal(line, &p); err != nil {
				return h, games, size, game.Err("bad-data", "line ", strconv.Itoa(n), " is no game: ", err.Error())
			}
			games = append(games, p)
		}
		size += int64(len(line))
	}
}
