package web

import (
	"embed"
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/url"
	"strings"

	"kydai/internal/locale"
	"kydai/internal/oauth"
)

//go:embed consent
var consent embed.FS

func consentStyle(w http.ResponseWriter, _ *http.Request) {
	style, _ := consent.ReadFile("consent/style.css") // ReadFile cannot fail: the file is embedded
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write(style)
}

// consentPart builds an HTML page of the consent dialogue, on which a player allows or refuses an
// app. It escapes all text that does not come from this package.
type consentPart struct {
	lang  string
	words map[string]string
	b     strings.Builder
}

func newConsentPart(r *http.Request) *consentPart {
	p := &consentPart{lang: locale.Of(r), words: map[string]string{}}
	text, _ := consent.ReadFile("consent/" + p.lang + ".json") // ReadFile cannot fail: the file is embedded
	_ = json.Unmarshal(text, &p.words)                         // cannot fail: a test parses the embedded file
	return p
}

// say returns a text in the page's language, escaped for HTML. The pairs in fill replace
// placeholders in the text.
func (p *consentPart) say(key string, fill ...string) string {
	return html.EscapeString(strings.NewReplacer(fill...).Replace(p.words[key]))
}

func (p *consentPart) add(parts ...string) {
	for _, part := range parts {
		p.b.WriteString(part)
	}
}

// send sends the page. The parameter formTo is the value of form-action in the
// Content-Security-Policy: the address to which the page's form may be sent, or 'none'. Browsers
// also check the address to which the response to the form redirects, so formTo must include that
// address.
func (p *consentPart) send(w http.ResponseWriter, status int, formTo string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Accept-Language, Cookie")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action "+formTo)
	w.WriteHeader(status)
	page, _ := consent.ReadFile("consent/page.html") // ReadFile cannot fail: the file is embedded
	_, _ = io.WriteString(w, strings.NewReplacer("{{lang}}", p.lang, "{{title}}", p.say("title"), "{{body}}", p.b.String()).Replace(string(page)))
}

// wrongPage sends a page that says that an authorization request is invalid.
func (s *Server) wrongPage(w http.ResponseWriter, r *http.Request, status int, why string) {
	p := newConsentPart(r)
	p.add("<h1>", p.say("wrong"), "</h1>\n<p>", p.say("wrong."+why), "</p>")
	p.send(w, status, "'none'")
}

// signInPage sends a page that asks the player to sign in.
func (s *Server) signInPage(w http.ResponseWriter, r *http.Request, a oauth.Asked) {
	p := newConsentPart(r)
	p.add("<h1>", p.say("signin"), "</h1>\n<p>", p.say("signin.about", "{app}", a.App.Name), "</p>\n<p class=\"choice\">",
		`<a class="button" href="/account" target="_blank" rel="noopener">`, p.say("signin.open"), "</a>",
		`<a class="button" href="`, html.EscapeString(authorizePath+"?"+r.URL.RawQuery), `">`, p.say("signin.again"), "</a></p>")
	p.send(w, http.StatusOK, "'none'")
}

// consentPage sends the page on which the player allows or refuses the scopes that an app requests.
func (s *Server) consentPage(w http.ResponseWriter, r *http.Request, v visitor, a oauth.Asked, q url.Values, proof string) {
	p := newConsentPart(r)
	p.add("<h1>", p.say("ask", "{app}", a.App.Name), "</h1>\n<p>", p.say("you", "{player}", v.Name), "</p>\n<p>", p.say("may"), "</p>\n<ul>\n")
	for _, scope := range a.Scopes {
		p.add("<li>", p.say("scope."+scope), "</li>\n")
	}
	p.add("</ul>\n<p class=\"small\">", p.say("not"), "</p>\n<p class=\"small\">", p.say("back", "{where}", a.Origin()), "</p>\n",
		`<form method="post" action="`, authorizePath, `">`, "\n")
	for _, name := range asked {
		if q.Has(name) {
			p.add(`<input type="hidden" name="`, name, `" value="`, html.EscapeString(q.Get(name)), "\">\n")
		}
	}
	p.add(`<input type="hidden" name="proof" value="`, html.EscapeString(proof), "\">\n",
		`<p class="choice"><button name="answer" value="allow">`, p.say("allow"), `</button><button name="answer" value="deny">`, p.say("deny"), "</button></p>\n</form>")
	p.send(w, http.StatusOK, "'self' "+a.Origin())
}
