package protocol

import (
	"strconv"
	"strings"
	"time"

	"kydai/engine"
)

// Gathered collects the search information from a program's info lines.
type Gathered struct {
	Codes Codes
	// Plain converts a score that has no unit. If Plain is nil, such a score counts as points.
	Plain func(n int) engine.Score
	info  engine.Thought
}

const maxLines = 512

// Add parses a line of the program's output. If the line begins with "info", Add stores the
// information and reports whether this has changed anything. It skips unknown words and never
// fails.
func (g *Gathered) Add(line string) (changed bool) {
	words := strings.Fields(line)
	if len(words) == 0 || words[0] != "info" {
		return false
	}
	next := g.info
	multi, scored, bound := 1, false, false
	var score engine.Score
	var pv []string
	for i := 1; i < len(words); i++ {
		value := ""
		if i+1 < len(words) {
			value = words[i+1]
		}
		n, err := strconv.Atoi(value)
		number := err == nil
		switch words[i] {
		case "string", "message":
			i = len(words)
		case "pv":
			pv = g.Codes.AllFrom(words[i+1:])
			i = len(words)
		case "depth":
			if number {
				next.Depth = n
				i++
			}
		case "seldepth":
			if number {
				next.Deepest = n
				i++
			}
		case "multipv":
			if number {
				multi = n
				i++
			}
		case "nodes":
			if number {
				next.Nodes = uint64(max(n, 0))
				i++
			}
		case "time":
			if number {
				next.Elapsed = time.Duration(min(max(n, 0), maxMillis)) * time.Millisecond
				i++
			}
		case "hashfull":
			if number {
				next.Full = n
				i++
			}
		case "lowerbound", "upperbound":
			bound = true
		case "score":
			var used int
			score, used = g.score(words[i+1:])
			scored = used > 0
			i += used
		}
	}
	// If an exact score is known, ignore a new score that is only a bound.
	if scored && len(pv) > 0 && multi >= 1 && multi <= maxLines && (!bound || len(g.info.Lines) < multi) {
		lines := append([]engine.Variation(nil), next.Lines...)
		for len(lines) < multi {
			lines = append(lines, engine.Variation{})
		}
		lines[multi-1] = engine.Variation{Score: score, Codes: pv}
		next.Lines = lines
	}
	g.info = next
	return scored
}

func (g *Gathered) score(words []string) (engine.Score, int) {
	if len(words) == 0 {
		return engine.Score{}, 0
	}
	if n, err := strconv.Atoi(words[0]); err == nil {
		if g.Plain != nil {
			return g.Plain(n), 1
		}
		return engine.Score{Points: n}, 1
	}
	if len(words) == 1 {
		return engine.Score{}, 0
	}
	n, err := strconv.Atoi(words[1])
	switch {
	case err != nil:
		return engine.Score{}, 0
	case words[0] == "cp":
		return engine.Score{Points: n}, 2
	case words[0] == "mate" && n == 0:
		return engine.Score{Mate: -1}, 2 // some programs report a lost position as "mate 0"
	case words[0] == "mate":
		return engine.Score{Mate: n}, 2
	}
	return engine.Score{}, 0
}

// Info returns the information collected so far.
func (g *Gathered) Info() engine.Thought { return g.info }

// Answer returns the final information, with the chosen move first.
func (g *Gathered) Answer(best, ponder string, elapsed time.Duration) engine.Thought {
	info := g.info
	if info.Elapsed == 0 {
		info.Elapsed = elapsed
	}
	codes := []string{best}
	if ponder != "" {
		codes = append(codes, ponder)
	}
	for i, v := range info.Lines {
		if len(v.Codes) > 0 && v.Codes[0] == best {
			if i > 0 {
				info.Lines = append([]engine.Variation{v}, append(append([]engine.Variation(nil), info.Lines[:i]...), info.Lines[i+1:]...)...)
			}
			return info
		}
	}
	var score engine.Score
	if len(info.Lines) > 0 {
		score = info.Lines[0].Score
	}
	info.Lines = append([]engine.Variation{{Score: score, Codes: codes}}, info.Lines...)
	return info
}
