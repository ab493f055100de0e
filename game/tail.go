package game

import "sync/atomic"

// Tail lets copies of an append-only list share one array. It counts how many items of the array
// are in use. Copy a list always together with its Tail, by assignment. Each copy can then be
// extended and shortened independently, even by different goroutines. Items must not be changed.
// The zero Tail is valid for any list.
type Tail struct{ taken *atomic.Int64 }

// minRoom is the capacity of the first array that Append allocates.
const minRoom = 16

// Append adds an item to a list. If copies of the list share the array, the first copy that appends
// uses the free space in it. A copy that appends later gets a new array.
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
