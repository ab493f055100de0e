package web

// Paging holds the parameters of a request for one page of a list.
type Paging struct {
	Cursor string `query:"cursor" maxLength:"600" doc:"Cursor from the header Next-Cursor of the previous page; keep the other parameters the same."`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"Maximum number of entries per page."`
}

// page is a response that contains one page of a list.
type page[T any] struct {
	Next string `header:"Next-Cursor" doc:"Value of the parameter cursor for the next page; missing on the last page."`
	Body []T
}

// cut returns the items of one page of a list. The caller must have read at least one item more
// than the limit, if there are that many. The result next is the cursor of the last item on the
// page, or "" if no item follows.
func cut[T any](list []T, limit int, cursor func(last *T) string) (shown []T, next string) {
	if len(list) <= limit {
		return list, ""
	}
	return list[:limit], cursor(&list[limit-1])
}

// pageOf returns a page of a list. The function view converts each item to the form that the API
// returns; an item is left out if view returns false.
func pageOf[T, V any](list []T, next string, view func(*T) (V, bool)) *page[V] {
	out := &page[V]{Next: next, Body: []V{}}
	for i := range list {
		if v, ok := view(&list[i]); ok {
			out.Body = append(out.Body, v)
		}
	}
	return out
}

// each converts a function view that leaves out no item to the form that pageOf needs.
func each[T, V any](view func(*T) V) func(*T) (V, bool) {
	return func(t *T) (V, bool) { return view(t), true }
}
