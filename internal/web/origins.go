package web

import (
	"net/http"
	"slices"
	"strings"
)

// Pages of other origins may use the API with a token, because browsers never add a token to a
// request by themselves. They may not use it with cookies. The server refuses such requests with a
// cookie. It also sends the value "*" as allowed origin, which keeps browsers from sending cookies.
const (
	openMethods = "GET, POST, PUT, PATCH, DELETE"
	openHeaders = "Authorization, Content-Type"
	// openAnswers lists the response headers that pages of other origins may read.
	openAnswers = "Next-Cursor, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset"
	openFor     = "7200" // how long browsers may cache a CORS permission, in seconds; Chromium allows no more
)

// bears reports whether the Authorization header of a request has a bearer token.
func bears(r *http.Request) bool {
	scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.EqualFold(scheme, "Bearer")
}

// otherOrigin reports whether an API request may come from a page of another origin, so that CORS
// applies.
func otherOrigin(r *http.Request) bool {
	return r.Header.Get("Origin") != "" && strings.HasPrefix(r.URL.Path, "/api/")
}

// allowed adds CORS headers to every response to an API request with a token. It wraps the handler
// door, so that responses with which door refuses a request have these headers too.
func allowed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if otherOrigin(r) && bears(r) {
			w.Header().Set("Access-Control-Allow-Origin", "*")
			w.Header().Set("Access-Control-Expose-Headers", openAnswers)
		}
		next.ServeHTTP(w, r)
	})
}

// tokensPass distinguishes requests by how they are authorised. It answers the CORS preflight of a
// page that wants to send a token. It passes requests with a token to the handler plain, which
// omits the checks that protect cookies. All other requests go to the handler protected.
func tokensPass(protected, plain http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodOptions && otherOrigin(r) && wantsToken(r):
			h := w.Header()
			h.Set("Access-Control-Allow-Origin", "*")
			h.Set("Access-Control-Allow-Methods", openMethods)
			h.Set("Access-Control-Allow-Headers", openHeaders)
			h.Set("Access-Control-Max-Age", openFor)
			w.WriteHeader(http.StatusNoContent)
		case otherOrigin(r) && bears(r):
			plain.ServeHTTP(w, r)
		default:
			protected.ServeHTTP(w, r)
		}
	})
}

// wantsToken reports whether a CORS preflight is for a request with a token.
func wantsToken(r *http.Request) bool {
	names := strings.Split(r.Header.Get("Access-Control-Request-Headers"), ",")
	return r.Header.Get("Access-Control-Request-Method") != "" && slices.ContainsFunc(names, func(name string) bool {
		return strings.EqualFold(strings.TrimSpace(name), "Authorization")
	})
}
