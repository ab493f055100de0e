package web

import (
	"net/http"
	"slices"
	"strings"
)

// Pages of other origins may use the API with a token, which a browser never sends
// by itself. Cookies do not count there: their requests are refused as before, and
// the answer to the origin is "*", with which browsers send no cookie.
const (
	openMethods = "GET, POST, PUT, PATCH, DELETE"
	openHeaders = "Authorization, Content-Type"
	// openAnswers are the headers of answers that such a page may read.
	openAnswers = "Next-Cursor, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset"
	openFor     = "7200" // seconds; Chromium keeps an answer no longer
)

// bears reports whether a request shows a token.
func bears(r *http.Request) bool {
	scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.EqualFold(scheme, "Bearer")
}

// otherOrigin reports whether a page may have sent an API request, so that the
// browser asks for permission.
func otherOrigin(r *http.Request) bool {
	return r.Header.Get("Origin") != "" && strings.HasPrefix(r.URL.Path, "/api/")
}

// allowed marks answers to requests with a token, refusals by the door included.
func allowed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if otherOrigin(r) && bears(r) {
			w.Header().Set("Access-Control-Allow-Origin", "*")
			w.Header().Set("Access-Control-Expose-Headers", openAnswers)
		}
		next.ServeHTTP(w, r)
	})
}

// tokensPass answers the question of a browser whether a page may send a token, and
// lets requests with a token past the protection of cookies.
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

// wantsToken reports whether the request that a browser asks about shows a token.
func wantsToken(r *http.Request) bool {
	names := strings.Split(r.Header.Get("Access-Control-Request-Headers"), ",")
	return r.Header.Get("Access-Control-Request-Method") != "" && slices.ContainsFunc(names, func(name string) bool {
		return strings.EqualFold(strings.TrimSpace(name), "Authorization")
	})
}
