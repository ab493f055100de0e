package web

import (
	"io"
	"net/http"
	"strings"
	"time"

	"kydai/internal/trace"
)

// csp is the beginning of the Content-Security-Policy. It allows only scripts, WebAssembly and
// images of this site.
const csp = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "

// embedPath is the path prefix of pages that other sites may show in a frame.
const embedPath = "/embed/"

// contactFor is how long security.txt is valid; RFC 9116 recommends less than a year.
const contactFor = 180 * 24 * time.Hour

// securityText sends the file security.txt, which says where to report security problems.
func (s *Server) securityText(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	expires := s.opts.Clock().Add(contactFor).UTC().Format(time.RFC3339)
	_, _ = io.WriteString(w, "Contact: "+s.opts.SecurityContact+"\nExpires: "+expires+"\nPreferred-Languages: vi, en\n")
}

// headers adds the security headers and the request id to every response.
func (s *Server) headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		id := s.requestID(r)
		h.Set(requestHeader, id.String())
		r = r.WithContext(trace.With(r.Context(), id))
		ancestors := "'none'"
		if strings.HasPrefix(r.URL.Path, embedPath) {
			ancestors = "*"
		} else {
			h.Set("X-Frame-Options", "DENY")
		}
		h.Set("Content-Security-Policy", csp+ancestors)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		if strings.HasPrefix(r.URL.Path, "/api/") {
			h.Set("Cache-Control", "no-store")
		}
		if _, secure := s.from(r); secure && !s.opts.OwnAuthority && publicHost(r.Host) {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}
