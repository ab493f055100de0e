package game

import "sync/atomic"

// Tail goes with a list that grows at its end and is copied often: copies
// share one array, and the Tail knows how much of it is taken. A list and its
// Tail are copied together, by assignment; then each copy can be appended to
// and cut without the others noticing, also by different goroutines. Items that
// are there must not be changed. The zero Tail goes with any list.
type Tail struct{ taken *atomic.Int64 }

// minRoom is how many items a new array has room for.
const minRoom = 16

// Append adds an item to a list. Only the first of several copies to do so
// uses the room that they share; the others move out.
func Append[T any](list []T, t *Tail, item T) []T {
	n := len(list)
	if t.taken != nil && n < cap(list) && t.taken.CompareAndSwap(int64(n), int64(n+1)) {
		return append(list, item)
	}
	grown := make([]T, n+1, n+n/2+minRoom)
	copy(grown, list)
	grown[n] = item
	t.taken = new(atomic.Int64)
	t.taken.Store(int64(n + 1))
	return grown
}
