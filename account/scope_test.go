package account_test

import (
	"testing"

	"kydai/account"
)

func TestScopes(t *testing.T) {
	for _, a := range account.Actions() {
		may := account.May(account.Bot, a)
		if scope := account.ScopeOf(a); may != (scope != "") {
			t.Errorf("%s: a bot may: %v, its scope is %q", a, may, scope)
		}
		if !account.Covers(nil, a) {
			t.Errorf("a token without scopes lacks %s", a)
		}
	}
	read := []account.Scope{account.ScopeRead}
	if !account.Covers(read, account.Watch) || account.Covers(read, account.PlayCasual) || account.Covers(read, account.KeepAccount) {
		t.Error("read covers more or less than looking")
	}
}
