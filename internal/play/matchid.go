package play

import (
	"strconv"
	"strings"
	"time"

	"kydai/match"
)

// The id of a match is 8 characters of time, the letter of the shard, and as many
// random characters as any other id has: matches of one hour stand together in an
// index, and no id can be guessed from another one or from the time. The time is
// milliseconds since 1970 in base 36, whose lower-case digits sort alike in every
// collation. Ids of earlier releases are the random characters alone; they stay
// valid, and no code may depend on the form of an id except MadeAt.
const (
	timeLength    = 8 // until the year 2059
	timeBase      = 36
	lastTime      = timeBase*timeBase*timeBase*timeBase*timeBase*timeBase*timeBase*timeBase - 1
	matchIDLength = timeLength + 1 + idLength

	// shard is the letter of the only shard there is. See docs/scaling.md.
	shard = 'a'
)

// matchID draws the id of a new match.
func (l *random) matchID() (string, error) {
	id, err := l.id()
	return timePrefix(l.now()) + id, err
}

// timePrefix is the part of a match id that is not random.
func timePrefix(at time.Time) string {
	text := strconv.FormatInt(min(max(0, at.UnixMilli()), lastTime), timeBase)
	return strings.Repeat("0", timeLength-len(text)) + text + string(shard)
}

// MadeAt reads the time from the id of a match: no match was created before the
// time in its id. It returns false for ids of earlier releases.
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

// nextID is the id of a match's rematch: the same on all nodes, so that two
// attempts create one match. It cannot be guessed without the key. Its time is
// the end of the match, on which all nodes agree.
func (l *random) nextID(id string, ended time.Time) (string, error) {
	next, err := readID(&stream{seed: string(l.keyed("rematch " + id))})
	return timePrefix(ended) + next, err
}

// endOf is when a match ended.
func endOf(m *match.Match) (at time.Time) {
	for _, e := range m.Since(0) {
		if e.Kind == match.Ended {
			at = e.At
		}
	}
	return at
}
