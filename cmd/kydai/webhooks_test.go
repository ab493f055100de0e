package main

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"kydai/internal/webhook/webhooktest"
	"kydai/test/servers"
)

// TestServeWebhooks checks that the server sends webhooks to a network that the operator allows,
// and counts them. The secret must appear neither in its metrics nor in the output of kydai doctor.
func TestServeWebhooks(t *testing.T) {
	at := webhooktest.New(t)
	data, admin := t.TempDir(), servers.FreeAddress(t)
	url, stop := startServer(t, data, "--workers", "0", "--admin", admin, "--webhook-network", "127.0.0.0/8,10.0.0.1")
	v := newVisitor(t, url)
	v.ask(http.MethodPost, "/api/account", map[string]any{"name": "Bình", "password": "một mật khẩu dài"}, nil)
	var made struct{ ID, Secret string }
	v.ask(http.MethodPost, "/api/me/webhooks", map[string]any{"url": at.Address(), "events": []string{"ended"}}, &made)
	v.ask(http.MethodPost, "/api/me/webhooks/"+made.ID+"/ping", nil, nil)
	var sent []struct {
		Fault    string
		Attempts int
	}
	soon(t, "the receiver is dialled, whose certificate is not trusted", func() bool {
		v.ask(http.MethodGet, "/api/me/webhooks/"+made.ID+"/deliveries", nil, &sent)
		return len(sent) == 1 && sent[0].Attempts > 0
	})
	if sent[0].Fault != "tls" {
		t.Errorf("the attempt ended with %+v", sent[0])
	}
	r, err := http.Get("http://" + admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	text, err := io.ReadAll(r.Body)
	if err != nil || !strings.Contains(string(text), `kydai_webhooks_total{result="failed"} 1`) {
		t.Errorf("the metrics do not count the attempt, %v", err)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	_, found, _ := examine(t, "--data", data, "--listen", "127.0.0.1:0")
	for _, word := range []string{made.Secret, made.Secret[6:20], at.Address()} {
		if strings.Contains(string(text), word) || strings.Contains(found, word) {
			t.Errorf("%q is in the metrics or in what the doctor says", word)
		}
	}
}
