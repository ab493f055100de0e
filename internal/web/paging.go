package web

// Paging asks for a page of a list.
type Paging struct {
	Cursor string `query:"cursor" maxLength:"600" doc:"Next-Cursor of the previous page; keep the other parameters the same"`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"length of a page"`
}

// page is a part of a list.
type page[T any] struct {
	Next string `header:"Next-Cursor" doc:"value of cursor for the next page; absent on the last page"`
	Body []T
}

// cut takes a page from a list that was read with one item more than the page
// has. next is the cursor of the last item shown, "" if there are no more.
func cut[T any](list []T, limit int, cursor func(last *T) string) (shown []T, next string) {
	if len(list) <= limit {
		return list, ""
	}
	return list[:limit], cursor(&list[limit-1])
}

// pageOf makes a page of items as callers see them. An item that has no view is
// left out.
func pageOf[T, V any](list []T, next string, view func(*T) (V, bool)) *page[V] {
	out := &page[V]{Next: next, Body: []V{}}
	for i := range list {
		if v, ok := view(&list[i]); ok {
			out.Body = append(out.Body, v)
		}
	}
	return out
}

// each lets every item be seen.
func each[T, V any](view func(*T) V) func(*T) (V, bool) {
	return func(t *T) (V, bool) { return view(t), true }
}
