package main

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"kydai/internal/web"
	tell "kydai/internal/wire"
)

// TestRestoredBackupDeletesAgain replaces the database file with an older copy. It checks that the
// next start again deletes two accounts that were deleted after the copy was made: an account that
// is registered in the copy, and an account that is still a guest in the copy.
func TestRestoredBackupDeletesAgain(t *testing.T) {
	data := t.TempDir()
	file := filepath.Join(data, databaseFile)
	url, stop := startServer(t, data)
	early, late, rival := newVisitor(t, url), newVisitor(t, url), newVisitor(t, url)
	const password = "một mật khẩu dài"
	names := map[*visitor]string{early: "Sớm", late: "Muộn"}
	matches := map[*visitor]string{}
	early.ask(http.MethodPost, "/api/account", web.Register{Name: names[early], Password: password}, nil)
	late.ask(http.MethodPatch, "/api/me", map[string]string{"name": names[late]}, nil)
	for v := range names {
		var named web.Named
		v.ask(http.MethodPost, "/api/matches", map[string]any{"game": "chess", "clock": "none", "seats": []map[string]any{{"kind": "human"}, {"kind": "level", "level": 3}}}, &named)
		matches[v] = named.ID
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	backup, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	url, stop = startServer(t, data)
	for v, name := range names {
		v.url = url
		if v == late {
			v.ask(http.MethodPost, "/api/account", web.Register{Name: name, Password: password}, nil)
		}
		v.ask(http.MethodDelete, "/api/account", web.Password{Password: password}, nil)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{"-wal", "-shm"} {
		_ = os.Remove(file + end)
	}
	if err := os.WriteFile(file, backup, 0o600); err != nil {
		t.Fatal(err)
	}

	rival.url, stop = startServer(t, data)
	for v, id := range matches {
		var view tell.View
		rival.ask(http.MethodGet, "/api/matches/"+id, nil, &view)
		if seat := view.Seats[0]; !seat.Deleted || seat.Name != "" {
			t.Errorf("%s is back: %+v", names[v], seat)
		}
	}
	rival.ask(http.MethodPost, "/api/account", web.Register{Name: names[early], Password: password}, nil) // the name of the deleted account is free again
	if err := stop(); err != nil {
		t.Fatal(err)
	}
}
