package play

import (
	"slices"
	"sync"
	"time"
)

// quota limits how many slots a key, such as a player or an IP address, may use at a time, for
// resources that the store does not count. Each node counts only its own use.
type quota struct {
	mu    sync.Mutex
	until map[string][]time.Time // expiry times of the slots in use
	swept time.Time
}

// take reserves a slot for a key. The slot is in use from the time in the parameter now, for the
// given length of time. The parameter most is the maximum number of slots of the key. take returns
// false if all of them are in use.
func (q *quota) take(key string, most int, now time.Time, length time.Duration) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.until == nil {
		q.until = map[string][]time.Time{}
	}
	if now.Sub(q.swept) > time.Minute {
		q.swept = now
		for k := range q.until {
			q.clean(k, now)
		}
	}
	if q.clean(key, now) >= most {
		return false
	}
	q.until[key] = append(q.until[key], now.Add(length))
	return true
}

// give releases one slot of a key.
func (q *quota) give(key string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if list := q.until[key]; len(list) > 1 {
		q.until[key] = list[:len(list)-1]
	} else {
		delete(q.until, key)
	}
}

// clean removes the expired slots of a key and returns the number of slots in use.
func (q *quota) clean(key string, now time.Time) int {
	list := slices.DeleteFunc(q.until[key], func(t time.Time) bool { return !t.After(now) })
	if len(list) == 0 {
		delete(q.until, key)
	} else {
		q.until[key] = list
	}
	return len(list)
}
