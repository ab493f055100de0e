package oauth

import "testing"

// TestRedirects checks which redirect addresses are valid. It also checks that a request must use a
// registered address exactly; only the port of a loopback address may differ.
func TestRedirects(t *testing.T) {
	for text, want := range map[string]bool{
		"https://app.example/cb": true, "https://app.example:8443/cb?a=b": true, "http://127.0.0.1/cb": true, "http://127.0.0.1:9/cb": true, "http://[::1]/cb": true,
		"com.example.app:/cb": true, "http://app.example/cb": false, "http://localhost/cb": false, "javascript:alert(1)": false, "data:text/html,x": false,
		"https://app.example/#x": false, "https://app.example/cb#": false, "https://a:b@app.example/": false, "https://": false, "/cb": false, "": false, "app:/cb": false,
		"https://app.example/ x": false, "https://app.example/;script-src": false, "https://app.example/'": false, "com.example.app://evil.example/cb": false,
	} {
		if validRedirect(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
	a := App{Redirects: []string{"https://app.example/cb", "http://127.0.0.1/cb", "http://[::1]:7/cb", "com.example.app:/cb"}}
	for text, want := range map[string]bool{
		"https://app.example/cb": true, "https://app.example/cb/": false, "https://app.example/cb?x=1": false, "https://APP.example/cb": false, "https://app.example:443/cb": false,
		"https://app.example.evil.example/cb": false, "http://app.example/cb": false, "https://app.example/cb/../x": false, "https://app.example@evil.example/cb": false,
		"http://127.0.0.1/cb": true, "http://127.0.0.1:51234/cb": true, "http://127.0.0.1:51234/other": false, "http://127.0.0.1:51234/cb?x=1": false,
		"http://localhost:51234/cb": false, "http://127.0.0.2/cb": false, "https://127.0.0.1/cb": false, "http://127.0.0.1@evil.example/cb": false,
		"http://[::1]:9999/cb": true, "http://[::1]/cb": true, "com.example.app:/cb": true, "com.example.app:/other": false, "": false,
	} {
		if a.matches(text) != want {
			t.Errorf("%q matches: %v", text, !want)
		}
	}
}

// TestProves checks that proves accepts the verifier in the example of RFC 7636, appendix B, and no
// changed form of this verifier.
func TestProves(t *testing.T) {
	const verifier, challenge = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
	if !proves(verifier, challenge) || proves(verifier+"x", challenge) || proves("", challenge) || proves(verifier[:42], challenge) || proves(verifier+" ", challenge) {
		t.Error("a verifier is judged wrongly")
	}
}
