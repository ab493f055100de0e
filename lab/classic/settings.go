package classic

import (
	"strconv"
	"strings"
	"time"

	"kydai/game"
	search "kydai/search/classic"
)

// Largest accepted values of the settings. With larger values a search would practically never
// finish.
const (
	largestDepth = 64
	largestSims  = 10_000_000
	mostThreads  = 64
)

// allMoves is the value of the setting width that means that every move is searched.
const allMoves = "all"

func bad(parts ...string) error { return game.Err(BadAlgorithm, parts...) }

// Find returns the algorithm with the given name.
func Find(name string) (Algorithm, bool) {
	for _, a := range Algorithms() {
		if a.Name == name {
			return a, true
		}
	}
	return Algorithm{}, false
}

// Read parses an algorithm with its settings, such as "mcts,sims=500,c=2". The text can also begin
// with the name of a ready-made player in the parameter f. If a setting occurs several times, the
// last one counts.
func Read(text string, f search.Family) (Config, error) {
	name, rest, _ := strings.Cut(text, ",")
	for _, p := range f.Players {
		if p.Name == name {
			inner, settings, _ := strings.Cut(p.Spec, ",")
			name, rest = inner, settings+","+rest
		}
	}
	a, ok := Find(name)
	if !ok {
		return Config{}, bad("there is no algorithm ", name)
	}
	set := map[string]string{}
	for part := range strings.SplitSeq(rest, ",") {
		if key, value, _ := strings.Cut(part, "="); key != "" {
			set[key] = value
		}
	}
	c, err := Configure(a, func(key string) (string, bool) {
		value, given := set[key]
		delete(set, key)
		return value, given
	}, f)
	for key := range set {
		if err == nil {
			err = bad(name, " has no setting ", key)
		}
	}
	return c, err
}

// Configure reads the settings of an algorithm. The function take returns the value of a setting,
// and whether the setting was given.
func Configure(a Algorithm, take func(name string) (string, bool), f search.Family) (c Config, err error) {
	c.Algorithm = a.Name
	c.Eval, _ = f.Evaluator("")
	for _, name := range a.Settings {
		text, given := take(name)
		if !given {
			continue
		}
		switch name {
		case "depth":
			c.Depth, err = whole(name, text, largestDepth)
		case "width":
			if c.Width = -1; text != allMoves {
				c.Width, err = whole(name, text, 0)
			}
		case "sims":
			c.Sims, err = whole(name, text, largestSims)
		case "replies":
			c.Replies, err = replies(text)
		case "keep":
			if c.Keep = text == "yes"; !c.Keep && text != "no" {
				err = bad("keep must be yes or no, not ", text)
			}
		case "threads":
			c.Threads, err = whole(name, text, mostThreads)
		case "c":
			if c.Explore, err = strconv.ParseFloat(text, 64); err != nil || c.Explore <= 0 || c.Explore > 1e12 {
				err = bad("c must be a number above 0, not ", text)
			}
		case "eval":
			c.Eval, err = evaluator(text, f)
		case "time":
			if c.Time, err = time.ParseDuration(text); err != nil || c.Time <= 0 {
				err = bad("time must be a duration such as 100ms, not ", text)
			}
		}
		if err != nil {
			return c, err
		}
	}
	return c, nil
}

// whole parses a whole number from 1 to the parameter most. If most is 0, there is no upper limit.
func whole(name, text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, bad(name, " must be a whole number of at least 1, not ", text)
	}
	if most > 0 && n > most {
		return 0, bad(name, " must be at most ", strconv.Itoa(most))
	}
	return n, nil
}

// replies parses the value of the setting replies: a whole number that may be 0.
func replies(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, bad("replies must be a whole number, not ", text)
	}
	if n == 0 {
		return -1, nil
	}
	return n, nil
}

func evaluator(name string, f search.Family) (search.Evaluator, error) {
	e, ok := f.Evaluator(name)
	if !ok {
		return e, bad("there is no evaluator ", name, "; there are ", strings.Join(f.Names(), ", "))
	}
	return e, nil
}
