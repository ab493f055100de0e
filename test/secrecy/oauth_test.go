package secrecy

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kydai/account"
	"kydai/internal/oauth"
	"kydai/internal/web"
)

const (
	appReturn   = "https://app.example/cb"
	appVerifier = "a-verifier-of-an-app-that-is-long-enough-for-pkce"
	appState    = "state-that-only-the-app-knows-7391"
	appMistake  = "client-secret-sent-by-mistake-5527"
)

// appVisit is a player, an OAuth app that belongs to another user, and all secrets that they
// exchange.
type appVisit struct {
	*somebody
	app     web.AppView
	secrets map[string]string // the exchanged secrets by description
}

// form sends an HTML form as browsers and apps do. It does not follow redirects.
func (v *appVisit) form(client *http.Client, method, path string, values url.Values, bearer string) (*http.Response, string) {
	v.t.Helper()
	var body io.Reader
	if method == http.MethodPost {
		body = strings.NewReader(values.Encode())
	} else {
		path += "?" + values.Encode()
	}
	r, err := http.NewRequestWithContext(v.t.Context(), method, v.site.URL+path, body)
	check(v.t, err)
	if body != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	to := *client
	to.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	a, err := to.Do(r)
	check(v.t, err)
	defer func() { _ = a.Body.Close() }()
	text, err := io.ReadAll(a.Body)
	check(v.t, err)
	return a, string(text)
}

var consentField = regexp.MustCompile(`name="([a-z_]+)" value="([^"]*)"`)

// allow lets the player authorise the app, and returns the authorisation code.
func (v *appVisit) allow() string {
	v.t.Helper()
	sum := sha256.Sum256([]byte(appVerifier))
	q := url.Values{
		"client_id": {v.app.ID}, "redirect_uri": {appReturn}, "response_type": {"code"}, "scope": {"read play"}, "state": {appState},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"},
	}
	_, page := v.form(&v.Client, http.MethodGet, "/oauth/authorize", q, "")
	for _, m := range consentField.FindAllStringSubmatch(page, -1) {
		q.Set(m[1], m[2])
	}
	if q.Get("proof") == "" {
		v.t.Fatalf("the page has no proof: %s", page)
	}
	v.secrets["the proof of the consent page"] = q.Get("proof")
	q.Set("answer", "allow")
	a, text := v.form(&v.Client, http.MethodPost, "/oauth/authorize", q, "")
	at, err := url.Parse(a.Header.Get("Location"))
	check(v.t, err)
	if code := at.Query().Get("code"); code != "" {
		return code
	}
	v.t.Fatalf("no code: %d %s", a.StatusCode, text)
	return ""
}

// token requests tokens. The status says whether the server issued them.
func (v *appVisit) token(pairs ...string) (t oauth.Tokens, status int) {
	v.t.Helper()
	f := url.Values{"client_id": {v.app.ID}, "grant_type": {"authorization_code"}, "redirect_uri": {appReturn}, "code_verifier": {appVerifier}}
	for i := 0; i < len(pairs); i += 2 {
		f.Set(pairs[i], pairs[i+1])
	}
	a, text := v.form(http.DefaultClient, http.MethodPost, "/oauth/token", f, "")
	check(v.t, json.Unmarshal([]byte(text), &t))
	return t, a.StatusCode
}

// keep records the secrets in a token response.
func (v *appVisit) keep(name string, t oauth.Tokens) {
	v.t.Helper()
	if t.Access == "" || t.Refresh == "" {
		v.t.Fatalf("%s: no tokens", name)
	}
	v.secrets[name+" access token"], v.secrets[name+" refresh token"] = t.Access, t.Refresh
}

// misuse sends requests that a thief of the secrets would send, or that authors of apps would send
// by mistake.
func (v *appVisit) misuse(code string, t oauth.Tokens) {
	v.t.Helper()
	for _, pairs := range [][]string{
		{"code", code, "client_secret", appMistake},
		{"code", code, "code_verifier", appVerifier + "-wrong"},
		{"code", code, "client_id", "another"},
		{"grant_type", "refresh_token", "refresh_token", t.Refresh, "scope", "webhooks"},
		{"grant_type", "password", "password", appMistake},
	} {
		if _, status := v.token(pairs...); status/100 != 4 {
			v.t.Errorf("%v is answered with %d", pairs, status)
		}
	}
	v.form(http.DefaultClient, http.MethodGet, "/api/me", url.Values{"access_token": {t.Access}}, "")
	v.form(http.DefaultClient, http.MethodGet, "/api/me", nil, t.Access+"x")
	v.form(http.DefaultClient, http.MethodGet, "/api/"+t.Access, nil, t.Access)
	v.form(http.DefaultClient, http.MethodDelete, "/api/tokens/"+t.Access, nil, "")
	v.form(http.DefaultClient, http.MethodPost, "/oauth/revoke", url.Values{"client_id": {"another"}, "token": {t.Refresh}}, "")
}

// TestAppSecrets checks that the secrets of apps appear in no log, span, metric, export or dump:
// authorisation codes, tokens, an app's verifier, a player's own tokens and the secrets of
// webhooks. Each secret may appear only in the response that issues it.
func TestAppSecrets(t *testing.T) {
	written := &paper{}
	h := newSchoolhouse(t, written)
	owner := h.somebody()
	owner.account("Chủ", account.Player)
	v := &appVisit{somebody: h.somebody(), secrets: map[string]string{
		"the verifier": appVerifier, "the state": appState, "a secret sent by mistake": appMistake,
	}}
	player := v.account("Bình", account.Player)
	owner.ask(http.MethodPost, "/api/me/apps", `{"name":"Cờ hay","redirects":["`+appReturn+`"]}`, &v.app)

	v.secrets["a code"] = v.allow()
	first, _ := v.token("code", v.secrets["a code"])
	v.keep("the first", first)
	second, _ := v.token("grant_type", "refresh_token", "refresh_token", first.Refresh)
	v.keep("the second", second)
	if a, text := v.form(http.DefaultClient, http.MethodGet, "/api/me", nil, second.Access); a.StatusCode != http.StatusOK || !strings.Contains(text, player) {
		t.Fatalf("the app is answered with %d %s; the test would prove little", a.StatusCode, text)
	}
	unused := v.allow()
	v.secrets["a code that is not used"] = unused
	v.misuse(unused, second)
	var own, limited web.TokenView
	v.ask(http.MethodPost, "/api/tokens", `{"name":"bot"}`, &own)
	v.ask(http.MethodPost, "/api/tokens", `{"name":"bot","scopes":["read"],"days":3}`, &limited)
	v.secrets["a token"], v.secrets["a limited token"] = own.Token, limited.Token
	var hook web.WebhookView
	v.ask(http.MethodPost, "/api/me/webhooks", `{"url":"https://hook.example/x","events":["ended"]}`, &hook)
	v.secrets["the secret of a webhook"] = strings.TrimPrefix(hook.Secret, "whsec_")

	head := h.somebody()
	head.account("Bác Tư", account.Admin)
	all := map[string]string{"metrics": h.metrics()}
	ids := []string{player, v.app.ID, own.ID, hook.ID, "@" + url.PathEscape("Bình")}
	for who, s := range map[string]*somebody{"the player": v.somebody, "the owner of the app": owner, "an administrator": head, "a guest": h.somebody()} {
		for _, path := range readPaths(t) {
			for _, id := range ids {
				at := strings.NewReplacer("{id}", id, "{player}", player, "{game}", "chess", "{speed}", "rapid", "{round}", "1", "{entrant}", "1",
					"{match}", "none", "{ext}", "svg").Replace(path)
				_, text := s.ask(http.MethodGet, at, "", nil)
				all["an answer to "+who] += text
				if at == path {
					break
				}
			}
		}
	}
	_, export := v.ask(http.MethodGet, "/api/account/export", "", nil)
	if !strings.Contains(export, v.app.ID) || !strings.Contains(export, hook.ID) {
		t.Errorf("the export lacks the grant or the webhook: %s", export)
	}
	all["the export"] = export
	// A refresh token may be used once. Using it again must be refused and ends the app's access,
	// which is written to the log.
	if _, status := v.token("grant_type", "refresh_token", "refresh_token", first.Refresh); status/100 != 4 {
		t.Errorf("a replay is answered with %d", status)
	}
	var dump bytes.Buffer
	_, err := h.db.Dump(t.Context(), &dump)
	check(t, err)
	all["a dump"], all["logs and spans"] = dump.String(), written.String()
	if !strings.Contains(all["logs and spans"], "span ") || !strings.Contains(all["metrics"], "kydai_") {
		t.Error("no span or no metric was written; the test would prove nothing")
	}
	for what, text := range all {
		for _, fault := range found(text, v.secrets) {
			t.Errorf("%s has %s", what, fault)
		}
	}
	t.Logf("%d secrets looked for in %d kinds of text", len(v.secrets), len(all))
}

// found returns the names of the secrets that a text contains, as they are or in a common encoding
// such as base64 or hex. It searches for the random part of a secret, without its prefix.
func found(text string, secrets map[string]string) (names []string) {
	for name, secret := range secrets {
		core := secret[max(0, len(secret)-40):]
		forms := []string{core, url.QueryEscape(core), hex.EncodeToString([]byte(core)), base64.StdEncoding.EncodeToString([]byte(secret))}
		if raw, err := base64.RawURLEncoding.DecodeString(secret[max(0, len(secret)-43):]); err == nil && len(raw) == sha256.Size {
			forms = append(forms, string(raw), hex.EncodeToString(raw))
		}
		for _, form := range forms {
			if strings.Contains(text, form) {
				names = append(names, name)
				break
			}
		}
	}
	return names
}

// TestSecretsAreFound checks that found detects a secret in each of its encodings.
func TestSecretsAreFound(t *testing.T) {
	raw := sha256.Sum256([]byte("x"))
	token := "kydai_limited_" + base64.RawURLEncoding.EncodeToString(raw[:])
	for name, text := range map[string]string{
		"as it is": "a log: " + token, "without its name": token[len("kydai_limited_"):], "in an address": "/?t=" + url.QueryEscape(token),
		"as bytes": "x" + string(raw[:]) + "y", "as hex": hex.EncodeToString(raw[:]), "in base64": base64.StdEncoding.EncodeToString([]byte(token)),
	} {
		if len(found(text, map[string]string{"it": token})) == 0 {
			t.Errorf("a secret %s is not found", name)
		}
	}
	if n := found("nothing", map[string]string{"it": token}); len(n) > 0 {
		t.Errorf("%v is found in nothing", n)
	}
}
