package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"kydai/account"
	"kydai/internal/oauth"
)

// Paths of the OAuth endpoints.
const (
	metadataPath  = "/.well-known/oauth-authorization-server"
	authorizePath = "/oauth/authorize"
	tokenPath     = "/oauth/token"
	revokePath    = "/oauth/revoke"
	maxForm       = 8 << 10
	proofFor      = 10 * time.Minute
)

// MintToken returns the text and the hash of a new random access token. The token has the mark for
// tokens with scopes or an expiry.
func MintToken() (text string, hash [sha256.Size]byte) {
	var raw [tokenBytes]byte
	_, _ = rand.Read(raw[:]) // rand.Read never fails
	text = tokenPrefix + limitedMark + b64.EncodeToString(raw[:])
	hash, _ = tokenHash(text)
	return text, hash
}

// oauthRoutes registers the pages and endpoints of OAuth. It does nothing if OAuth is turned off.
func (s *Server) oauthRoutes(mux *http.ServeMux) {
	if s.opts.OAuth == nil {
		return
	}
	mux.HandleFunc("GET "+metadataPath, s.oauthMetadata)
	mux.Handle("GET "+authorizePath, s.greet(http.HandlerFunc(s.askConsent)))
	mux.Handle("POST "+authorizePath, s.greet(http.HandlerFunc(s.takeConsent)))
	mux.HandleFunc("POST "+tokenPath, s.oauthToken)
	mux.HandleFunc("POST "+revokePath, s.oauthRevoke)
	mux.HandleFunc("GET /oauth/style.css", consentStyle)
}

// issuer returns the origin of this site as the client sees it. OAuth calls this origin the issuer.
func (s *Server) issuer(r *http.Request) string {
	if _, secure := s.from(r); secure {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// oauthMetadata returns the description of the OAuth endpoints (RFC 8414).
func (s *Server) oauthMetadata(w http.ResponseWriter, r *http.Request) {
	at := s.issuer(r)
	oauthAnswer(w, http.StatusOK, map[string]any{
		"issuer": at, "authorization_endpoint": at + authorizePath, "token_endpoint": at + tokenPath, "revocation_endpoint": at + revokePath,
		"response_types_supported": []string{"code"}, "response_modes_supported": []string{"query"},
		"grant_types_supported": []string{"authorization_code", "refresh_token"}, "code_challenge_methods_supported": []string{"S256"},
		"token_endpoint_auth_methods_supported": []string{"none"}, "revocation_endpoint_auth_methods_supported": []string{"none"},
		"scopes_supported": oauth.Scopes, "authorization_response_iss_parameter_supported": true,
	})
}

// oauthAnswer writes a JSON response that pages of all origins may read. This is safe because the
// request needs no cookie.
func oauthAnswer(w http.ResponseWriter, status int, body any) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("Access-Control-Allow-Origin", "*")
	w.WriteHeader(status)
	if body != nil {
		_ = json.NewEncoder(w).Encode(body) // ignore the error: the client has disconnected
	}
}

// oauthRefuse writes an error response in the form that the OAuth standard defines.
func (s *Server) oauthRefuse(w http.ResponseWriter, r *http.Request, err error) {
	refused, ok := errors.AsType[*oauth.Error](err)
	if !ok {
		p := s.problemIn(r.Context(), err)
		oauthAnswer(w, p.Status, map[string]string{"error": "server_error", "error_description": p.Text})
		return
	}
	status := http.StatusBadRequest
	if refused.Code == oauth.InvalidClient {
		status = http.StatusUnauthorized
	}
	oauthAnswer(w, status, map[string]string{"error": refused.Code, "error_description": refused.Text})
}

// form parses the form in the body of a request. It returns an error if a field occurs more than
// once.
func form(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, &oauth.Error{Code: oauth.InvalidRequest, Text: "the body must be application/x-www-form-urlencoded"}
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return nil, &oauth.Error{Code: oauth.InvalidRequest, Text: "the body is not a form, or too long"}
	}
	return r.PostForm, once(r.PostForm)
}

func once(v url.Values) error {
	for _, values := range v {
		if len(values) > 1 {
			return &oauth.Error{Code: oauth.InvalidRequest, Text: "a parameter comes twice"}
		}
	}
	return nil
}

// oauthToken is the token endpoint: it returns tokens for an authorization code or a refresh token.
func (s *Server) oauthToken(w http.ResponseWriter, r *http.Request) {
	f, err := form(w, r)
	if err != nil {
		s.oauthRefuse(w, r, err)
		return
	}
	var t oauth.Tokens
	switch client := f.Get("client_id"); {
	case client == "" || r.Header.Get("Authorization") != "" || f.Has("client_secret"):
		err = &oauth.Error{Code: oauth.InvalidClient, Text: "apps are public clients: send client_id and no secret"}
	case f.Get("grant_type") == "authorization_code":
		t, err = s.opts.OAuth.Exchange(r.Context(), client, f.Get("code"), f.Get("redirect_uri"), f.Get("code_verifier"))
	case f.Get("grant_type") == "refresh_token":
		t, err = s.opts.OAuth.Refresh(r.Context(), client, f.Get("refresh_token"), f.Get("scope"))
	default:
		err = &oauth.Error{Code: oauth.UnsupportedGrant, Text: "grant_type must be authorization_code or refresh_token"}
	}
	if err != nil {
		s.oauthRefuse(w, r, err)
		return
	}
	oauthAnswer(w, http.StatusOK, t)
}

// oauthRevoke is the revocation endpoint: it ends a grant (RFC 7009).
func (s *Server) oauthRevoke(w http.ResponseWriter, r *http.Request) {
	f, err := form(w, r)
	if err == nil && (f.Get("client_id") == "" || f.Get("token") == "") {
		err = &oauth.Error{Code: oauth.InvalidRequest, Text: "client_id and token are required"}
	}
	if err == nil {
		err = s.opts.OAuth.Revoke(r.Context(), f.Get("client_id"), f.Get("token"))
	}
	if err != nil {
		s.oauthRefuse(w, r, err)
		return
	}
	oauthAnswer(w, http.StatusOK, nil)
}

// asked lists the names of the fields in an authorization request.
var asked = []string{"client_id", "redirect_uri", "response_type", "code_challenge", "code_challenge_method", "scope", "state"}

func askOf(q url.Values) oauth.Ask {
	return oauth.Ask{
		Client: q.Get("client_id"), Redirect: q.Get("redirect_uri"), Type: q.Get("response_type"), Challenge: q.Get("code_challenge"),
		Method: q.Get("code_challenge_method"), Scope: q.Get("scope"), State: q.Get("state"),
	}
}

// checkAsk checks an authorization request. If the request is refused, checkAsk sends the error
// response and returns false.
func (s *Server) checkAsk(w http.ResponseWriter, r *http.Request, q url.Values) (oauth.Asked, bool) {
	a, err := s.opts.OAuth.Check(r.Context(), askOf(q))
	if err == nil {
		err = once(q)
	}
	if refused, ok := errors.AsType[*oauth.Error](err); ok {
		http.Redirect(w, r, a.Back(s.issuer(r), map[string]string{"error": refused.Code, "error_description": refused.Text}), http.StatusSeeOther)
		return a, false
	}
	switch {
	case errors.Is(err, oauth.ErrNoApp), errors.Is(err, oauth.ErrRedirect):
		s.wrongPage(w, r, http.StatusBadRequest, code(err))
	case err != nil:
		s.wrongPage(w, r, s.problemIn(r.Context(), err).Status, "later")
	}
	return a, err == nil
}

// askConsent shows a player the page on which the player allows or refuses the request of an app.
func (s *Server) askConsent(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	a, ok := s.checkAsk(w, r, q)
	if !ok {
		return
	}
	v := visitorOf(r.Context())
	if v.signed == nil || !account.May(v.role, account.MakeTokens) {
		s.signInPage(w, r, a)
		return
	}
	s.consentPage(w, r, v, a, q, s.proof(v, q, s.opts.Play.Now()))
}

// takeConsent handles the player's decision on the consent page. Requests from other origins have
// already been refused. The field proof shows that the server showed this player the consent page
// for this request.
func (s *Server) takeConsent(w http.ResponseWriter, r *http.Request) {
	f, err := form(w, r)
	if err != nil {
		s.wrongPage(w, r, http.StatusBadRequest, "stale")
		return
	}
	v := visitorOf(r.Context())
	a, ok := s.checkAsk(w, r, f)
	switch {
	case !ok:
	case v.signed == nil || !s.proven(v, f):
		s.wrongPage(w, r, http.StatusForbidden, "stale")
	case f.Get("answer") != "allow":
		http.Redirect(w, r, a.Back(s.issuer(r), map[string]string{"error": oauth.AccessDenied, "error_description": "the player said no"}), http.StatusSeeOther)
	default:
		if err := s.mayCreate(v); err != nil {
			s.wrongPage(w, r, http.StatusTooManyRequests, "later")
			return
		}
		code, err := s.opts.OAuth.Allow(r.Context(), a, v.ID)
		if err != nil {
			s.wrongPage(w, r, s.problemIn(r.Context(), err).Status, "later")
			return
		}
		http.Redirect(w, r, a.Back(s.issuer(r), map[string]string{"code": code}), http.StatusSeeOther)
	}
}

// proof returns a signature that connects a consent page with the player's session, the
// authorization request and a time.
func (s *Server) proof(v visitor, q url.Values, at time.Time) string {
	mac := hmac.New(sha256.New, s.opts.Key)
	stamp := strconv.FormatInt(at.Unix(), 10)
	_, _ = mac.Write([]byte("consent\n" + stamp + "\n"))
	_, _ = mac.Write(v.hash[:])
	for _, name := range asked {
		_, _ = mac.Write([]byte("\n" + url.QueryEscape(q.Get(name))))
	}
	return stamp + "." + b64.EncodeToString(mac.Sum(nil))
}

func (s *Server) proven(v visitor, f url.Values) bool {
	stamp, _, _ := strings.Cut(f.Get("proof"), ".")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	at, now := time.Unix(seconds, 0), s.opts.Play.Now()
	if err != nil || at.After(now.Add(time.Minute)) || now.Sub(at) > proofFor {
		return false
	}
	return hmac.Equal([]byte(f.Get("proof")), []byte(s.proof(v, f, at)))
}
