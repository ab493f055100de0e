package play

import (
	"strconv"
	"strings"
	"time"

	"kydai/match"
)

// A match id consists of 8 characters for the time, the letter of the shard, and as many random
// characters as any other id has. So matches of the same hour are adjacent in an index, but an id
// cannot be guessed from another id or from the time. The time is in milliseconds since 1970 in
// base 36; its digits and lower-case letters sort alike in every collation. Ids from earlier
// releases have only the random characters and stay valid. Only MadeAt may depend on the form of an
// id.
const (
	timeLength    = 8 // 8 digits in base 36 suffice until the year 2059
	timeBase      = 36
	lastTime      = timeBase*timeBase*timeBase*timeBase*timeBase*timeBase*timeBase*timeBase - 1
	matchIDLength = timeLength + 1 + idLength

	// home is the letter of the home database, which has the matches of no shard. See docs/scaling.md.
	home = 'a'
)

// matchID returns the random id of a new match. Its letter is drawn evenly from the letters of new
// matches.
func (l *random) matchID() (string, error) {
	id, err := l.id()
	if err != nil {
		return "", err
	}
	letter := byte(home)
	if n := len(l.letters); n > 1 {
		i, err := l.below(n)
		if err != nil {
			return "", err
		}
		letter = l.letters[i]
	}
	return timePrefix(l.now(), letter) + id, nil
}

// timePrefix returns the part of a match id before the random characters: time and shard.
func timePrefix(at time.Time, shard byte) string {
	text := strconv.FormatInt(min(max(0, at.UnixMilli()), lastTime), timeBase)
	return strings.Repeat("0", timeLength-len(text)) + text + string(shard)
}

// ShardOf returns the letter of the shard in the id of a match. It returns false for ids of earlier
// releases, which have no letter.
func ShardOf(id string) (letter string, ok bool) {
	if _, ok := MadeAt(id); !ok {
		return "", false
	}
	return id[timeLength : timeLength+1], true
}

// MadeAt returns the time that the id of a match contains. The match was created at this time or
// later. MadeAt returns false for ids of earlier releases, which contain no time.
func MadeAt(id string) (time.Time, bool) {
	if len(id) != matchIDLength || id[timeLength] < 'a' || id[timeLength] > 'z' || strings.Trim(id, alphabet) != "" {
		return time.Time{}, false
	}
	text := id[:timeLength]
	ms, err := strconv.ParseInt(text, timeBase, 64)
	if err != nil || text != strings.ToLower(text) {
		return time.Time{}, false
	}
	return time.UnixMilli(ms).UTC(), true
}

// nextID returns the id of a match's rematch. All nodes compute the same id, so that two attempts
// create only one match. The id cannot be guessed without the key. Its time is the end of the
// match, on which all nodes agree. Its letter is that of the match, if new matches still get it.
func (l *random) nextID(id string, ended time.Time) (string, error) {
	next, err := readID(&stream{seed: string(l.keyed("rematch " + id))})
	letter := byte(home)
	if of, ok := ShardOf(id); ok && strings.Contains(l.letters, of) {
		letter = of[0]
	}
	return timePrefix(ended, letter) + next, err
}

// endOf returns when a match ended.
func endOf(m *match.Match) (at time.Time) {
	for _, e := range m.Since(0) {
		if e.Kind == match.Ended {
			at = e.At
		}
	}
	return at
}
